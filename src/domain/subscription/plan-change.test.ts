import { describe, expect, it } from 'vitest'
import { resolveEntitlement } from './entitlement.ts'
import { planIds } from './plan.ts'
import {
  findPlanChangeObstacle,
  getFirstBillingAt,
  type PlanChangeObstacle,
  preparePlanChange,
} from './plan-change.ts'
import { type SubscriptionRecord, subscriptionSchema } from './subscription.ts'
import type { PlanChange, SubscriptionEvent } from './subscription-event.ts'
import {
  createProviderState,
  createRecord,
  daysFromNow,
  type Input,
  now,
  type StateName,
  states,
} from './testing/subscription-states.ts'
import { transition } from './transition.ts'

const parse = (input: Input) => subscriptionSchema.parse(input)

const gift = { id: 'gift', months: 3, from: daysFromNow(10), isSuspended: false } as const
const giftUntil = new Date('2027-03-02T12:00:00Z')
const withGift: Input = { ...states.active, giftHold: { since: now, until: giftUntil } }
const trial: Input = {
  ...states.active,
  lastPaymentAt: null,
  seenPaymentAt: null,
  trialEndsAt: daysFromNow(10),
}

describe('the plan can be changed', () => {
  it.each<[StateName, PlanChangeObstacle | null]>([
    ['active', null],
    ['held', null],
    ['paused', null],
    ['ending', 'cancelled'],
    ['final', 'cancelled'],
    ['failed', 'paymentFailed'],
    ['disputed', 'disputed'],
    ['ended', 'notSubscribed'],
  ])('%s: %s', (name, obstacle) => {
    expect(findPlanChangeObstacle(parse(states[name]), now)).toBe(obstacle)
    const { allowedSteps } = resolveEntitlement(createRecord(states[name]), now)
    expect(allowedSteps.includes('changePlan')).toBe(obstacle === null)
  })

  it('in a trial and while a gift holds billing, but not without a subscription', () => {
    expect(findPlanChangeObstacle(parse(trial), now)).toBeNull()
    expect(findPlanChangeObstacle(parse(withGift), now)).toBeNull()
    expect(findPlanChangeObstacle(null, now)).toBe('notSubscribed')
    const complimentary = { ...createRecord(null), complimentaryUntil: daysFromNow(90) }
    expect(resolveEntitlement(complimentary, now).allowedSteps).toEqual(['subscribe'])
  })

  it.each<[name: string, changes: Partial<Input>, obstacle: PlanChangeObstacle | null]>([
    ['in less than a day', { paidThrough: daysFromNow(0.99) }, 'billedSoon'],
    ['in a day', { paidThrough: daysFromNow(1) }, null],
    ['already', { paidThrough: daysFromNow(-1) }, 'billedSoon'],
    ['when the free month ends soon', { heldUntil: daysFromNow(0.5) }, 'billedSoon'],
    [
      'when a gift ends later',
      { paidThrough: daysFromNow(-1), giftHold: { since: now, until: daysFromNow(2) } },
      null,
    ],
  ])('depending on the next billing: %s', (_, changes, obstacle) => {
    const subscription = parse({ ...states.active, ...changes } as Input)
    expect(findPlanChangeObstacle(subscription, now)).toBe(obstacle)
  })

  it.each(planIds)('from %s to another kind, at the same price class', (plan) => {
    const subscription = parse({ ...states.active, plan })
    const results = (['annual', 'monthly', 'student'] as const).map((kind) =>
      preparePlanChange(subscription, kind, now),
    )
    expect(results.filter(({ ok }) => !ok)).toEqual([{ ok: false, failure: 'samePlan' }])
    for (const result of results) {
      if (!result.ok) continue
      const isInternational = (id: string) => id.startsWith('international_')
      expect(isInternational(result.value.plan)).toBe(isInternational(plan))
      expect(result.value).toMatchObject({ from: 'I-1', startsAt: daysFromNow(10) })
    }
  })

  it.each<[name: string, Input, startsAt: Date]>([
    ['the paid period ends', states.active, daysFromNow(10)],
    ['the trial ends', trial, daysFromNow(10)],
    ['a day after the free month', states.held, daysFromNow(41)],
    ['a day after the pause', states.paused, daysFromNow(41)],
    ['a day after the gift', withGift, new Date(giftUntil.getTime() + 24 * 60 * 60 * 1000)],
  ])('and is first billed when %s', (_, input, startsAt) => {
    expect(preparePlanChange(parse(input), 'annual', now)).toMatchObject({ value: { startsAt } })
  })
})

const newState = (changes = {}) =>
  createProviderState({ id: 'I-2', nextBillingAt: daysFromNow(10), ...changes })

const confirm = (
  changes: Partial<Extract<SubscriptionEvent, { kind: 'providerSynced' }>> = {},
  planChange: Partial<PlanChange> = {},
): SubscriptionEvent => ({
  kind: 'providerSynced',
  providerState: newState(),
  plan: 'annual_99',
  isNew: true,
  planChange: {
    from: 'I-1',
    startsAt: daysFromNow(10),
    currentState: createProviderState({ lastPaymentAt: daysFromNow(-20) }),
    ...planChange,
  },
  ...changes,
})

