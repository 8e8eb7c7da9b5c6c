/**
 * The page of an event. Only campaign parameters are sent, because addresses may contain sign-in links.
 */
import type { CollectedEvent } from '../contracts/collect-endpoints.ts'

const isCampaignParameter = (name: string) => name === 'source' || name.startsWith('utm_')

/** The maximum of contracts/collect-endpoints.ts. */
const maxLength = 300

function getCampaign(search: string): string {
  const campaign = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => isCampaignParameter(name)),
  ).toString()
  return campaign && `?${campaign}`
}

/** Cuts off the code of a gift, which is like money. */
const shorten = (text: string) => text.replace(/\/gift\/.*/, '/gift').slice(0, maxLength)

/** The origin is enough for other sites. */
function getReferrer(referrer: string, origin: string): string {
  if (!URL.canParse(referrer)) return ''
  const from = new URL(referrer)
  return from.origin === origin ? origin + from.pathname : from.origin
}

export function describeCurrentPage(
  { pathname, search, origin }: Pick<Location, 'pathname' | 'search' | 'origin'>,
  { title, referrer }: Pick<Document, 'title' | 'referrer'>,
): CollectedEvent['context']['page'] {
  return {
    path: shorten(pathname),
    search: shorten(getCampaign(search)),
    title: shorten(title),
    referrer: shorten(getReferrer(referrer, origin)),
  }
}
