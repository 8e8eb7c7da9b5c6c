/**
 * What an event says of the page where it happened. Addresses may carry what is nobody's business,
 * such as the links by which readers sign in: of their queries only campaigns are told.
 */
import type { CollectedEvent } from '../contracts/collect.ts'

const isCampaign = (name: string) => name === 'source' || name.startsWith('utm_')

/** As the contract has it; longer texts are cut. */
const length = 300

function campaignOf(search: string): string {
  const campaign = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => isCampaign(name)),
  ).toString()
  return campaign && `?${campaign}`
}

/** Of a page of ours its path as well; another site's name is enough. */
function referrerOf(referrer: string, origin: string): string {
  if (!URL.canParse(referrer)) return ''
  const from = new URL(referrer)
  return from.origin === origin ? origin + from.pathname : from.origin
}

export function currentPage(
  { pathname, search, origin }: Pick<Location, 'pathname' | 'search' | 'origin'>,
  { title, referrer }: Pick<Document, 'title' | 'referrer'>,
): CollectedEvent['context']['page'] {
  return {
    path: pathname.slice(0, length),
    search: campaignOf(search).slice(0, length),
    title: title.slice(0, length),
    referrer: referrerOf(referrer, origin).slice(0, length),
  }
}
