import { describe, expect, it } from 'vitest'
import { type SubscriptionEmail, subscriptionEmails } from './outbox-item.ts'
import { isEmailOutdated } from './outdated-email.ts'
import { noSubscription, type Subscription } from './subscription.ts'
import type { ReaderRequest } from './subscription-event.ts'
import { transition } from './transition.ts'

const now = new Date('2026-11-20T12:00:00Z')
const paidThrough = new Date('2026-12-10T12:00:00Z')
const commonFields = { plan: 'annual_99', provider: 'I-1', paidThrough, heldUntil: null } as const
const dates = {
  lastPaymentAt: null,
  seenPaymentAt: null,
  trialEndsAt: null,
  offerAcceptedAt: null,
  giftHold: null,
  remindedAt: null,
  previous: null,
}
const active: Subscription = { state: 'active', ...commonFields, ...dates }
const failed: Subscription = { ...active, state: 'paymentFailed', failedAt: now, retry: null }

function getEmails(...requests: readonly ReaderRequest[]) {
  let record = { ...noSubscription, subscription: active }
  const emails: { template: SubscriptionEmail; describedSubscription: Subscription }[] = []
  for (const [index, request] of requests.entries()) {
    const next = transition(record, request, new Date(now.getTime() + index * 1000))
    if (!next.ok) throw new Error(`${request.kind}: ${next.failure}`)
    record = next.value.record as typeof record
    for (const template of next.value.emails)
      emails.push({ template, describedSubscription: record.subscription })
  }
  const current: Subscription = record.subscription
  return emails
    .filter(
      ({ template, describedSubscription }) =>
        !isEmailOutdated(template, describedSubscription, current),
    )
    .map(({ template }) => template)
}

describe('after several changes', () => {
  it.each<[SubscriptionEmail[], ReaderRequest['kind'][]]>([
    [['cancelled'], ['cancel']],
    [['resumed'], ['cancel', 'reactivate']],
    [['cancelled'], ['cancel', 'reactivate', 'cancel']],
    [['resumed'], ['cancel', 'reactivate', 'cancel', 'reactivate']],
    [['paused'], ['pause', 'reactivate', 'pause']],
    [['resumed'], ['pause', 'reactivate']],
    [['cancelled'], ['pause', 'cancel']],
    [['paused'], ['cancel', 'reactivate', 'pause']],
    [['offerAccepted'], ['pause', 'reactivate', 'acceptOffer']],
    [['cancelled'], ['acceptOffer', 'cancel']],
    [
      ['cancelled', 'ended'],
      ['cancel', 'endNow'],
    ],
  ])('only %j is sent after %j', (expected, kinds) => {
    const requests = kinds.map(
      (kind): ReaderRequest => (kind === 'pause' ? { kind, months: 2 } : { kind }),
    )
    expect(getEmails(...requests)).toEqual(expected)
  })
})

it('drops an email about a failed payment that has been paid, and always sends receipts and refunds', () => {
  expect(isEmailOutdated('paymentFailed', failed, failed)).toBe(false)
  expect(isEmailOutdated('paymentFailed', failed, active)).toBe(true)
  for (const template of ['started', 'paymentFixed', 'refunded', 'ended'] as const) {
    expect(isEmailOutdated(template, active, failed)).toBe(false)
  }
})

it('ignores the hour at which PayPal bills', () => {
  const movedBilling = { ...active, paidThrough: new Date('2026-12-10T16:00:00Z') }
  for (const template of ['resumed', 'renewalReminder'] as const) {
    expect(isEmailOutdated(template, active, movedBilling)).toBe(false)
  }
})

it('drops a reminder of a renewal that has been moved', () => {
  const later = { ...active, heldUntil: new Date('2027-01-10T12:00:00Z') }
  expect(isEmailOutdated('renewalReminder', active, active)).toBe(false)
  expect(isEmailOutdated('renewalReminder', active, later)).toBe(true)
})

it('for a replaced subscription, sends only emails about its end and its payments', () => {
  const next = { ...active, provider: 'I-2' }
  const sent = subscriptionEmails.filter((template) => !isEmailOutdated(template, active, next))
  expect(sent).toEqual(['paymentFixed', 'ended', 'refunded'])
})
