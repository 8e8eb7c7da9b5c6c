import { cardFocusStep } from '../../src/domain/image/focal-point.ts'
import { imageIdPattern } from '../../src/domain/image/image.ts'
import { imageWidths, socialCardSize } from '../../src/domain/image/image-path.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
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
import { findStoredFile, permanentCacheControl } from './stored-files.ts'
import { tryStorage } from './try-storage.ts'

const cardName = `${socialCardSize.width}x${socialCardSize.height}`

/** The focal point of a card, such as `1200x630-30`. The crop moves along one axis only, so one number is enough. */
function parseCardFocus(size: string): number | null {
  const focus = Number(size.slice(cardName.length + 1))
  const isStep = focus % cardFocusStep === 0 && focus >= 0 && focus <= 100 && focus !== 50
  return isStep && size === `${cardName}-${focus}` ? focus / 100 : null
}

function parseSize(size: string): ImageTransform | null {
  if (size === cardName) return { ...socialCardSize, fit: 'cover' }
  const focus = parseCardFocus(size)
  if (focus !== null)
    return { ...socialCardSize, fit: 'cover', gravity: { x: focus, y: focus, mode: 'remainder' } }
  const width = imageWidths.find((candidate) => String(candidate) === size)
  // The original is never enlarged.
  return width ? { width, fit: 'scale-down' } : null
}

/**
 * Chooses the best format and a quicker one, which takes a fraction of the time and is served until the best one
 * exists.
 */
function chooseFormats(acceptedTypes: string): readonly [ImageFormat, ...ImageFormat[]] {
  const quick = acceptedTypes.includes('image/webp') ? 'image/webp' : 'image/jpeg'
  return acceptedTypes.includes('image/avif') ? ['image/avif', quick] : [quick]
}

/** Cache-Control for WebP until a better format has been created. */
const temporaryCacheControl = { open: 'public, max-age=60', closed: 'private, max-age=60' }

/** In milliseconds. Longer than it takes to create a variant, so that a failing one isn't retried on every request. */
const retryAfter = 60_000

/** The maximum number of variants whose last attempt is stored, to limit the isolate's memory. */
const maxAttempts = 10_000

function createImageResponse(
  { format, size, isClosed }: Variant,
  body: ReadableStream | ArrayBuffer,
  cacheControl = permanentCacheControl,
): Response {
  return new Response(body, {
    headers: {
      'Content-Type': format,
      'Cache-Control': cacheControl[isClosed ? 'closed' : 'open'],
      Vary: isClosed ? 'Accept, Cookie' : 'Accept',
      // Other sites show card images beside links to ours.
      ...(size.height && !isClosed ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    },
  })
}

/** Creates the handler of one isolate, with the variants in progress. */
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

  /** Creates a variant after the response, once for all requests in an isolate. */
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

  /** Provides an image for a caller who may see it. For an open image, the best variant has already been looked up. */
  async function provideImage(deps: ImagesDeps, best: Variant, quick: ImageFormat | undefined) {
    const stored = best.isClosed ? await findVariant(deps.env, best) : null
    if (stored) return createImageResponse(best, stored.body)
    if (!quick) return createImageResponse(best, await makeAndStore(deps, best))
    const variant = { ...best, format: quick }
    const found = await findVariant(deps.env, variant)
    const body = found?.body ?? (await makeAndStore(deps, variant))
    // The best variant is created last, so that it doesn't compete with the variant that a reader is waiting for.
    startMaking(deps, best)
    return createImageResponse(variant, body, temporaryCacheControl)
  }

  /**
   * GET /images/{id}/{width}, or …/1200x630 for card images. Browsers cache images for a year, because ids identify the
   * content. Closed images are cached only by their readers' browsers.
   */
  return async function getImage(context: EdgeContext<ImagesDeps>): Promise<Response> {
    const { deps } = context.var
    const { env, execution } = deps
    const { id = '', size = '' } = context.req.param()
    const imageSize = parseSize(size)
    if (!imageIdPattern.test(id) || !imageSize) return createErrorResponse('not_found')
    // Every program that fetches card images supports JPEG.
    const accepted = imageSize.height ? '' : (context.req.header('Accept') ?? '')
    const [format, quick] = chooseFormats(accepted)
    // Cloudflare's cache doesn't vary by Accept, so the key contains the format. The key also contains a version,
    // because an earlier release cached images for a year, and some of them may have been removed since.
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
    const original = await findStoredFile(deps, id, 'image')
    if (!original.ok) return createErrorResponse(original.failure.code)
    const { isClosed } = original.value
    const provided = await tryStorage(deps, id, () =>
      provideImage(deps, { ...variant, isClosed }, quick),
    )
    if (!provided.ok) return createErrorResponse(provided.failure.code)
    const isFinal = provided.value.headers.get('Content-Type') === format
    return isFinal && !isClosed ? cacheAndReturn(provided.value) : provided.value
  }
}