function apply(record: SubscriptionRecord, event: SubscriptionEvent, at = now) {
  const result = transition(record, event, at)
  if (!result.ok) throw new Error(result.failure)
  return result.value
}
const active = createRecord(states.active)
const changed = apply(active, confirm()).record

describe('once the provider has confirmed it', () => {
  it('the new subscription replaces the old one, with the same dates', () => {
    expect(apply(active, confirm())).toMatchObject({
      record: {
        subscription: {
          state: 'active',
          plan: 'annual_99',
          provider: 'I-2',
          paidThrough: daysFromNow(10),
          lastPaymentAt: null,
          previous: { plan: 'monthly_13', provider: 'I-1', lastPaymentAt: daysFromNow(-20) },
        },
        replaced: [{ provider: 'I-1' }],
        isReconciled: false,
      },
      emails: ['planChanged'],
      replaced: { provider: 'I-1', lastDuePaymentAt: daysFromNow(-20) },
      surplus: null,
    })
    expect(resolveEntitlement(changed, now)).toMatchObject({
      status: 'isSubscribed',
      entitled: true,
      plan: 'annual_99',
      previousPlan: 'monthly_13',
      paidThrough: daysFromNow(10),
    })
  })

  it.each<[StateName, Partial<Input>]>([
    ['held', { heldUntil: daysFromNow(40), offerAcceptedAt: daysFromNow(-1) }],
    ['paused', { state: 'paused', resumesAt: daysFromNow(40), stoppedAt: daysFromNow(-2) }],
  ])('%s keeps its holds and its state', (name, kept) => {
    const currentState = createProviderState({ status: 'SUSPENDED' })
    const { record } = apply(createRecord(states[name]), confirm({}, { currentState }))
    expect(record.subscription).toMatchObject({ ...kept, provider: 'I-2' })
  })

  it('gifts keep their time, and hold the billing of the new plan', () => {
    const redeemed = apply(active, {
      kind: 'redeemGift',
      gift: gift.id,
      months: 3,
      endFailing: false,
    }).record
    const currentState = createProviderState({
      status: 'SUSPENDED',
      lastPaymentAt: daysFromNow(-20),
    })
    const { record } = apply(redeemed, confirm({}, { currentState }))
    expect(record.gifts).toEqual(redeemed.gifts)
    expect(record.subscription?.giftHold).toEqual(redeemed.subscription?.giftHold)
    expect(record.subscription?.paidThrough).toEqual(daysFromNow(10))
  })

  it('nothing is billed by the old one, whenever that is noticed', () => {
    const event = (changes: object): SubscriptionEvent => ({
      kind: 'providerSynced',
      providerState: createProviderState({ lastPaymentAt: daysFromNow(-20), ...changes }),
      plan: 'monthly_13',
    })
    expect(apply(changed, event({}))).toMatchObject({
      record: changed,
      replaced: { provider: 'I-1', lastDuePaymentAt: daysFromNow(-20) },
    })
    expect(transition(changed, event({ status: 'CANCELLED' }), now)).toMatchObject({
      failure: 'stale',
    })
    const late = event({ status: 'CANCELLED', lastPaymentAt: daysFromNow(1) })
    const refunded = apply(changed, late, daysFromNow(1))
    expect(refunded).toMatchObject({
      replaced: { provider: 'I-1', lastDuePaymentAt: daysFromNow(-20) },
      surplus: null,
    })
    expect(transition(refunded.record, late, daysFromNow(1))).toMatchObject({ failure: 'stale' })
  })

  it.each<[name: string, record: SubscriptionRecord, planChange: Partial<PlanChange>]>([
    ['the old one has renewed', active, { startsAt: daysFromNow(7) }],
    ['another change was confirmed first', changed, { currentState: null }],
    ['there is no subscription any more', createRecord(null), { currentState: null }],
    ['it was cancelled', createRecord(states.ending), {}],
    ['its payment is disputed', createRecord(states.disputed), {}],
  ])('it’s cancelled if %s', (_, record, planChange) => {
    const currentState = record.subscription?.state === 'ending' ? 'SUSPENDED' : 'ACTIVE'
    const event = confirm(
      { providerState: newState({ id: 'I-3' }) },
      { currentState: createProviderState({ status: currentState }), ...planChange },
    )
    expect(apply(record, event)).toMatchObject({
      record,
      surplus: { provider: 'I-3', reason: 'planChangeOutdated' },
      emails: [],
    })
  })

  it('waits until the state of the old one is stored', () => {
    const renewed = createProviderState({
      lastPaymentAt: daysFromNow(9),
      nextBillingAt: daysFromNow(40),
    })
    const failing = createProviderState({ failedPayments: 1, lastPaymentAt: daysFromNow(-20) })
    for (const currentState of [renewed, failing]) {
      const result = transition(active, confirm({}, { currentState }), now)
      expect(result).toMatchObject({ ok: false, failure: 'unfinished' })
    }
  })

  it('is cancelled if the student address is in use', () => {
    expect(apply(active, confirm({ isRefused: true })).surplus).toEqual({
      provider: 'I-2',
      reason: 'studentAddressInUse',
    })
  })

  it('isn’t applied before the payer has approved it, or after they have cancelled it', () => {
    for (const status of ['APPROVAL_PENDING', 'APPROVED', 'SUSPENDED', 'CANCELLED'] as const) {
      const event = confirm({ providerState: newState({ status }) })
      expect(transition(active, event, now)).toMatchObject({ failure: 'unpaid' })
    }
  })
})

