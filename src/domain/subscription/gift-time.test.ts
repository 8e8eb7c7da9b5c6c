import { describe, expect, it } from 'vitest'
import { addMonths } from '../month.ts'
import { resolveEntitlement } from './entitlement.ts'
import { describeGiftEffect } from './gift-effect.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import {
  createProviderState,
  createRecord,
  daysFromNow,
  now,
  type StateName,
  states,
} from './testing/subscription-states.ts'
import { transition } from './transition.ts'

const redeem = (gift: string, months: 3 | 6 | 12 = 3): SubscriptionEvent => ({
  kind: 'redeemGift',
  gift,
  months,
  endFailing: true,
})

function apply(record: SubscriptionRecord, event: SubscriptionEvent, at = now) {
  const next = transition(record, event, at)
  if (!next.ok) throw new Error(`${event.kind}: ${next.failure}`)
  return next.value
}

const recordIn = (state: StateName | null) => createRecord(state && states[state])

describe('a gift redeemed with a subscription that is', () => {
  it.each<[StateName | null, effect: string, from: Date, state: string | undefined]>([
    [null, 'startsNow', now, undefined],
    ['ended', 'startsNow', now, 'ended'],
    ['disputed', 'startsNow', now, 'disputed'],
    ['active', 'postponesBilling', daysFromNow(10), 'active'],
    ['held', 'postponesBilling', daysFromNow(40), 'active'],
    ['paused', 'paused', daysFromNow(10), 'paused'],
    ['ending', 'afterPaidPeriod', daysFromNow(10), 'ending'],
    ['final', 'afterPaidPeriod', daysFromNow(10), 'ending'],
    ['failed', 'endsFailing', now, 'ended'],
  ])('%s does what the page says', (name, kind, from, state) => {
    const before = recordIn(name)
    const effect = describeGiftEffect(before, { id: 'G-1', months: 3 }, now)
    expect(effect).toMatchObject({ kind, from, until: addMonths(from, 3) })
    const { record, giftEmails } = apply(before, redeem('G-1'))
    expect(record.gifts).toMatchObject([{ id: 'G-1', from, until: addMonths(from, 3) }])
    expect(record.subscription?.state).toBe(state)
    expect(giftEmails).toEqual(['redeemed'])
    expect(resolveEntitlement(record, addMonths(from, 2)).entitled).toBe(true)
  })
})

it('is refused while a payment has failed, unless the reader agrees', () => {
  const event = { kind: 'redeemGift', gift: 'G-1', months: 3, endFailing: false } as const
  expect(transition(recordIn('failed'), event, now)).toMatchObject({ failure: 'notPossible' })
})

it('refunds a debt that was collected just before the failing subscription was cancelled', () => {
  const { record } = apply(recordIn('failed'), redeem('G-1'))
  const lastPaymentAt = new Date(now.getTime() - 1000)
  const providerState = createProviderState({ lastPaymentAt })
  const synced = apply(record, { kind: 'providerSynced', providerState, plan: 'monthly_13' })
  expect(synced.refundPaymentOf).toEqual({ provider: 'I-1', at: lastPaymentAt })
  expect(synced.record.gifts).toMatchObject([{ from: now }])
})

it('is refused beyond what a stored record may hold', () => {
  let record = recordIn(null)
  for (let count = 0; count < 100; count++) record = apply(record, redeem(`G-${count}`)).record
  expect(transition(record, redeem('G-100'), now)).toMatchObject({ failure: 'notPossible' })
  expect(describeGiftEffect(record, { id: 'G-100', months: 3 }, now)).toBeNull()
})

it('is used after another gift and complimentary access', () => {
  const granted = apply(recordIn(null), { kind: 'grant', until: daysFromNow(5) }).record
  const one = apply(granted, redeem('G-1')).record
  const two = apply(one, redeem('G-2', 12)).record
  const firstEnd = addMonths(daysFromNow(5), 3)
  expect(two.gifts.map(({ from }) => from)).toEqual([daysFromNow(5), firstEnd])
  expect(resolveEntitlement(two, now).giftUntil).toEqual(addMonths(firstEnd, 12))
  expect(transition(two, redeem('G-1'), now)).toMatchObject({ failure: 'stale' })
})

