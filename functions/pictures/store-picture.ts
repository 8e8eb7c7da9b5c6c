/**
 * PUT /api/media/{id}: keeps a picture for articles to come, with what picture.ts has to know of it.
 * Calling it again is harmless, in any order: what was open once stays open.
 */
import { pictureKindOf } from '../../src/contracts/picture-kind.ts'
import { storedPictureQuerySchema } from '../../src/contracts/publishing.ts'
import { pictureIdPattern } from '../../src/domain/picture.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { readSigned } from '../publishing/signed-request.ts'

/** The end of a picture's id, as its bytes have it. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const refuse = (message: string) => errorResponse('bad_request', { message })

export async function storePicture(context: EdgeContext): Promise<Response> {
  const signed = await readSigned(context)
  if (!signed.ok) return signed.failure
  const { body } = signed.value
  const id = context.req.param('id') ?? ''
  const query = storedPictureQuerySchema.safeParse(context.req.query())
  if (!pictureIdPattern.test(id) || !query.success) return errorResponse('bad_request')
  const { kind, width, height, closed } = query.data
  if (!id.endsWith(`-${await hashOf(body)}`)) return refuse('The id does not end in the hash.')
  if (pictureKindOf(body) !== kind) return refuse(`This is not ${kind}.`)
  const metadata = { width: String(width), height: String(height) }
  const { MEDIA } = context.env
  const httpMetadata = { contentType: kind }
  try {
    const stored = await MEDIA.head(id)
    if (closed === '1') {
      const customMetadata = { ...metadata, closed }
      // Only where there is none yet, as the bucket itself sees to: an open one stays open.
      const onlyIf = { etagDoesNotMatch: '*' }
      const made = !stored && (await MEDIA.put(id, body, { httpMetadata, customMetadata, onlyIf }))
      return context.body(null, made ? 201 : 204)
    }
    const isOpen = stored && stored.customMetadata?.closed !== '1'
    // One that was closed is kept by nobody but its readers, so no answer is left that says so.
    if (!isOpen) await MEDIA.put(id, body, { httpMetadata, customMetadata: metadata })
    return context.body(null, stored ? 204 : 201)
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    context.var.services.log('picture_not_stored', { id, reason })
    return errorResponse('unavailable')
  }
}