describe('until the first payment of the new plan', () => {
  const sync = (changes: object): SubscriptionEvent => ({
    kind: 'providerSynced',
    providerState: newState(changes),
    plan: 'annual_99',
  })

  it('its payment at the end of the paid period starts the new period', () => {
    const paidAt = daysFromNow(10)
    const event = sync({ lastPaymentAt: paidAt, nextBillingAt: new Date('2027-11-30T12:00:00Z') })
    const { record, refundPaymentOf } = apply(changed, event, paidAt)
    expect(refundPaymentOf).toBeNull()
    expect(record.subscription).toMatchObject({
      lastPaymentAt: paidAt,
      paidThrough: new Date('2027-11-30T12:00:00Z'),
    })
    expect(resolveEntitlement(record, paidAt).previousPlan).toBeNull()
  })

  it('an earlier payment is refunded', () => {
    const event = sync({ lastPaymentAt: daysFromNow(1) })
    expect(apply(changed, event, daysFromNow(1)).refundPaymentOf).toEqual({
      provider: 'I-2',
      at: daysFromNow(1),
    })
  })

  it('a later first billing at PayPal gives no time', () => {
    const { record } = apply(changed, sync({ nextBillingAt: daysFromNow(300) }))
    expect(record.subscription?.paidThrough).toEqual(daysFromNow(10))
    expect(record.isReconciled).toBe(false)
  })

  it('a failed payment begins the grace period', () => {
    const reconciled = { ...changed, isReconciled: true }
    const event = sync({ failedPayments: 1, lastFailedAt: daysFromNow(10) })
    const { record, emails } = apply(reconciled, event, daysFromNow(10))
    expect(record.subscription?.state).toBe('paymentFailed')
    expect(emails).toEqual(['paymentFailed'])
  })

  it('a refund or dispute of the payment for the old plan counts', () => {
    const refunded = apply(changed, {
      kind: 'refunded',
      provider: 'I-1',
      paymentAt: daysFromNow(-20),
    })
    expect(refunded.record.subscription).toMatchObject({ state: 'ended', provider: 'I-2' })
    const disputed = apply(changed, { kind: 'disputed', provider: 'I-1' })
    expect(disputed.record.subscription?.state).toBe('disputed')
  })

  it('the reader cancels, pauses and changes the plan again', () => {
    const cancelled = apply(changed, { kind: 'cancel' }).record
    expect(resolveEntitlement(cancelled, now)).toMatchObject({
      status: 'isEnding',
      until: daysFromNow(10),
    })
    expect(apply(changed, { kind: 'pause', months: 1 }).record.subscription?.state).toBe('paused')
    const again = apply(
      changed,
      confirm(
        { providerState: newState({ id: 'I-3' }), plan: 'monthly_13' },
        { from: 'I-2', currentState: newState() },
      ),
    )
    expect(again).toMatchObject({
      record: {
        subscription: { provider: 'I-3', previous: { plan: 'monthly_13', provider: 'I-1' } },
        replaced: [{ provider: 'I-1' }, { provider: 'I-2' }],
      },
      replaced: { provider: 'I-2', lastDuePaymentAt: null },
    })
  })

  it('the free month isn’t offered again', () => {
    const currentState = createProviderState({ status: 'SUSPENDED' })
    const { record } = apply(createRecord(states.held), confirm({}, { currentState }))
    expect(transition(record, { kind: 'acceptOffer' }, now)).toMatchObject({
      failure: 'notPossible',
    })
  })

  it('a hold moves its first billing, and the end of the hold moves it back', () => {
    const first = ({ subscription }: SubscriptionRecord) => getFirstBillingAt(subscription!, now)
    expect(first(changed)).toEqual(daysFromNow(10))
    const redeem = { kind: 'redeemGift', gift: 'one', months: 3, endFailing: false } as const
    const held = apply({ ...changed, isReconciled: true }, redeem).record
    expect(held.isReconciled).toBe(false)
    expect(first(held)).toEqual(new Date('2027-03-01T12:00:00Z'))
    const more = apply({ ...held, isReconciled: true }, { ...redeem, gift: 'two' }).record
    expect(more.isReconciled).toBe(false)
    const voidGift = { kind: 'giftChanged', status: 'void' } as const
    const one = apply({ ...more, isReconciled: true }, { ...voidGift, gift: 'two' }).record
    const none = apply(one, { ...voidGift, gift: 'one' }).record
    expect(none.isReconciled).toBe(false)
    expect(first(none)).toEqual(daysFromNow(10))
  })
})
