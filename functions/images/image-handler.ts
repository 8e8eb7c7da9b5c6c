import { verifyClosedImage } from '../../src/contracts/signing/closed-image-address.ts'
import { imageIdPattern } from '../../src/domain/image/image.ts'
import { deskParameter, imageWidths, socialCardSize } from '../../src/domain/image/image-path.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import { identifyByPass } from '../identity/identify-reader.ts'
import { admitStaff } from '../identity/identify-staff.ts'
import { decideForCaller } from '../paywall/decide-for-caller.ts'
import { getErrorName } from '../platform/error-name.ts'
import { createErrorResponse } from '../platform/http/error-response.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { createSingleFlight } from '../platform/single-flight.ts'
import {
  findVariant,
  type ImageFormat,
  makeVariant,
  storeVariant,
  type Variant,
} from './image-variants.ts'
import type { ImagesDeps } from './images-deps.ts'
import { isSignedForDraft } from './preview-images.ts'
import { tryStorage } from './try-storage.ts'

function parseSize(size: string): ImageTransform | null {
  if (size === `${socialCardSize.width}x${socialCardSize.height}`)
    return { ...socialCardSize, fit: 'cover' }
  const width = imageWidths.find((candidate) => String(candidate) === size)
  // The original is never enlarged.
  return width ? { width, fit: 'scale-down' } : null
}

/** The second format is made in a fraction of the time, and served until the first exists. */
function chooseFormats(acceptedTypes: string): readonly [ImageFormat, ...ImageFormat[]] {
  const quick = acceptedTypes.includes('image/webp') ? 'image/webp' : 'image/jpeg'
  return acceptedTypes.includes('image/avif') ? ['image/avif', quick] : [quick]
}

/**
 * Everything for entitled readers, and for staff who ask as such; for others the images of a draft or an article that is
 * open to them.
 */
async function isClosedImageOpen(
  deps: ImagesDeps,
  id: string,
): Promise<Result<boolean, Refusal<'unavailable'>>> {
  const { deskKeys, sealingKeys, now, request } = deps
  const query = new URL(request.url).searchParams
  if (await isSignedForDraft(id, query, await deskKeys, now())) return succeed(true)
  const caller = await identifyByPass(deps)
  if (!caller.ok) return caller
  const reader = caller.value.kind === 'reader' ? caller.value : null
  // Without a valid signature, the image belongs to no article that could be open by itself.
  const slug = (await verifyClosedImage(id, query, await sealingKeys)) ?? ''
  const decision = await decideForCaller(deps, reader, { slug, access: 'metered' })
  if (decision.open || !reader || !query.has(deskParameter)) return succeed(decision.open)
  const staff = await admitStaff(deps, 'drafts')
  if (!staff.ok && staff.failure.code === 'unavailable') return refuse('unavailable')
  return succeed(staff.ok)
}

const cacheControl = {
  final: {
    // Data centres ask R2 again each hour, because nothing else tells them that an image was removed.
    open: 'public, max-age=31536000, s-maxage=3600, immutable',
    closed: 'private, max-age=86400',
  },
  /** How long WebP is cached until a better format is made. */
  temporary: { open: 'public, max-age=60', closed: 'private, max-age=60' },
} as const

/** Milliseconds. Longer than a variant takes, so that one that fails isn't tried with every request. */
const retryAfter = 60_000

/** Variants whose last attempt is remembered, to limit the isolate's memory. */
const maxAttempts = 10_000

