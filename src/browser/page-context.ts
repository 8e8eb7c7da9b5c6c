/**
 * The page of an event. Only campaign parameters are sent, because addresses may contain sign-in links, and
 * no gift codes, which are like money.
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

const hideGiftCode = (path: string) => (path.startsWith('/gift/') ? '/gift' : path)

/** The origin is enough for other sites. */
function getReferrer(referrer: string, origin: string): string {
  if (!URL.canParse(referrer)) return ''
  const from = new URL(referrer)
  return from.origin === origin ? origin + hideGiftCode(from.pathname) : from.origin
}

export function describeCurrentPage(
  { pathname, search, origin }: Pick<Location, 'pathname' | 'search' | 'origin'>,
  { title, referrer }: Pick<Document, 'title' | 'referrer'>,
): CollectedEvent['context']['page'] {
  return {
    path: hideGiftCode(pathname).slice(0, maxLength),
    search: getCampaign(search).slice(0, maxLength),
    title: title.slice(0, maxLength),
    referrer: getReferrer(referrer, origin).slice(0, maxLength),
  }
}
