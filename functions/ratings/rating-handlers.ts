import { z } from 'zod'
import { listedArticleSchema } from '../../src/domain/article.ts'
import { getIdentifier, identifierSchema } from '../../src/domain/identifier.ts'
import {
  getDeviceRatingPath,
  getReaderRatingPath,
  type StoredRating,
  storedRatingSchema,
} from '../../src/domain/rating.ts'
import { succeed } from '../../src/domain/result.ts'
import { createTokenCookie, readTokenCookie } from '../identity/cookies.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { type AccessCaller, decideForCaller, refuseClosed } from '../paywall/decide-for-caller.ts'
import type { RenamedStoriesDeps } from '../publishing/renamed-stories.ts'

type Rating = Pick<StoredRating, 'slug' | 'rating'>
type Rater = {
  readonly getPath: (identifier: string) => string
  readonly reader: AccessCaller | null
}
type RatingDeps = Deps & RenamedStoriesDeps

const publishedSchema = z.object({
  status: z.literal('published'),
  access: listedArticleSchema.shape.access,
  identifier: identifierSchema,
})

/** Costs one database read and one write, besides those that identify the reader. */
export const rateArticle: Handle<'PUT /api/ratings/:slug', RatingDeps> = (rating, reader, deps) => {
  if (!reader) return rateAsGuest(deps, rating)
  const getPath = (identifier: string) => getReaderRatingPath(identifier, reader.uid)
  return storeRating(deps, { getPath, reader }, rating)
}

async function rateAsGuest(deps: RatingDeps, rating: Rating) {
  const { tokens, now, setCookies } = deps
  const known = await readDeviceId(deps)
  const deviceId = known ?? crypto.randomUUID()
  const getPath = (identifier: string) => getDeviceRatingPath(identifier, deviceId)
  // The cookie is renewed each time, so that it's valid for a year after the last rating.
  setCookies([createTokenCookie('device', await tokens.issueToken('device', deviceId, now()))])
  return known ? storeRating(deps, { getPath, reader: null }, rating) : refuse('unknown_device')
}

function readDeviceId({ tokens, now, request }: Deps): Promise<string | null> {
  return tokens.readToken('device', readTokenCookie(request, 'device'), now())
}

async function storeRating(deps: RatingDeps, { getPath, reader }: Rater, { slug, rating }: Rating) {
  const { firestore, now } = deps
  const refuseStorage = (kind: string) =>
    refuseUnavailable(
      deps,
      'rating_unavailable',
      { kind },
      'We couldn’t save your rating. Something went wrong on our side. Try again in a minute.',
    )
  const stored = await firestore.getAll([`articles/${slug}`], Object.keys(publishedSchema.shape))
  if (!stored.ok) return refuseStorage(stored.failure.kind)
  const article = publishedSchema.safeParse(stored.value[0]?.fields)
  if (!article.success) return refuse('not_found', 'This story is no longer available.')
  const decision = await decideForCaller(deps, reader, { slug, access: article.data.access })
  if (!decision.open) return refuseClosed(decision)
  const fields: StoredRating = { slug, uid: reader?.uid ?? null, rating, ratedAt: now() }
  const path = getPath(getIdentifier({ slug, ...article.data }))
  const written = await firestore.commit([{ set: path, fields }])
  return written.ok ? succeed({ rating }) : refuseStorage(written.failure.kind)
}

/**
 * Finds the rating by the story's identifier. Costs one database read, besides those that identify the reader; none for
 * a guest who never rated.
 */
export const getOwnRating: Handle<'GET /api/ratings/:slug'> = async ({ slug }, reader, deps) => {
  const deviceId = reader ? null : await readDeviceId(deps)
  const path = reader
    ? getReaderRatingPath(slug, reader.uid)
    : deviceId && getDeviceRatingPath(slug, deviceId)
  if (path === null) return succeed({ rating: null })
  const stored = await deps.firestore.get(path)
  if (!stored.ok) {
    return refuseUnavailable(deps, 'rating_unavailable', { kind: stored.failure.kind })
  }
  const rating = storedRatingSchema.safeParse(stored.value?.fields).data?.rating ?? null
  return succeed({ rating })
}
