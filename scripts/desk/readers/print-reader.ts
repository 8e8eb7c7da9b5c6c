import { formatMoney } from '../../../src/domain/money.ts'
import { resolveEntitlement } from '../../../src/domain/subscription/entitlement.ts'
import { getNextBillingAt } from '../../../src/domain/subscription/next-billing.ts'
import { getPlanPrice, plans } from '../../../src/domain/subscription/plan.ts'
import { isPlanChangeWaiting } from '../../../src/domain/subscription/plan-change.ts'
import type { GiftTime, Subscription } from '../../../src/domain/subscription/subscription.ts'
import { formatInstant } from '../manuscripts/instant.ts'
import { printText } from '../terminal.ts'
import type { FoundReader } from './find-reader.ts'

/** To the second. */
export const formatTime = (instant: Date) =>
  formatInstant(new Date(Math.floor(instant.getTime() / 1000) * 1000))

type Line = readonly [name: string, value: string]

function printLines(lines: readonly Line[]): void {
  for (const [name, value] of lines) printText(`${name.padEnd(14)} ${value}`)
}

/** `credit`: the referral credit in words. */
export function printReader(
  { uid, profile, record }: FoundReader,
  now: Date,
  credit: string | null = null,
): void {
  const { status, detail, entitled, until, allowedSteps } = resolveEntitlement(record, now)
  const access = entitled ? `can read${until ? ` until ${formatTime(until)}` : ''}` : 'can’t read'
  printLines([
    ['uid', uid],
    ...(profile
      ? formatProfile(profile)
      : [['account', 'none yet (paid as a guest)'] satisfies Line]),
    ['status', `${status} (${detail}); ${access}`],
    ['actions', allowedSteps.join(', ') || 'none'],
    ...(record.subscription ? formatSubscription(record.subscription, record.isReconciled) : []),
    ...(record.complimentaryUntil
      ? [['complimentary', `until ${formatTime(record.complimentaryUntil)}`] satisfies Line]
      : []),
    ...(credit === null ? [] : [['credit', credit] satisfies Line]),
    ...record.gifts.map(formatGiftTime),
  ])
}

const formatGiftTime = ({ id, from, until, isSuspended }: GiftTime): Line => [
  'gift',
  `${id}, ${isSuspended ? 'on hold (disputed)' : `${formatTime(from)} to ${formatTime(until)}`}`,
]

function formatProfile(profile: NonNullable<FoundReader['profile']>): Line[] {
  const { first_name, last_name, email, emailVerified, createdAt, deletionRequestedAt } = profile
  return [
    ['name', `${first_name} ${last_name}`.trim() || '(none)'],
    ['email', `${email}${emailVerified ? '' : ' (not confirmed)'}`],
    ['created', formatTime(createdAt)],
    ...(deletionRequestedAt
      ? [['deleting', `since ${formatTime(deletionRequestedAt)}`] satisfies Line]
      : []),
  ]
}

function formatSubscription(subscription: Subscription, isReconciled: boolean): Line[] {
  const { plan, provider, state, paidThrough, lastPaymentAt, offerAcceptedAt, previous } =
    subscription
  const price = `${formatMoney(getPlanPrice(plan))} a ${plans[plan].period}`
  const nextBilling = getNextBillingAt(subscription)
  return [
    ['subscription', `${state}; ${plan}, ${price}`],
    ['PayPal', `${provider}${isReconciled ? '' : ' (out of sync; retried every minute)'}`],
    ...(previous && isPlanChangeWaiting(subscription)
      ? [
          [
            'plan change',
            `from ${previous.plan} (${previous.provider}); not paid yet`,
          ] satisfies Line,
        ]
      : []),
    ['paid through', formatTime(paidThrough)],
    ...(lastPaymentAt ? [['last payment', formatTime(lastPaymentAt)] satisfies Line] : []),
    ...(nextBilling ? [['next billing', formatTime(nextBilling)] satisfies Line] : []),
    ...(offerAcceptedAt
      ? [['free month', `used ${formatTime(offerAcceptedAt)}`] satisfies Line]
      : []),
  ]
}
