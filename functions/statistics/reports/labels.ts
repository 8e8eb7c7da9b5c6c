/** Names of the groups that reports count by. */
import { formatMonthCount } from '../../../src/domain/number-words.ts'
import type { ReaderKind, RejectionReason } from '../../../src/domain/statistics/counters.ts'
import type { Source } from '../../../src/domain/statistics/source.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import { plans } from '../../../src/publication/offer.ts'

/** Creates labels for stored text; the type ensures that none is missing. */
const createNames = <Key extends string>(names: Readonly<Record<Key, string>>) =>
  new Map<string, string>(Object.entries(names))

const sourceNames = createNames<Source>({
  direct: 'Direct',
  search: 'Search engines',
  social: 'Social networks',
  newsletter: newsletter.name,
  share: 'Shared links',
  gift: 'Gift links',
  own: 'Our own pages',
  campaign: 'Campaigns',
  other: 'Other sites',
})
export const nameSource = (source: string) => sourceNames.get(source) ?? 'Unknown'

const readerKindNames = createNames<ReaderKind>({
  guest: 'Guests',
  registered: 'Readers with an account',
  subscriber: 'Subscribers',
})
export const nameReaderKind = (kind: string) => readerKindNames.get(kind) ?? kind

const regionNames = new Intl.DisplayNames('en-GB', { type: 'region' })
export const nameCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : 'Unknown'

const rejectionNames = createNames<RejectionReason>({
  optedOut: 'From browsers that ask not to be tracked',
  robot: 'From robots',
  unknownEvent: 'Unknown event',
  malformed: 'Malformed',
  foreignReader: 'About another reader',
  repeated: 'Repeated',
  tooManyStories: 'About too many stories',
  tooManyFigures: 'About too many pages and hours',
  unknownStory: 'About a story that doesn’t exist',
})
export const nameRejection = (reason: string) => rejectionNames.get(reason) ?? reason

const cancelReasonNames = new Map([
  ['stories', 'The stories'],
  ['technical', 'Technical problems'],
  ['price', 'The price'],
  ['time', 'No time to read'],
  ['direction', 'The publication’s direction'],
  ['temporary', 'Only for a while'],
  ['other', 'Another reason'],
  ['unknown', 'No reason given'],
  ['operator', 'Cancelled by an operator'],
  ['payPal', 'Cancelled at PayPal'],
  ['accountDeleted', 'Account deleted'],
])
export const nameCancelReason = (reason: string) =>
  cancelReasonNames.get(reason || 'unknown') ?? reason

const planNames = new Map(Object.entries(plans).map(([plan, { name }]) => [plan, name]))

export function namePlan(plan: string): string {
  const gift = /^gift_(\d+)$/.exec(plan)
  if (gift) return `Gift of ${formatMonthCount(Number(gift[1]))}`
  const name = planNames.get(plan)
  if (name === undefined) return plan === '' ? 'No plan' : plan
  return plan.startsWith('international') ? `${name}, international` : name
}
