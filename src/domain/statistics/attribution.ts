/** The origin of a visit. It's stored with the visitor's action: a subscription, a gift, an account or a sign-up. */
import { z } from 'zod'
import { slugPattern } from '../slug.ts'
import { classifySource, readCampaign, sources } from './source.ts'

const slug = z.string().max(120)

/** Fields are empty if unknown. None of them identifies the visitor. */
export const attributionSchema = z.object({
  /** The first page of the visit. */
  landing: z.string().max(200),
  source: z.union([z.enum(sources), z.literal('')]),
  campaign: z.string().max(80),
  /** The issue of The Weekly whose email led here. */
  issue: slug,
  /** The last story that was new in the visit, and the last one whose paywall was seen. */
  lastArticle: slug,
  wallArticle: slug,
})
export type Attribution = z.infer<typeof attributionSchema>

/** The attribution in a more important record, which isn't lost if its attribution is malformed. */
export const storedAttributionSchema = attributionSchema.nullable().default(null).catch(null)

/** A visit as described by the browser, whose data isn't trusted. */
export type Visit = {
  /** Null if the first page wasn't recorded. */
  readonly landing: {
    readonly path: string
    readonly search: string
    readonly referrer: string
  } | null
  readonly lastArticle: string
  readonly wallArticle: string
}

const pathPattern = /^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)?)?$/

/** Links in emails, and pages whose address contains a person's name. */
const personalPages =
  /^\/(?:magic|gift|redeem|reader|preview|newsletter\/(?:confirm|unsubscribe|preferences))(?:\/|$)/

/** Drops malformed parts. Returns null if nothing remains. */
export function createAttribution(visit: Visit, ownOrigin: string): Attribution | null {
  const attribution: Attribution = {
    ...describeLanding(visit, ownOrigin),
    lastArticle: toSlug(visit.lastArticle),
    wallArticle: toSlug(visit.wallArticle),
  }
  return Object.values(attribution).some((value) => value !== '') ? attribution : null
}

const toSlug = (value: string) => (value.length <= 120 && slugPattern.test(value) ? value : '')

function describeLanding(
  { landing }: Visit,
  ownOrigin: string,
): Pick<Attribution, 'landing' | 'source' | 'campaign' | 'issue'> {
  const unknown = { landing: '', source: '', campaign: '', issue: '' } as const
  // A visit that begins with a link in one of our emails continues an earlier visit.
  if (!landing || personalPages.test(landing.path)) return unknown
  const isPath = landing.path.length <= 200 && pathPattern.test(landing.path)
  const source = classifySource(landing, ownOrigin)
  const campaign = readCampaign(landing.search)
  return {
    landing: isPath ? landing.path : '',
    source,
    ...(source === 'newsletter'
      ? { campaign: '', issue: toSlug(campaign) }
      : { campaign: source === 'campaign' ? campaign : '', issue: '' }),
  }
}
