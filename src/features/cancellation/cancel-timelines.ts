/** Consequences of each step, in the order in which they happen. Dates and amounts come from the server. */
import type {
  OutlookResponse,
  SubscriptionOutlookResponse,
} from '../../contracts/endpoints/subscription-endpoints.ts'
import { formatMonths, nameMonths } from '../../domain/number-words.ts'
import { chooseForFreeMonths, freeMonths } from '../../domain/subscription/free-months.ts'
import { formatUpcoming, summariseUpcoming } from '../../domain/subscription/outlook-text.ts'
import { pauseMonths, retentionOffer } from '../../publication/offer.ts'
import { formatDate, formatPayment } from '../../ui/subscription-text.ts'

export type TimelineEntry = readonly [when: string, what: string]

type Event = OutlookResponse['upcoming'][number]

const parse = (event: Event) => ({ ...event, at: new Date(event.at) })

const unaffectedText =
  'Your account, saved stories and receipts stay, and you can come back any time.'

const endsNow = (outcome: OutlookResponse) => !outcome.isOpen || outcome.closesAt === null

/** Describes a cancellation in one paragraph, beside “Cancel now”. */
export function describeCancellation(outcome: OutlookResponse): string {
  return endsNow(outcome)
    ? 'Your subscription ends straight away, because you have no paid time left. You won’t be charged again.'
    : `You won’t be charged again. You can read everything until ${formatDate(outcome.closesAt!)}, and change your mind any time before then.`
}

export function listCancellation(outcome: OutlookResponse): readonly TimelineEntry[] {
  if (endsNow(outcome)) {
    return [
      ['Straight away', 'Your subscription ends. You won’t be charged again.'],
      ['After that', unaffectedText],
    ]
  }
  const given =
    outcome.givenMonths > 0
      ? ` That time includes ${formatMonths(outcome.givenMonths)} that you haven’t used yet.`
      : ''
  return [
    ['Straight away', 'You won’t be charged again.'],
    [
      `Until ${formatDate(outcome.closesAt!)}`,
      `You can read everything, and change your mind whenever you like.${given}`,
    ],
    ['After that', `Subscriber stories will be locked. ${unaffectedText}`],
  ]
}

const pausedText =
  'Your subscription is paused. You can’t read subscriber stories, and you won’t be charged.'

/** Lists the consequences of a pause, up to the first payment after it. */
export function listPause(outcome: OutlookResponse): readonly TimelineEntry[] {
  const { opensAt, nextPayment, upcoming } = outcome
  const begin = upcoming.findIndex(({ kind }) => kind === 'closes')
  const payment = upcoming.slice(begin + 1).find(({ kind }) => kind === 'payment')
  const entries: TimelineEntry[] = upcoming
    .slice(0, Math.max(begin, 0))
    .map(parse)
    .map(formatUpcoming)
  if (begin < 0) entries.push(['Straight away', pausedText])
  else {
    const day = formatDate(upcoming[begin]!.at)
    entries.push([`Until ${day}`, 'You can read everything.'], [`From ${day}`, pausedText])
  }
  if (opensAt)
    entries.push([formatDate(opensAt), 'Your pause ends, and you can read everything again.'])
  if (payment) entries.push(formatUpcoming(parse(payment)))
  else if (nextPayment)
    entries.push(['After that', `Your next payment is ${formatPayment(nextPayment)}.`])
  return entries
}

/** Lists the consequences of free months, up to the first payment after them, or the payment that they reduce. */
export function listFreeMonths({
  now: { nextPayment },
  steps: { acceptOffer },
}: SubscriptionOutlookResponse): readonly TimelineEntry[] {
  const upcoming = acceptOffer?.upcoming ?? []
  const use = upcoming.findIndex(({ sources }) => sources.includes('freeMonth'))
  const payment = upcoming.findIndex(({ kind }, index) => kind === 'payment' && index >= use)
  const shown = use < 0 ? [] : upcoming.slice(0, Math.max(use, payment) + 1)
  const before: readonly TimelineEntry[] = nextPayment
    ? [['At the moment', `Your next payment is ${formatPayment(nextPayment)}.`]]
    : []
  const waits =
    use < 0
      ? ` ${chooseForFreeMonths('It’ll be used for a later payment.', 'They’ll be used for later payments.')}`
      : ''
  return [
    ...before,
    [
      `With the ${freeMonths}`,
      `You’ll keep full access, and you’ll keep the ${nameMonths(retentionOffer.months)} even if you cancel.${waits}`,
    ],
    ...summariseUpcoming(shown.map(parse)),
  ]
}

const placeholderDay = '2099-09-30T12:00:00.000Z'

const createPlaceholder = (...kinds: readonly Event['kind'][]): OutlookResponse => ({
  isOpen: true,
  closesAt: placeholderDay,
  opensAt: placeholderDay,
  nextPayment: { at: placeholderDay, minorUnits: 1399 },
  givenMonths: 0,
  upcoming: kinds.map((kind) => ({
    at: placeholderDay,
    kind,
    minorUnits: 1399,
    months: 0,
    sources: kind === 'skippedPayment' ? ['freeMonth'] : [],
  })),
})

/** Reserves room until the server has answered, and is never visible. */
export const placeholderOutlook: SubscriptionOutlookResponse = {
  now: createPlaceholder(),
  steps: {
    cancel: createPlaceholder(),
    acceptOffer: createPlaceholder('skippedPayment', 'payment'),
    pause: { [pauseMonths[0]]: createPlaceholder('closes', 'payment') },
  },
  planStarts: {},
  amountDue: null,
}
