import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { tryStorage } from './try-storage.ts'

export const downloadImage: Handle<'GET /api/media/:id'> = async ({ id }, _, deps) => {
  const stored = await tryStorage(deps, id, () => deps.env.MEDIA.get(id))
  if (!stored.ok) return stored
  if (!stored.value) return refuse('not_found')
  const { body, size, httpMetadata } = stored.value
  return succeed(
    new Response(body, {
      headers: {
        'Content-Type': httpMetadata?.contentType ?? 'application/octet-stream',
        'Content-Length': String(size),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    }),
  )
}
