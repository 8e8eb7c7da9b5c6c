import { describe, expect, it } from 'vitest'
import { isOutdated } from './outdated-email.ts'
import { type Letter, letters } from './owed.ts'
import { noSubscription, type Subscription } from './subscription.ts'
import type { ReaderRequest } from './subscription-event.ts'
import { transition } from './subscription-transition.ts'

const now = new Date('2026-11-20T12:00:00Z')
const paidThrough = new Date('2026-12-10T12:00:00Z')
const common = { plan: 'annual_99', provider: 'I-1', paidThrough, heldUntil: null } as const
const dates = { lastPaymentAt: null, seenPaymentAt: null, offerTakenAt: null, remindedAt: null }
const active: Subscription = { state: 'active', ...common, ...dates }
const failed: Subscription = { ...active, state: 'paymentFailed', failedAt: now, retry: null }

/** Every email of a reader's changes, with the subscription as each of them describes it. */
function emailsOf(...requests: readonly ReaderRequest[]) {
  let record = { ...noSubscription, subscription: active }
  const emails: { letter: Letter; about: Subscription }[] = []
  for (const [index, request] of requests.entries()) {
    const next = transition(record, request, new Date(now.getTime() + index * 1000))
    if (!next.ok) throw new Error(`${request.kind}: ${next.failure}`)
    record = next.value.record as typeof record
    for (const letter of next.value.letters) emails.push({ letter, about: record.subscription })
  }
  const current: Subscription = record.subscription
  return emails
    .filter(({ letter, about }) => !isOutdated(letter, about, current))
    .map(({ letter }) => letter)
}

describe('of several changes of mind', () => {
  it.each<[Letter[], ReaderRequest['kind'][]]>([
    [['cancelled'], ['cancel']],
    [['resumed'], ['cancel', 'reactivate']],
    [['cancelled'], ['cancel', 'reactivate', 'cancel']],
    [['resumed'], ['cancel', 'reactivate', 'cancel', 'reactivate']],
    [['paused'], ['pause', 'reactivate', 'pause']],
    [['resumed'], ['pause', 'reactivate']],
    [['cancelled'], ['pause', 'cancel']],
    [['paused'], ['cancel', 'reactivate', 'pause']],
    [['offerTaken'], ['pause', 'reactivate', 'takeOffer']],
    [['cancelled'], ['takeOffer', 'cancel']],
    [
      ['cancelled', 'ended'],
      ['cancel', 'endNow'],
    ],
  ])('only %j is sent after %j', (expected, kinds) => {
    const requests = kinds.map(
      (kind): ReaderRequest => (kind === 'pause' ? { kind, months: 2 } : { kind }),
    )
    expect(emailsOf(...requests)).toEqual(expected)
  })
})

it('says nothing of a failed payment that has been paid, and always sends receipts and refunds', () => {
  expect(isOutdated('paymentFailed', failed, failed)).toBe(false)
  expect(isOutdated('paymentFailed', failed, active)).toBe(true)
  for (const letter of ['started', 'paymentMended', 'refunded', 'ended'] as const) {
    expect(isOutdated(letter, active, failed)).toBe(false)
  }
})

it('is not about the hour at which PayPal bills', () => {
  const moved = { ...active, paidThrough: new Date('2026-12-10T16:00:00Z') }
  for (const letter of ['resumed', 'renewalReminder'] as const) {
    expect(isOutdated(letter, active, moved)).toBe(false)
  }
})

it('drops a reminder of a renewal that has been moved', () => {
  const later = { ...active, heldUntil: new Date('2027-01-10T12:00:00Z') }
  expect(isOutdated('renewalReminder', active, active)).toBe(false)
  expect(isOutdated('renewalReminder', active, later)).toBe(true)
})

it('sends of a subscription that was replaced only what is about its end and its money', () => {
  const next = { ...active, provider: 'I-2' }
  const sent = letters.filter((letter) => !isOutdated(letter, active, next))
  expect(sent).toEqual(['paymentMended', 'ended', 'refunded'])
})
