/**
 * The articles that a reader has given, each with its gift link. Giving the same article again in the same month
 * returns the same link and counts once. A revoked link still counts, and never works again. Doesn't use zod, because
 * browsers load this file.
 */

import { giftLinkDays, givenArticlesPerMonth } from '../../publication/offer.ts'
import { day } from '../duration.ts'
import { fail, type Result, succeed } from '../result.ts'
import { getCalendarDay } from '../time-zone.ts'

/** The minimum number of days for which the list contains an article. */
const listedDays = 90

export type GivenArticle = {
  /** The code of the article's gift link. */
  readonly code: string
  readonly slug: string
  readonly title: string
  readonly givenAt: Date
  /** When the link expires. */
  readonly until: Date
  readonly revokedAt: Date | null
}

export type GiftLinkState = 'working' | 'expired' | 'revoked'

export function getGiftLinkState(
  { until, revokedAt }: Pick<GivenArticle, 'until' | 'revokedAt'>,
  now: Date,
): GiftLinkState {
  if (revokedAt) return 'revoked'
  return until > now ? 'working' : 'expired'
}

/** Returns a month such as “2026-11”. */
const getMonth = (instant: Date, timeZone: string) => getCalendarDay(instant, timeZone).slice(0, 7)

export const isGivenThisMonth = (
  { givenAt }: Pick<GivenArticle, 'givenAt'>,
  now: Date,
  timeZone: string,
) => getMonth(givenAt, timeZone) === getMonth(now, timeZone)

/** Returns the number of articles that the reader can still give this month. */
export function countLeft(given: readonly GivenArticle[], now: Date, timeZone: string): number {
  const count = given.filter((article) => isGivenThisMonth(article, now, timeZone)).length
  return Math.max(0, givenArticlesPerMonth - count)
}

type Giving = {
  /** The list with the article given now, newest first. */
  readonly given: readonly GivenArticle[]
  readonly link: GivenArticle
}

/** `code` is used for a new link. An expired link from this month works for another `giftLinkDays`. */
export function giveArticle(
  given: readonly GivenArticle[],
  { slug, title, code }: Pick<GivenArticle, 'slug' | 'title' | 'code'>,
  now: Date,
  timeZone: string,
): Result<Giving, 'noneLeft'> {
  const until = new Date(now.getTime() + giftLinkDays * day)
  const known = given.find(
    (article) =>
      article.slug === slug && !article.revokedAt && isGivenThisMonth(article, now, timeZone),
  )
  if (known) {
    if (getGiftLinkState(known, now) === 'working') return succeed({ given, link: known })
    const link = { ...known, title, until }
    return succeed({ given: given.map((article) => (article === known ? link : article)), link })
  }
  if (countLeft(given, now, timeZone) === 0) return fail('noneLeft')
  const link = { code, slug, title, givenAt: now, until, revokedAt: null }
  const listedSince = now.getTime() - listedDays * day
  const listed = given.filter(({ givenAt }) => givenAt.getTime() > listedSince)
  return succeed({ given: [link, ...listed], link })
}

/** Returns the list unchanged if the link is unknown or already revoked. */
export function revokeGiftLink(
  given: readonly GivenArticle[],
  code: string,
  now: Date,
): readonly GivenArticle[] {
  const isChanged = given.some((article) => article.code === code && !article.revokedAt)
  if (!isChanged) return given
  return given.map((article) => (article.code === code ? { ...article, revokedAt: now } : article))
}
