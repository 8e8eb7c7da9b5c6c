/** What the desk prints about a reader. */
import { formatMoney } from '../../../src/domain/money.ts'
import { nextBillingAt } from '../../../src/domain/next-billing.ts'
import { planPrice, plans } from '../../../src/domain/plan.ts'
import { standing } from '../../../src/domain/standing.ts'
import type { Subscription } from '../../../src/domain/subscription.ts'
import { printInstant } from '../instant.ts'
import { plain } from '../plain.ts'
import type { KnownReader } from './find-reader.ts'

/** To the second, which is as much as a person wants. */
export const when = (instant: Date) =>
  printInstant(new Date(Math.floor(instant.getTime() / 1000) * 1000))

type Line = readonly [name: string, value: string]

export function sayLines(lines: readonly Line[]): void {
  for (const [name, value] of lines) console.log(plain(`${name.padEnd(14)} ${value}`))
}

export function sayReader({ uid, profile, record }: KnownReader, now: Date): void {
  const { status, detail, entitled, until, may } = standing(record, now)
  const access = entitled ? `open${until ? ` until ${when(until)}` : ''}` : 'closed'
  sayLines([
    ['uid', uid],
    ...(profile
      ? profileLines(profile)
      : [['account', 'none yet: paid as a guest'] satisfies Line]),
    ['stands', `${status} (${detail}); articles are ${access}`],
    ['may', may.join(', ') || 'nothing'],
    ...(record.subscription ? subscriptionLines(record.subscription, record.isAligned) : []),
    ...(record.complimentaryUntil
      ? [['complimentary', `until ${when(record.complimentaryUntil)}`] satisfies Line]
      : []),
  ])
}

function profileLines(profile: NonNullable<KnownReader['profile']>): Line[] {
  const { first_name, last_name, email, emailVerified, createdAt, leavingAt } = profile
  return [
    ['name', `${first_name} ${last_name}`.trim() || '(none)'],
    ['e-mail', `${email}${emailVerified ? '' : ' (not confirmed)'}`],
    ['since', when(createdAt)],
    ...(leavingAt ? [['leaving', `since ${when(leavingAt)}`] satisfies Line] : []),
  ]
}

function subscriptionLines(subscription: Subscription, isAligned: boolean): Line[] {
  const { plan, provider, state, paidThrough, lastPaymentAt, offerTakenAt } = subscription
  const price = `${formatMoney(planPrice(plan))} a ${plans[plan].period}`
  const next = nextBillingAt(subscription)
  return [
    ['subscription', `${state}; ${plan}, ${price}`],
    ['PayPal', `${provider}${isAligned ? '' : ' (not yet where we want it)'}`],
    ['paid through', when(paidThrough)],
    ...(lastPaymentAt ? [['last payment', when(lastPaymentAt)] satisfies Line] : []),
    ...(next ? [['next billing', when(next)] satisfies Line] : []),
    ...(offerTakenAt ? [['free month', `taken ${when(offerTakenAt)}`] satisfies Line] : []),
  ]
}
