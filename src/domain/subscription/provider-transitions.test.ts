import { describe, expect, it } from 'vitest'
import { resolveEntitlement } from './entitlement.ts'
import type { ProviderStatus } from './provider-subscription.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import {
  createProviderState,
  createRecord,
  daysFromNow,
  getOutcome,
  getOutcomeRecord,
  type Input,
  now,
  type StateName,
  secondPaidSubscription,
  stateNames,
  states,
} from './testing/subscription-states.ts'
import { transition } from './transition.ts'

describe('what the provider says', () => {
  const statuses: readonly ProviderStatus[] = ['ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']
  type Cell = readonly [state: string, isReconciled: boolean]
  const table: Record<StateName, readonly [Cell, Cell, Cell, Cell]> = {
    active: [
      ['active', true],
      ['ending', true],
      ['ending', true],
      ['ending', true],
    ],
    held: [
      ['active', false],
      ['active', true],
      ['ending', true],
      ['ending', true],
    ],
    ending: [
      ['ending', false],
      ['ending', true],
      ['ending', true],
      ['ending', true],
    ],
    final: [
      ['ending', false],
      ['ending', false],
      ['ending', true],
      ['ending', true],
    ],
    paused: [
      ['paused', false],
      ['paused', true],
      ['ending', true],
      ['ending', true],
    ],
    failed: [
      ['active', true],
      ['paymentFailed', true],
      ['ended', true],
      ['ended', true],
    ],
    disputed: [
      ['disputed', false],
      ['disputed', true],
      ['ended', true],
      ['ended', true],
    ],
    ended: [
      ['ended', false],
      ['ended', false],
      ['ended', true],
      ['ended', true],
    ],
  }
  const rows = stateNames.flatMap((name) =>
    statuses.map((status, column) => [name, status, ...table[name][column]!] as const),
  )
  it.each(rows)('of %s is %s: %s, aligned %s', (name, status, state, isReconciled) => {
    const event = {
      kind: 'providerSynced',
      providerState: createProviderState({ status }),
      plan: null,
    } as const
    expect(getOutcome(name, event)).toMatchObject({ state, isReconciled })
  })

  it('is not taken for a reader’s leaving while what we asked for is on its way', () => {
    const event = {
      kind: 'providerSynced',
      providerState: createProviderState({ status: 'SUSPENDED' }),
      plan: null,
    } as const
    expect(getOutcome('active', event, false)).toMatchObject({
      state: 'active',
      isReconciled: false,
    })
  })

  it('renews what is paid', () => {
    const renewalState = createProviderState({
      lastPaymentAt: daysFromNow(10),
      nextBillingAt: daysFromNow(40),
    })
    const record = createRecord(states.active)
    const result = transition(
      record,
      { kind: 'providerSynced', providerState: renewalState, plan: null },
      daysFromNow(10),
    )
    expect(result.ok && result.value).toMatchObject({
      record: { subscription: { paidThrough: daysFromNow(40), lastPaymentAt: daysFromNow(10) } },
      refundPaymentOf: null,
    })
  })

  it.each<[StateName, number]>([
    ['ending', -1],
    ['paused', -1],
    ['held', -0.5],
    ['ended', -25],
    ['active', 0],
  ])('of %s and a payment %d days from now: it is given back, once', (name, paidAt) => {
    const unexpectedPayment = createProviderState({
      lastPaymentAt: daysFromNow(paidAt),
      nextBillingAt: daysFromNow(paidAt + 30),
    })
    const event: SubscriptionEvent = {
      kind: 'providerSynced',
      providerState: unexpectedPayment,
      plan: null,
    }
    const first = transition(createRecord(states[name]), event, now)
    if (!first.ok) throw new Error(first.failure)
    expect(first.value.refundPaymentOf).toEqual({ provider: 'I-1', at: daysFromNow(paidAt) })
    const again = transition(first.value.record, event, now)
    expect(again.ok && again.value.refundPaymentOf).toBeNull()
  })

  it('of a payment from before the reader left: it counts', () => {
    const record = createRecord({
      ...states.ending,
      paidThrough: daysFromNow(-3),
      stoppedAt: daysFromNow(-2),
    })
    const renewalState = createProviderState({
      status: 'SUSPENDED',
      lastPaymentAt: daysFromNow(-3),
      nextBillingAt: null,
    })
    const result = transition(
      record,
      { kind: 'providerSynced', providerState: renewalState, plan: null },
      now,
    )
    expect(result.ok && result.value).toMatchObject({
      record: { subscription: { state: 'ending', paidThrough: daysFromNow(27) } },
      refundPaymentOf: null,
    })
  })

  it('begins a subscription with the plan that was chosen, and never without', () => {
    const begun = {
      kind: 'providerSynced',
      providerState: secondPaidSubscription,
      plan: 'annual_99',
    } as const
    for (const name of [null, 'ended', 'final'] as const) {
      expect(getOutcome(name, begun)).toMatchObject({
        state: 'active',
        plan: 'annual_99',
        provider: 'I-2',
        emails: ['started'],
      })
    }
    expect(getOutcome(null, { ...begun, plan: null })).toBe('foreign')
    // The previous subscription may still be billed, so the new one waits until it's cancelled.
    for (const name of ['ended', 'final'] as const) {
      expect(getOutcome(name, begun, false)).toBe('unfinished')
    }
    for (const status of ['APPROVAL_PENDING', 'APPROVED', 'CANCELLED'] as const) {
      expect(
        getOutcome(null, { ...begun, providerState: { ...secondPaidSubscription, status } }),
      ).toBe('stale')
    }
  })

  it('begins no subscription before its first payment, unless it is a trial', () => {
    const unpaid = createProviderState({ id: 'I-2' })
    const event = { kind: 'providerSynced', providerState: unpaid, plan: 'annual_99' } as const
    expect(getOutcome(null, event)).toBe('unpaid')
    expect(getOutcome('ended', event)).toBe('unpaid')
    const trial = { ...event, trialEndsAt: daysFromNow(10) }
    const begun = { state: 'active', paidThrough: daysFromNow(10), lastPaymentAt: null }
    expect(getOutcome(null, trial)).toMatchObject(begun)
    const unknownBilling = { ...unpaid, nextBillingAt: null }
    expect(getOutcome(null, { ...trial, providerState: unknownBilling })).toMatchObject(begun)
    expect(getOutcome(null, { ...trial, trialEndsAt: now })).toBe('unpaid')
  })

  it('begins no trial for an account that has had a subscription, and cancels it', () => {
    const trial = {
      kind: 'providerSynced',
      providerState: createProviderState({ id: 'I-2' }),
      plan: 'annual_99',
      trialEndsAt: daysFromNow(10),
    } as const
    for (const name of ['ended', 'final'] as const) {
      const record = createRecord(states[name])
      const result = transition(record, trial, now)
      expect(result.ok && result.value).toMatchObject({
        surplus: { provider: 'I-2', reason: 'trialUsed' },
        record,
      })
      // PayPal took a payment at once, because the payer approved it after the free days.
      expect(getOutcome(name, { ...trial, providerState: secondPaidSubscription })).toMatchObject({
        state: 'active',
        provider: 'I-2',
      })
    }
  })

  it('begins a subscription that was paid and stopped before we learned of it, once', () => {
    const event = { kind: 'providerSynced', plan: 'annual_99', isNew: true } as const
    for (const status of ['CANCELLED', 'EXPIRED', 'SUSPENDED'] as const) {
      const stoppedStates = { ...secondPaidSubscription, status, nextBillingAt: null }
      expect(getOutcome(null, { ...event, providerState: stoppedStates })).toMatchObject({
        state: 'ending',
        isFinal: status !== 'SUSPENDED',
        emails: ['started', 'cancelled'],
      })
      expect(getOutcome(null, { ...event, providerState: stoppedStates, isNew: false })).toBe(
        'stale',
      )
      expect(
        getOutcome(null, { ...event, providerState: { ...stoppedStates, lastPaymentAt: null } }),
      ).toBe('unpaid')
    }
    for (const status of ['APPROVAL_PENDING', 'APPROVED'] as const) {
      expect(
        getOutcome('active', {
          ...event,
          providerState: createProviderState({ id: 'I-2', status }),
        }),
      ).toBe('unpaid')
    }
  })

  describe('in place of a cancelled one', () => {
    const final = { ...states.final, lastPaymentAt: daysFromNow(-20) } as const
    const startWith = (subscription: Input) => {
      const event = {
        kind: 'providerSynced',
        providerState: secondPaidSubscription,
        plan: 'monthly_13',
      } as const
      const result = transition(createRecord(subscription), event, now)
      if (!result.ok) throw new Error(result.failure)
      return result.value.record
    }
    const after = (record: SubscriptionRecord, event: SubscriptionEvent) => {
      const result = transition(record, event, now)
      if (!result.ok) throw new Error(result.failure)
      return result.value.record
    }
    const remains = (record: SubscriptionRecord) =>
      resolveEntitlement(after(record, { kind: 'endNow' }), now).entitled

    it('keeps what was paid for or given with it, and nothing of one that has ended', () => {
      expect(startWith(final).formerAccess?.until).toEqual(daysFromNow(10))
      expect(startWith({ ...final, heldUntil: daysFromNow(40) }).formerAccess?.until).toEqual(
        daysFromNow(40),
      )
      expect(startWith({ ...states.ended, paidThrough: daysFromNow(10) }).formerAccess).toBeNull()
      expect(remains(startWith(final))).toBe(true)
      expect(resolveEntitlement(startWith(final), now)).toMatchObject({ detail: 'active' })
    })

    it('keeps nothing of it when its money goes back', () => {
      const record = startWith(final)
      const refunded = { kind: 'refunded', provider: 'I-1', paymentAt: daysFromNow(-20) } as const
      expect(remains(after(record, refunded))).toBe(false)
      expect(getOutcomeRecord(record, { ...refunded, paymentAt: daysFromNow(-50) })).toBe('stale')
      const disputed = after(record, { kind: 'disputed', provider: 'I-1' })
      expect(remains(disputed)).toBe(false)
      expect(remains(after(disputed, { kind: 'disputeWon', provider: 'I-1' }))).toBe(true)
    })

    it('tells it from what the operator has granted', () => {
      const complimentaryUntil = after(startWith(final), { kind: 'grant', until: daysFromNow(2) })
      expect(complimentaryUntil.formerAccess?.until).toEqual(daysFromNow(10))
      expect(remains(after(complimentaryUntil, { kind: 'grant', until: null }))).toBe(true)
    })
  })

  it.each(['active', 'held', 'ending', 'paused', 'failed', 'disputed'] as const)(
    'of a second one beside %s: it is one too many',
    (name) => {
      const event = {
        kind: 'providerSynced',
        providerState: secondPaidSubscription,
        plan: 'annual_99',
      } as const
      const record = createRecord(states[name])
      const result = transition(record, event, now)
      expect(result.ok && result.value).toMatchObject({
        surplus: { provider: 'I-2', reason: 'alreadySubscribed' },
        record,
      })
    },
  )
})

it('refuses a subscription whose student address counts for another one', () => {
  const event = {
    kind: 'providerSynced',
    providerState: secondPaidSubscription,
    plan: 'student_45',
    isRefused: true,
  } as const
  const result = transition(null, event, now)
  expect(result.ok && result.value).toMatchObject({
    record: { subscription: null },
    surplus: { provider: 'I-2', reason: 'studentAddressInUse' },
    emails: [],
  })
})
