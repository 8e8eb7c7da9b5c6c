/**
 * The page on which an event happened. Only campaign parameters are sent, because addresses may contain sign-in links.
 */
import type { CollectedEvent } from '../contracts/endpoints/collect-endpoints.ts'
import { attempt } from './attempt.ts'

const isCampaignParameter = (name: string) => name === 'source' || name.startsWith('utm_')

/** The maximum in contracts/collect-endpoints.ts. */
const maxLength = 300

function getCampaign(search: string): string {
  const campaign = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => isCampaignParameter(name)),
  ).toString()
  return campaign && `?${campaign}`
}

/**
 * Removes gift codes, which are like money, gift-link codes, which grant access to a story, and the rest of the address
 * of a reader's page, which contains the reader's name.
 */
const removeCode = (path: string) => path.replace(/^(\/(?:gift|g|reader))\/.*/, '$1')

/** For other sites, returns only the origin. */
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
    // The title of a reader's page contains the reader's name.
    title: pathname.startsWith('/reader/') ? '' : title.slice(0, maxLength),
    referrer: getReferrer(referrer, origin).slice(0, maxLength),
  }
}
