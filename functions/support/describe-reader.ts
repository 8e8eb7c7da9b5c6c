import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { day } from '../../src/domain/duration.ts'
import { getUnpaidPrevious } from '../../src/domain/subscription/desired-status.ts'
import { getNextPayment, resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { listUpcoming } from '../../src/domain/subscription/outlook.ts'
import { formatCents, formatUpcoming } from '../../src/domain/subscription/outlook-text.ts'
import { getSoldPrice } from '../../src/domain/subscription/sold.ts'
import type {
  BankEntry,
  Subscription,
  UsedMonths,
} from '../../src/domain/subscription/subscription.ts'
import { getBankEnd, type TimeSource } from '../../src/domain/subscription/time-bank.ts'
import { plans } from '../../src/publication/offer.ts'
import type { FoundReader } from './find-reader.ts'
import { formatCount } from './staff-answer.ts'

const formatOptionalTime = (instant: Date | null) => instant && formatTime(instant)

type Line = readonly [name: string, value: string | null | undefined | false]

/** Lines without a value are left out. */
const formatLines = (lines: readonly Line[]) =>
  lines.flatMap(([name, value]) => (value ? [`${name.padEnd(16)} ${value}`] : []))

/** `credit`: the referral credit in words. */
export function describeReader(
  { uid, profile, record }: FoundReader,
  now: Date,
  credit: string | null = null,
): string[] {
  const { allowedSteps } = resolveEntitlement(record, now)
  const { complimentaryUntil } = record
  const lines = formatLines([
    ['uid', uid],
    ['account', !profile && 'none yet (paid as a guest)'],
    ...(profile ? formatProfile(profile) : []),
    ['status', formatStatus(record, now)],
    ['actions', allowedSteps.join(', ') || 'none'],
    ...formatSubscription(record),
    ...formatBank(record),
    ['complimentary', complimentaryUntil && `until ${formatTime(complimentaryUntil)}`],
    ['credit', credit],
  ])
  return [...lines, ...describeUpcoming(record, now)]
}

/** Returns a text such as “isSubscribed (active); can read”. */
export function formatStatus(record: FoundReader['record'], now: Date): string {
  const { status, detail, entitled, until } = resolveEntitlement(record, now)
  const access = entitled ? `can read${until ? ` until ${formatTime(until)}` : ''}` : 'can’t read'
  return `${status} (${detail}); ${access}`
}

export const formatNextPayment = ({
  at,
  minorUnits,
}: NonNullable<ReturnType<typeof getNextPayment>>) =>
  `${formatCents(minorUnits)} on ${formatTime(at)}`

/** Describes the coming twelve months, as the reader's account shows them. */
function describeUpcoming(record: FoundReader['record'], now: Date): string[] {
  const upcoming = listUpcoming(record, now).map(formatUpcoming)
  if (upcoming.length === 0) return []
  return ['what happens next', ...upcoming.map(([day, text]) => `  ${day.padEnd(18)} ${text}`)]
}

const formatSource = ({ source, id }: TimeSource) => (id === '' ? source : `${source} ${id}`)

/** Days are rounded to a tenth. */
function formatEntry({ months, rest, isSuspended, ...source }: BankEntry): Line {
  const time = [
    ...(months > 0 ? [formatCount(months, 'month')] : []),
    ...(rest > 0 ? [formatCount(Math.round((rest / day) * 10) / 10, 'day')] : []),
  ]
  const suffix = isSuspended ? '; on hold (disputed)' : ''
  return ['given time', `${formatSource(source)}: ${time.join(' and ')}${suffix}`]
}

const formatBank = ({ bank, bankFrom }: FoundReader['record']): Line[] => [
  ...bank.map(formatEntry),
  [
    'used as access',
    bankFrom && `${formatTime(bankFrom)} to ${formatTime(getBankEnd(bank, bankFrom))}`,
  ],
]

function formatProfile(profile: NonNullable<FoundReader['profile']>): Line[] {
  const { first_name, last_name, email, emailVerified, createdAt, deletionRequestedAt } = profile
  return [
    ['name', `${first_name} ${last_name}`.trim() || '(none)'],
    ['email', `${email}${emailVerified ? '' : ' (not confirmed)'}`],
    ['created', formatTime(createdAt)],
    ['deleting', deletionRequestedAt && `since ${formatTime(deletionRequestedAt)}`],
  ]
}

function formatSubscription(record: FoundReader['record']): Line[] {
  const { subscription, isReconciled, offerAcceptedAt } = record
  const freeMonth: Line = [
    'free month',
    offerAcceptedAt && `accepted ${formatTime(offerAcceptedAt)}`,
  ]
  if (!subscription) return [freeMonth]
  const { plan, provider: payPalSubscription, billing } = subscription
  const previous = getUnpaidPrevious(subscription)
  const price = `${formatCents(getSoldPrice(subscription))} a ${plans[plan].period}`
  const next = getNextPayment(record)
  return [
    ['subscription', `${formatState(subscription)}; ${plan}, ${price}`],
    [
      'PayPal',
      `${payPalSubscription}${isReconciled ? '' : ' (out of sync; retried every minute)'}`,
    ],
    ['plan change', previous && `from ${previous.plan} (${previous.provider}); not paid yet`],
    ['next due date', formatTime(subscription.paidThrough)],
    ['counted from', formatOptionalTime(subscription.anchor)],
    ['billed by PayPal', billing && formatBilling(billing)],
    ...subscription.used.map(formatUse),
    ['last payment', formatOptionalTime(subscription.lastPaymentAt)],
    ['next payment', next && formatNextPayment(next)],
    freeMonth,
  ]
}

/** Includes the cause of a failed payment, and the dates of a pause. */
function formatState(subscription: Subscription): string {
  switch (subscription.state) {
    case 'paymentFailed':
      return `${subscription.state} (${subscription.cause}) since ${formatTime(subscription.failedAt)}`
    case 'paused':
      return `${subscription.state} from ${formatTime(subscription.closesAt)} to ${formatTime(subscription.resumesAt)}`
    case 'active':
    case 'ending':
    case 'disputed':
    case 'ended':
      return subscription.state
  }
}

const formatBilling = ({ since, activeAt }: NonNullable<Subscription['billing']>) =>
  `decided ${formatTime(since)}; ${activeAt ? `active at PayPal since ${formatTime(activeAt)}` : 'not yet seen active at PayPal'}`

function formatUse({ months, paymentAt, state, ...source }: UsedMonths): Line {
  const use = paymentAt ? `part of the payment of ${formatTime(paymentAt)}` : 'instead of payments'
  const suffix = state === 'used' ? '' : `; ${state}`
  return ['used time', `${formatSource(source)}: ${formatCount(months, 'month')}, ${use}${suffix}`]
}
