import { imageIdPattern } from '../../src/domain/image/image.ts'
import { imageQuality, imageWidths, socialCardSize } from '../../src/domain/image/image-path.ts'
import type { Deps, EdgeContext } from '../http/edge-context.ts'
import { createErrorResponse } from '../http/error-response.ts'
import { isWithinLimit } from '../http/guards.ts'
import { identifyByPass } from '../http/identify-reader.ts'
import { decideForCaller } from '../meter/decide-for-caller.ts'
import { isSignedForDraft } from './preview-images.ts'
import { tryStorage } from './try-storage.ts'

type ImageSize = ImageTransform
type Format = 'image/avif' | 'image/webp' | 'image/jpeg'

function parseSize(size: string): ImageSize | null {
  if (size === `${socialCardSize.width}x${socialCardSize.height}`)
    return { ...socialCardSize, fit: 'cover' }
  const width = imageWidths.find((candidate) => String(candidate) === size)
  // Never enlarges the original.
  return width ? { width, fit: 'scale-down' } : null
}

function chooseFormat(acceptedTypes: string): Format {
  if (acceptedTypes.includes('image/avif')) return 'image/avif'
  return acceptedTypes.includes('image/webp') ? 'image/webp' : 'image/jpeg'
}

/** Whether the URL is signed for readers of a draft. */
async function isDraftImage({ deskKeys, now, request }: Deps, id: string): Promise<boolean> {
  return isSignedForDraft(id, new URL(request.url).searchParams, await deskKeys, now())
}

/**
 * GET /images/{id}/{width}, or …/1200x630 for cards. Cached for a year, because ids identify the content.
 * Closed images are for entitled readers and aren't cached for others.
 */
export async function getImage(context: EdgeContext): Promise<Response> {
  const { deps } = context.var
  const { id = '', size = '' } = context.req.param()
  const imageSize = parseSize(size)
  if (!imageIdPattern.test(id) || !imageSize) return createErrorResponse('not_found')
  // Every program that fetches cards supports JPEG.
  const format = imageSize.height ? 'image/jpeg' : chooseFormat(context.req.header('Accept') ?? '')
  // Cloudflare's cache doesn't vary by Accept, so the key contains the format.
  const key = new Request(new URL(`/images/${id}/${size}?${format}`, context.req.url))
  const cached = await caches.default.match(key)
  if (cached) return new Response(cached.body, cached)

  if (!(await isWithinLimit(deps, 'LOOK_UP_LIMIT', 'image'))) {
    return createErrorResponse('too_many_requests')
  }
  const stored = await tryStorage(deps, id, () => context.env.MEDIA.get(id))
  if (!stored.ok) return createErrorResponse(stored.failure.code)
  const original = stored.value
  if (!original) return createErrorResponse('not_found')
  const isClosed = original.customMetadata?.closed === '1'
  const transformImage = () =>
    tryStorage(deps, id, async () => {
      const transformed = await context.env.IMAGES.input(original.body)
        .transform(imageSize)
        .output({ format, quality: imageQuality })
      return new Response(transformed.image(), {
        headers: {
          'Content-Type': format,
          'Cache-Control': isClosed
            ? 'private, max-age=86400'
            : 'public, max-age=31536000, immutable',
          Vary: isClosed ? 'Accept, Cookie' : 'Accept',
          // Other sites show cards beside their links.
          ...(imageSize.height && !isClosed
            ? { 'Cross-Origin-Resource-Policy': 'cross-origin' }
            : {}),
        },
      })
    })
  if (isClosed) {
    const respondWithImage = async () => {
      const transformed = await transformImage()
      return transformed.ok ? transformed.value : createErrorResponse(transformed.failure.code)
    }
    if (await isDraftImage(deps, id)) return respondWithImage()
    const caller = await identifyByPass(deps)
    if (!caller.ok) return createErrorResponse(caller.failure.code)
    const reader = caller.value.kind === 'reader' ? caller.value : null
    const decision = await decideForCaller(deps, reader, { slug: '', access: 'members' })
    // Same as for an unknown image.
    return decision.open ? respondWithImage() : createErrorResponse('not_found')
  }
  const transformed = await transformImage()
  if (!transformed.ok) return createErrorResponse(transformed.failure.code)
  context.executionCtx.waitUntil(caches.default.put(key, transformed.value.clone()))
  return transformed.value
}
