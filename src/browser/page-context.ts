/**
 * The page of an event. Only campaign parameters are sent, because addresses may contain sign-in links.
 */
import type { CollectedEvent } from '../contracts/collect-endpoints.ts'
import { attempt } from './attempt.ts'

const isCampaignParameter = (name: string) => name === 'source' || name.startsWith('utm_')

/** The maximum of contracts/collect-endpoints.ts. */
const maxLength = 300

function getCampaign(search: string): string {
  const campaign = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => isCampaignParameter(name)),
  ).toString()
  return campaign && `?${campaign}`
}

/** The origin is enough for other sites. */
function getReferrer(referrer: string, origin: string): string {
  const from = attempt(() => new URL(referrer))
  if (!from) return ''
  return from.origin === origin ? origin + from.pathname : from.origin
}

export function describeCurrentPage(
  { pathname, search, origin }: Pick<Location, 'pathname' | 'search' | 'origin'>,
  { title, referrer }: Pick<Document, 'title' | 'referrer'>,
): CollectedEvent['context']['page'] {
  return {
    // Without the code of a gift, which is like money. Such pages send no referrer.
    path: (pathname.startsWith('/gift/') ? '/gift' : pathname).slice(0, maxLength),
    search: getCampaign(search).slice(0, maxLength),
    title: title.slice(0, maxLength),
    referrer: getReferrer(referrer, origin).slice(0, maxLength),
  }
}
