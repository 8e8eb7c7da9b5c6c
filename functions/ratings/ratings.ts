/** What these endpoints take and answer is described in contracts/rating.ts. */
import { z } from 'zod'
import { type RatingResponse, ratingRequestSchema } from '../../src/contracts/rating.ts'
import { decideAccess } from '../../src/domain/access.ts'
import { listedArticleSchema } from '../../src/domain/article.ts'
import {
  deviceRatingPath,
  readerRatingPath,
  type StoredRating,
  storedRatingSchema,
} from '../../src/domain/rating.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import type { Standing } from '../../src/domain/standing.ts'
import { markCookieLine, readMarkCookie, withCookies } from '../account/cookies.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'

type Rater = {
  readonly path: string
  /** Null for a guest. */
  readonly uid: string | null
  readonly standing: Standing | null
}

const publishedSchema = z.object({
  status: z.literal('published'),
  access: listedArticleSchema.shape.access,
})

/** Costs one database read and one write, besides those that find the reader. */
export async function rateStory(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  const request = ratingRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const rating = { slug: slug.data, rating: request.data.rating }
  return withReader(
    context,
    ({ uid, standing }) =>
      store(context, { path: readerRatingPath(slug.data, uid), uid, standing }, rating),
    () => rateAsDevice(context, rating),
  )
}

async function rateAsDevice(
  context: EdgeContext,
  rating: Pick<StoredRating, 'slug' | 'rating'>,
): Promise<Response> {
  const { tokens, now } = context.var.services
  const known = await readDevice(context)
  const device = known ?? crypto.randomUUID()
  const path = deviceRatingPath(rating.slug, device)
  const response = known
    ? await store(context, { path, uid: null, standing: null }, rating)
    : errorResponse('unknown_device')
  // Issued again each time, so that it outlives the last rating by a year.
  const cookie = await tokens.issueMark('device', device, now())
  return withCookies(response, [markCookieLine('device', cookie)])
}

/** Null without a valid cookie. */
function readDevice(context: EdgeContext): Promise<string | null> {
  const { tokens, now } = context.var.services
  return tokens.readMark('device', readMarkCookie(context, 'device'), now())
}

/** Sets the whole document, whatever it was: called twice, it leaves the same; out of order, the last. */
async function store(
  context: EdgeContext,
  { path, uid, standing }: Rater,
  { slug, rating }: Pick<StoredRating, 'slug' | 'rating'>,
): Promise<Response> {
  const { firestore, now } = context.var.services
  const stored = await firestore.getAll([`articles/${slug}`], ['status', 'access'])
  if (!stored.ok) return unavailable(context, stored.failure)
  const story = publishedSchema.safeParse(stored.value[0]?.fields)
  if (!story.success) {
    return errorResponse('not_found', { message: 'This story is no longer available.' })
  }
  const decision = decideAccess(story.data.access, standing)
  if (!decision.open) {
    return decision.reason === 'signedOut'
      ? errorResponse('signed_out')
      : errorResponse('not_entitled', { reason: decision.reason })
  }
  const fields: StoredRating = { slug, uid, rating, ratedAt: now() }
  const written = await firestore.commit([{ set: path, fields }])
  if (!written.ok) return unavailable(context, written.failure)
  return context.json({ rating } satisfies RatingResponse)
}

/** Costs one database read, besides those that find the reader; none for a guest who never rated. */
export async function ownRating(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  return withReader(
    context,
    ({ uid }) => show(context, readerRatingPath(slug.data, uid)),
    async () => {
      const device = await readDevice(context)
      return show(context, device && deviceRatingPath(slug.data, device))
    },
  )
}

async function show(context: EdgeContext, path: string | null): Promise<Response> {
  if (path === null) return context.json({ rating: null } satisfies RatingResponse)
  const stored = await context.var.services.firestore.get(path)
  if (!stored.ok) return unavailable(context, stored.failure)
  const rating = storedRatingSchema.safeParse(stored.value?.fields).data?.rating ?? null
  return context.json({ rating } satisfies RatingResponse)
}

function unavailable(context: EdgeContext, { kind }: FirestoreFailure): Response {
  context.var.services.log('rating_unavailable', { kind })
  const isChange = context.req.method !== 'GET'
  const message = 'We couldn’t save your rating. The fault is ours: try again in a minute.'
  return errorResponse('unavailable', isChange ? { message } : {})
}
