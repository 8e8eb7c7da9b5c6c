import type {
  GivenArticleItem,
  GivenArticlesResponse,
} from '../../contracts/endpoints/gift-link-endpoints.ts'
import { giftLinkDays, givenArticlesPerMonth } from '../../publication/offer.ts'

export const giftLinkPromise = `Anyone who opens your link within ${giftLinkDays} days can read this story for free.`

export const describeLeft = (left: number) =>
  `${left} of ${givenArticlesPerMonth} stories left to give this month`

/** Returns a date such as “3 December”, in the publication's time zone. */
function formatDate(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone }).format(
    new Date(time),
  )
}

export const describeEnd = ({ until }: Pick<GivenArticleItem, 'until'>, timeZone: string) =>
  `Anyone with this link can read the story until ${formatDate(until, timeZone)}.`

/** Finds this month's link, which is returned again if the article is given again. */
export const findLink = ({ given }: GivenArticlesResponse, slug: string) =>
  given.find((item) => item.slug === slug && item.isOfThisMonth && item.state !== 'revoked')

export function describeGivenArticle(item: GivenArticleItem, timeZone: string): string {
  const given = `Given on ${formatDate(item.givenAt, timeZone)}.`
  switch (item.state) {
    case 'working':
      return `${given} The link works until ${formatDate(item.until, timeZone)}.`
    case 'expired':
      return `${given} The link has expired.`
    case 'revoked':
      return `${given} You turned the link off.`
  }
}
