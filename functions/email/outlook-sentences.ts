/** Turns an outlook into sentences. Every date and amount comes from the outlook. */
import { formatDay } from '../../src/domain/day.ts'
import type { Outlook, UpcomingEvent } from '../../src/domain/subscription/outlook.ts'
import {
  formatCents,
  formatNextPayment,
  summariseUpcoming,
} from '../../src/domain/subscription/outlook-text.ts'
import { getSoldPrice } from '../../src/domain/subscription/sold.ts'
import type { Subscription } from '../../src/domain/subscription/subscription.ts'
import { site } from '../../src/publication/identity.ts'
import { plans } from '../../src/publication/offer.ts'
import type { EmailContent } from './email-layout.ts'

export type NextPayment = NonNullable<Outlook['nextPayment']>

/** `months`: the months that the reader will have been paused by then. Null if no payment is planned after `now`. */
export function findNextPayment(
  { upcoming, nextPayment }: Outlook,
  now: Date,
): (NextPayment & Partial<Pick<UpcomingEvent, 'months'>>) | null {
  const next = upcoming.find(({ kind }) => kind === 'payment') ?? nextPayment
  return next && next.at > now ? next : null
}

/** Returns when a planned pause begins; null if it has begun or there is none. */
export const findPauseBegin = ({ upcoming }: Outlook) =>
  upcoming.find(({ kind }) => kind === 'closes')?.at ?? null

/** “PayPal will charge $99 on 16 June 2027 for your next year of …”, even if part of it will be refunded. */
export function describeCharge({ at, minorUnits }: NextPayment, about: Subscription): string {
  const price = getSoldPrice(about)
  const full = formatCents(price)
  const day = formatDay(at)
  const time = `for your next ${plans[about.plan].period} of ${site.name}`
  if (minorUnits === price) return `PayPal will charge ${full} on ${day} ${time}.`
  return minorUnits === 0
    ? `You’ll pay nothing ${time}: PayPal will charge ${full} on ${day}, and we’ll refund all of it straight away.`
    : `You’ll pay ${formatCents(minorUnits)} ${time}: PayPal will charge ${full} on ${day}, and we’ll refund the rest straight away.`
}

export const describeNextPayment = (next: NextPayment, about: Subscription): string =>
  next.minorUnits === getSoldPrice(about)
    ? `Your next payment is ${formatNextPayment(next)}.`
    : describeCharge(next, about)

/** Returns null for a reader without access or a subscription. */
export function describeAccess(outlook: Outlook, now: Date): string | null {
  const { isOpen, closesAt, opensAt } = outlook
  if (opensAt) return describePausedAccess(outlook, opensAt)
  if (isOpen)
    return closesAt
      ? `You can read everything until ${formatDay(closesAt)}.`
      : 'You can read everything.'
  return findNextPayment(outlook, now)
    ? 'You can’t read subscriber stories until your next payment.'
    : null
}

function describePausedAccess(outlook: Outlook, opensAt: Date): string {
  const { isOpen, closesAt } = outlook
  const begin = findPauseBegin(outlook)
  if (begin)
    return `You can read everything until ${formatDay(begin)}, when your pause begins, and again from ${formatDay(opensAt)}.`
  // The access is complimentary.
  if (isOpen && closesAt)
    return closesAt < opensAt
      ? `You can read everything until ${formatDay(closesAt)}, and again from ${formatDay(opensAt)}.`
      : 'You can read everything.'
  return `You can’t read subscriber stories until ${formatDay(opensAt)}.`
}

const isPlainPayment = ({ kind, months }: UpcomingEvent) => kind === 'payment' && months === 0

const maxListed = 5

/** Empty if only the usual payments are planned, because the text already names the next payment. */
export const listUpcomingLines = ({ upcoming }: Outlook): NonNullable<EmailContent['upcoming']> =>
  upcoming.every(isPlainPayment) ? [] : summariseUpcoming(upcoming).slice(0, maxListed)
