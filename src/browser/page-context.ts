/**
 * The page of an event. Only campaign parameters are sent, because addresses may contain sign-in links.
 */
import type { CollectedEvent } from '../contracts/endpoints/collect-endpoints.ts'
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

/**
 * Without the code of a gift, which is like money, or of a gift link, which opens a story, and without the address of a
 * reader's page, which names them.
 */
const removeCode = (path: string) => path.replace(/^(\/(?:gift|g|reader))\/.*/, '$1')

/** The origin is enough for other sites. */
function getReferrer(referrer: string, origin: string): string {
  const from = attempt(() => new URL(referrer))
  if (!from) return ''
  return from.origin === origin ? origin + removeCode(from.pathname) : from.origin
}

export function describeCurrentPage(
  { pathname, search, origin }: Pick<Location, 'pathname' | 'search' | 'origin'>,
  { title, referrer }: Pick<Document, 'title' | 'referrer'>,
): CollectedEvent['context']['page'] {
  return {
    path: removeCode(pathname).slice(0, maxLength),
    search: getCampaign(search).slice(0, maxLength),
    // A reader's page has their name.
    title: pathname.startsWith('/reader/') ? '' : title.slice(0, maxLength),
    referrer: getReferrer(referrer, origin).slice(0, maxLength),
  }
}
