/**
 * GET /api/media/{id}: an original as it was stored, for the desk alone. Readers get pictures that
 * are cut for them (pictures/picture.ts); originals have no public address.
 */
import { pictureIdPattern } from '../../src/domain/picture.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { readSigned } from './signed-request.ts'

export async function downloadMedia(context: EdgeContext): Promise<Response> {
  const signed = await readSigned(context)
  if (!signed.ok) return signed.failure
  const id = context.req.param('id') ?? ''
  if (!pictureIdPattern.test(id)) return errorResponse('not_found')
  try {
    const stored = await context.env.MEDIA.get(id)
    if (!stored) return errorResponse('not_found')
    return new Response(stored.body, {
      headers: {
        'Content-Type': stored.httpMetadata?.contentType ?? 'application/octet-stream',
        'Content-Length': String(stored.size),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    context.var.services.log('picture_unavailable', { id, reason })
    return errorResponse('unavailable')
  }
}