function createImageResponse(
  { format, size, isClosed }: Variant,
  body: ReadableStream | ArrayBuffer,
  lifetime: keyof typeof cacheControl = 'final',
): Response {
  return new Response(body, {
    headers: {
      'Content-Type': format,
      'Cache-Control': cacheControl[lifetime][isClosed ? 'closed' : 'open'],
      Vary: isClosed ? 'Accept, Cookie' : 'Accept',
      // Other sites show cards beside their links.
      ...(size.height && !isClosed ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    },
  })
}

/** Per isolate: it remembers which variants it is making. */
export function createImageHandler() {
  const attempts = createLruCache<string, number>(maxAttempts, () => 1)
  const shareVariant = createSingleFlight<ArrayBuffer>()

  async function makeAndStore(deps: ImagesDeps, variant: Variant): Promise<ArrayBuffer> {
    const { env, execution, log } = deps
    const work = async () => {
      const bytes = await makeVariant(env, variant)
      await storeVariant(env, variant, bytes).catch((error) =>
        log('image_variant_not_stored', { id: variant.id, reason: getErrorName(error) }),
      )
      return bytes
    }
    const keepAlive = (running: Promise<unknown>) => execution.waitUntil(running)
    const bytes = await shareVariant(JSON.stringify(variant), work, keepAlive)
    if (!bytes) throw new Error('A variant took too long.')
    return bytes
  }

  /** Runs after the response, once for all requests of an isolate. */
  function startMaking(deps: ImagesDeps, variant: Variant) {
    const { env, execution, log } = deps
    const key = `${variant.id} ${variant.size.width}`
    const at = deps.now().getTime()
    if (at - (attempts.get(key) ?? Number.NEGATIVE_INFINITY) < retryAfter) return
    attempts.set(key, at)
    const made = makeVariant(env, variant).then((bytes) => storeVariant(env, variant, bytes))
    execution.waitUntil(
      made.catch((error) =>
        log('image_variant_failed', { id: variant.id, reason: getErrorName(error) }),
      ),
    )
  }

  /** For callers who may see it. An open image's best variant has been looked for already. */
  async function provideImage(deps: ImagesDeps, best: Variant, quick: ImageFormat | undefined) {
    const stored = best.isClosed ? await findVariant(deps.env, best) : null
    if (stored) return createImageResponse(best, stored.body)
    if (!quick) return createImageResponse(best, await makeAndStore(deps, best))
    const variant = { ...best, format: quick }
    const found = await findVariant(deps.env, variant)
    const body = found?.body ?? (await makeAndStore(deps, variant))
    // Made last, so that it doesn't compete with the variant that a reader is waiting for.
    startMaking(deps, best)
    return createImageResponse(variant, body, 'temporary')
  }

  /**
   * GET /images/{id}/{width}, or …/1200x630 for cards. Browsers cache it for a year, because ids identify the content.
   * Closed images are cached by their own readers only.
   */
  return async function getImage(context: EdgeContext<ImagesDeps>): Promise<Response> {
    const { deps } = context.var
    const { env, execution } = deps
    const { id = '', size = '' } = context.req.param()
    const imageSize = parseSize(size)
    if (!imageIdPattern.test(id) || !imageSize) return createErrorResponse('not_found')
    // Every program that fetches cards supports JPEG.
    const accepted = imageSize.height ? '' : (context.req.header('Accept') ?? '')
    const [format, quick] = chooseFormats(accepted)
    // Cloudflare's cache doesn't vary by Accept, so the key contains the format. It also contains a version: an earlier
    // release cached images for a year, and some of them may have been removed since.
    const key = new Request(new URL(`/images/${id}/${size}?v=2&${format}`, context.req.url))
    const cached = await caches.default.match(key)
    if (cached) return new Response(cached.body, cached)

    if (!(await isPageWithinLimit(deps, 'image'))) {
      return createErrorResponse('too_many_requests')
    }
    const cacheAndReturn = (response: Response) => {
      execution.waitUntil(caches.default.put(key, response.clone()))
      return response
    }
    const variant: Variant = { id, size: imageSize, format, isClosed: false }
    const open = await tryStorage(deps, id, () => findVariant(env, variant))
    if (!open.ok) return createErrorResponse(open.failure.code)
    if (open.value) return cacheAndReturn(createImageResponse(variant, open.value.body))
    const original = await tryStorage(deps, id, () => env.MEDIA.head(id))
    if (!original.ok) return createErrorResponse(original.failure.code)
    if (!original.value) return createErrorResponse('not_found')
    const isClosed = original.value.customMetadata?.closed === '1'
    if (isClosed) {
      const isOpen = await isClosedImageOpen(deps, id)
      if (!isOpen.ok) return createErrorResponse(isOpen.failure.code)
      // The response is the same as for an unknown image.
      if (!isOpen.value) return createErrorResponse('not_found')
    }
    const provided = await tryStorage(deps, id, () =>
      provideImage(deps, { ...variant, isClosed }, quick),
    )
    if (!provided.ok) return createErrorResponse(provided.failure.code)
    const isFinal = provided.value.headers.get('Content-Type') === format
    return isFinal && !isClosed ? cacheAndReturn(provided.value) : provided.value
  }
}
