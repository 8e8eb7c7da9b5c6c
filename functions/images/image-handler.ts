import { verifyClosedImage } from '../../src/contracts/closed-image-address.ts'
import { imageIdPattern } from '../../src/domain/image/image.ts'
import { imageQuality, imageWidths, socialCardSize } from '../../src/domain/image/image-path.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Deps, EdgeContext } from '../http/edge-context.ts'
import { createErrorResponse } from '../http/error-response.ts'
import { isWithinLimit } from '../http/guards.ts'
import type { Refusal } from '../http/handler.ts'
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

/** Everything for entitled readers; for others the images of a draft or an article that is open to them. */
async function isClosedImageOpen(
  deps: Deps,
  id: string,
): Promise<Result<boolean, Refusal<'unavailable'>>> {
  const { deskKeys, sealingKeys, now, request } = deps
  const query = new URL(request.url).searchParams
  if (await isSignedForDraft(id, query, await deskKeys, now())) return succeed(true)
  const caller = await identifyByPass(deps)
  if (!caller.ok) return caller
  const reader = caller.value.kind === 'reader' ? caller.value : null
  // Without a valid signature, it belongs to no article that could be open by itself.
  const slug = (await verifyClosedImage(id, query, await sealingKeys)) ?? ''
  const decision = await decideForCaller(deps, reader, { slug, access: 'metered' })
  return succeed(decision.open)
}

/**
 * GET /images/{id}/{width}, or …/1200x630 for cards. Cached for a year, because ids identify the content.
 * Closed images are cached by their own readers only.
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
    const isOpen = await isClosedImageOpen(deps, id)
    if (!isOpen.ok) return createErrorResponse(isOpen.failure.code)
    // Same as for an unknown image.
    if (!isOpen.value) return createErrorResponse('not_found')
  }
  const transformed = await transformImage()
  if (!transformed.ok) return createErrorResponse(transformed.failure.code)
  if (!isClosed) context.executionCtx.waitUntil(caches.default.put(key, transformed.value.clone()))
  return transformed.value
}
