import { decideAccess } from '../../src/domain/access.ts'
import { pictureIdPattern } from '../../src/domain/picture.ts'
import { pictureQuality, pictureWidths, socialCard } from '../../src/domain/picture-address.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { type EdgeContext, withCaller } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { isWithinLimit } from '../http/guards.ts'
import { isSignedForDraft } from './preview-pictures.ts'

type Cut = ImageTransform
type Format = 'image/avif' | 'image/webp' | 'image/jpeg'

function cutFor(size: string): Cut | null {
  if (size === `${socialCard.width}x${socialCard.height}`) return { ...socialCard, fit: 'cover' }
  const width = pictureWidths.find((candidate) => String(candidate) === size)
  // Never wider than the original: that would add bytes and nothing to see.
  return width ? { width, fit: 'scale-down' } : null
}

function formatFor(accepted: string): Format {
  if (accepted.includes('image/avif')) return 'image/avif'
  return accepted.includes('image/webp') ? 'image/webp' : 'image/jpeg'
}

/** Object storage and Images throw where they are away, or where the original is damaged. */
async function attempt<Value>(
  context: EdgeContext,
  id: string,
  action: () => Promise<Value>,
): Promise<Result<Value, Response>> {
  try {
    return succeed(await action())
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    context.var.services.log('picture_unavailable', { id, reason })
    return fail(errorResponse('unavailable'))
  }
}

/** Whether it is a picture of a draft, by an address from the draft's own text. */
async function isOfDraft(context: EdgeContext, id: string): Promise<boolean> {
  const { deskKeys, now } = context.var.services
  return isSignedForDraft(id, new URL(context.req.url).searchParams, await deskKeys, now())
}

/**
 * GET /images/{id}/{width}, or …/1200x630 for cards. Ids name a content, so a picture is kept for
 * ever; one that stands only behind a lead-in is given to entitled readers and kept by nobody else.
 */
export async function picture(context: EdgeContext): Promise<Response> {
  const { id = '', size = '' } = context.req.param()
  const cut = cutFor(size)
  if (!pictureIdPattern.test(id) || !cut) return errorResponse('not_found')
  // Cards are read by machines that promise little and understand JPEG.
  const format = cut.height ? 'image/jpeg' : formatFor(context.req.header('Accept') ?? '')
  // The format belongs to the key: Cloudflare's cache does not vary by Accept.
  const key = new Request(new URL(`/images/${id}/${size}?${format}`, context.req.url))
  const cached = await caches.default.match(key)
  if (cached) return new Response(cached.body, cached)

  if (!(await isWithinLimit(context, 'LOOK_UP_LIMIT', 'picture'))) {
    return errorResponse('too_many_requests')
  }
  const stored = await attempt(context, id, () => context.env.MEDIA.get(id))
  if (!stored.ok) return stored.failure
  const original = stored.value
  if (!original) return errorResponse('not_found')
  const isClosed = original.customMetadata?.closed === '1'
  const make = () =>
    attempt(context, id, async () => {
      const made = await context.env.IMAGES.input(original.body)
        .transform(cut)
        .output({ format, quality: pictureQuality })
      return new Response(made.image(), {
        headers: {
          'Content-Type': format,
          'Cache-Control': isClosed
            ? 'private, max-age=86400'
            : 'public, max-age=31536000, immutable',
          Vary: isClosed ? 'Accept, Cookie' : 'Accept',
          // Cards are made to be shown elsewhere, beside a link.
          ...(cut.height && !isClosed ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
        },
      })
    })
  if (isClosed) {
    const give = async () => {
      const made = await make()
      return made.ok ? made.value : made.failure
    }
    if (await isOfDraft(context, id)) return give()
    return withCaller(context, (caller) => {
      const standing = caller.kind === 'reader' ? caller.standing : null
      // The same answer as for a picture that does not exist.
      return decideAccess('members', standing).open ? give() : errorResponse('not_found')
    })
  }
  const made = await make()
  if (!made.ok) return made.failure
  context.executionCtx.waitUntil(caches.default.put(key, made.value.clone()))
  return made.value
}