it('waits while the reader has a new subscription, and then continues', () => {
  const redeemed = apply(recordIn(null), redeem('G-1')).record
  const later = daysFromNow(30)
  const paidUntil = daysFromNow(60)
  const providerState = {
    id: 'I-2',
    status: 'ACTIVE',
    nextBillingAt: paidUntil,
    lastPaymentAt: later,
    failedPayments: 0,
    lastFailedAt: null,
  } as const
  const event = { kind: 'providerSynced', providerState, plan: 'monthly_13', isNew: true } as const
  const { record } = apply(redeemed, event, later)
  const rest = redeemed.gifts[0]!.until.getTime() - later.getTime()
  const until = new Date(paidUntil.getTime() + rest)
  expect(record.gifts).toMatchObject([{ from: paidUntil, until, months: null }])
  expect(record).toMatchObject({ isReconciled: false, subscription: { giftHold: { until } } })
})

it('starts at once when the access before it is taken away', () => {
  const redeemed = apply(recordIn('active'), redeem('G-1')).record
  const refund = { kind: 'refunded', provider: 'I-1', paymentAt: daysFromNow(-20) } as const
  const { record } = apply(redeemed, refund, daysFromNow(2))
  expect(record.gifts).toMatchObject([{ from: daysFromNow(2) }])
  expect(resolveEntitlement(record, daysFromNow(3))).toMatchObject({
    detail: 'gift',
    entitled: true,
  })
})

describe('billing', () => {
  const redeemed = apply(recordIn('active'), redeem('G-1')).record
  const end = addMonths(daysFromNow(10), 3)

  it('is announced a week before it resumes, once, even for a monthly plan', () => {
    const week = new Date(end.getTime() - 7 * 24 * 60 * 60 * 1000)
    expect(redeemed.dueAt).toEqual(week)
    const reminded = apply(redeemed, { kind: 'timePassed' }, week)
    expect(reminded.emails).toEqual(['renewalReminder'])
    expect(reminded.record.dueAt).toEqual(end)
    const ended = apply(reminded.record, { kind: 'timePassed' }, end)
    expect(ended).toMatchObject({ usedGifts: ['G-1'], emails: [] })
    expect(ended.record).toMatchObject({ gifts: [], subscription: { giftHold: null } })
    expect(ended.record.isReconciled).toBe(false)
  })

  it('resumes at once when the gift is refunded or disputed', () => {
    for (const status of ['void', 'suspended'] as const) {
      const { record } = apply(redeemed, { kind: 'giftChanged', gift: 'G-1', status })
      expect(record.subscription?.giftHold).toBeNull()
    }
  })
})

it('a reader without a subscription is told a week before a gift ends, once', () => {
  const redeemed = apply(recordIn(null), redeem('G-1')).record
  const end = addMonths(now, 3)
  const week = new Date(end.getTime() - 7 * 24 * 60 * 60 * 1000)
  const reminded = apply(redeemed, { kind: 'timePassed' }, week)
  expect(reminded.giftEmails).toEqual(['ending'])
  expect(reminded.record.dueAt).toEqual(end)
  expect(apply(reminded.record, { kind: 'timePassed' }, end).giftEmails).toBeUndefined()
})

it('time that a dispute has stopped continues afterwards', () => {
  const redeemed = apply(recordIn(null), redeem('G-1')).record
  const change = (record: SubscriptionRecord, status: 'suspended' | 'valid', days: number) =>
    apply(record, { kind: 'giftChanged', gift: 'G-1', status }, daysFromNow(days)).record
  const suspended = change(redeemed, 'suspended', 10)
  expect(resolveEntitlement(suspended, daysFromNow(20)).entitled).toBe(false)
  const restored = change(suspended, 'valid', 30)
  expect(restored.gifts[0]!.until.getTime()).toBe(
    redeemed.gifts[0]!.until.getTime() + 20 * 24 * 60 * 60 * 1000,
  )
})
