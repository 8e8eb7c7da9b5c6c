import { describe, expect, it } from 'vitest'
import type { ProviderStatus } from './provider-subscription.ts'
import { standing } from './standing.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import { transition } from './subscription-transition.ts'
import {
  at,
  type Input,
  names,
  now,
  outcome,
  outcomeOf,
  paid,
  recordOf,
  type StateName,
  seen,
  states,
} from './testing/subscription-states.ts'

describe('what the provider says', () => {
  const statuses: readonly ProviderStatus[] = ['ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']
  type Cell = readonly [state: string, isAligned: boolean]
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
  const rows = names.flatMap((name) =>
    statuses.map((status, column) => [name, status, ...table[name][column]!] as const),
  )
  it.each(rows)('of %s is %s: %s, aligned %s', (name, status, state, isAligned) => {
    const event = { kind: 'observed', seen: seen({ status }), plan: null } as const
    expect(outcome(name, event)).toMatchObject({ state, isAligned })
  })

  it('is not taken for a reader’s leaving while what we asked for is on its way', () => {
    const event = { kind: 'observed', seen: seen({ status: 'SUSPENDED' }), plan: null } as const
    expect(outcome('active', event, false)).toMatchObject({ state: 'active', isAligned: false })
  })

  it('renews what is paid', () => {
    const renewed = seen({ lastPaymentAt: at(10), nextBillingAt: at(40) })
    const record = recordOf(states.active)
    const result = transition(record, { kind: 'observed', seen: renewed, plan: null }, at(10))
    expect(result.ok && result.value).toMatchObject({
      record: { subscription: { paidThrough: at(40), lastPaymentAt: at(10) } },
      refundPaymentOf: null,
    })
  })

  it.each<[StateName, number]>([
    ['ending', -1],
    ['paused', -1],
    ['held', -0.5],
    ['ended', -25],
    // Long before it was due.
    ['active', 0],
  ])('of %s and a payment %d days from now: it is given back, once', (name, paidAt) => {
    const wrong = seen({ lastPaymentAt: at(paidAt), nextBillingAt: at(paidAt + 30) })
    const event: SubscriptionEvent = { kind: 'observed', seen: wrong, plan: null }
    const first = transition(recordOf(states[name]), event, now)
    if (!first.ok) throw new Error(first.failure)
    expect(first.value.refundPaymentOf).toEqual({ provider: 'I-1', at: at(paidAt) })
    const again = transition(first.value.record, event, now)
    expect(again.ok && again.value.refundPaymentOf).toBeNull()
  })

  it('of a payment from before the reader left: it counts', () => {
    const record = recordOf({ ...states.ending, paidThrough: at(-3), stoppedAt: at(-2) })
    const renewed = seen({ status: 'SUSPENDED', lastPaymentAt: at(-3), nextBillingAt: null })
    const result = transition(record, { kind: 'observed', seen: renewed, plan: null }, now)
    expect(result.ok && result.value).toMatchObject({
      record: { subscription: { state: 'ending', paidThrough: at(27) } },
      refundPaymentOf: null,
    })
  })

  it('begins a subscription with the plan that was chosen, and never without', () => {
    const begun = { kind: 'observed', seen: paid, plan: 'annual_99' } as const
    for (const name of [null, 'ended', 'final'] as const) {
      expect(outcome(name, begun)).toMatchObject({
        state: 'active',
        plan: 'annual_99',
        provider: 'I-2',
        letters: ['started'],
      })
    }
    expect(outcome(null, { ...begun, plan: null })).toBe('foreign')
    // The one before may be billed still: what is to be begun waits until it is not.
    for (const name of ['ended', 'final'] as const) {
      expect(outcome(name, begun, false)).toBe('unfinished')
    }
    for (const status of ['APPROVAL_PENDING', 'APPROVED', 'CANCELLED'] as const) {
      expect(outcome(null, { ...begun, seen: { ...paid, status } })).toBe('stale')
    }
  })

  it('begins no subscription before its first payment, unless it is a trial', () => {
    const unpaid = seen({ id: 'I-2' })
    const event = { kind: 'observed', seen: unpaid, plan: 'annual_99' } as const
    expect(outcome(null, event)).toBe('unpaid')
    expect(outcome('ended', event)).toBe('unpaid')
    expect(outcome(null, { ...event, isTrial: true })).toMatchObject({
      state: 'active',
      paidThrough: at(10),
      lastPaymentAt: null,
    })
  })

  it('begins a subscription that was paid and stopped before we learned of it, once', () => {
    const event = { kind: 'observed', plan: 'annual_99', isNew: true } as const
    for (const status of ['CANCELLED', 'EXPIRED', 'SUSPENDED'] as const) {
      const stopped = { ...paid, status, nextBillingAt: null }
      expect(outcome(null, { ...event, seen: stopped })).toMatchObject({
        state: 'ending',
        isFinal: status !== 'SUSPENDED',
        letters: ['started', 'cancelled'],
      })
      expect(outcome(null, { ...event, seen: stopped, isNew: false })).toBe('stale')
      expect(outcome(null, { ...event, seen: { ...stopped, lastPaymentAt: null } })).toBe('unpaid')
    }
    for (const status of ['APPROVAL_PENDING', 'APPROVED'] as const) {
      expect(outcome('active', { ...event, seen: seen({ id: 'I-2', status }) })).toBe('unpaid')
    }
  })

  describe('in place of a cancelled one', () => {
    const final = { ...states.final, lastPaymentAt: at(-20) } as const
    const begin = (subscription: Input) => {
      const event = { kind: 'observed', seen: paid, plan: 'monthly_13' } as const
      const result = transition(recordOf(subscription), event, now)
      if (!result.ok) throw new Error(result.failure)
      return result.value.record
    }
    const after = (record: SubscriptionRecord, event: SubscriptionEvent) => {
      const result = transition(record, event, now)
      if (!result.ok) throw new Error(result.failure)
      return result.value.record
    }
    /** Whether the reader has access when the new subscription is over as well. */
    const remains = (record: SubscriptionRecord) =>
      standing(after(record, { kind: 'endNow' }), now).entitled

    it('keeps what was paid for or given with it, and nothing of one that has ended', () => {
      expect(begin(final).formerAccess?.until).toEqual(at(10))
      expect(begin({ ...final, heldUntil: at(40) }).formerAccess?.until).toEqual(at(40))
      expect(begin({ ...states.ended, paidThrough: at(10) }).formerAccess).toBeNull()
      expect(remains(begin(final))).toBe(true)
      expect(standing(begin(final), now)).toMatchObject({ detail: 'active' })
    })

    it('keeps nothing of it when its money goes back', () => {
      const record = begin(final)
      const refunded = { kind: 'refunded', provider: 'I-1', paymentAt: at(-20) } as const
      expect(remains(after(record, refunded))).toBe(false)
      expect(outcomeOf(record, { ...refunded, paymentAt: at(-50) })).toBe('stale')
      const disputed = after(record, { kind: 'disputed', provider: 'I-1' })
      expect(remains(disputed)).toBe(false)
      expect(remains(after(disputed, { kind: 'disputeWon', provider: 'I-1' }))).toBe(true)
    })

    it('tells it from what the operator has granted', () => {
      const granted = after(begin(final), { kind: 'grant', until: at(2) })
      expect(granted.formerAccess?.until).toEqual(at(10))
      expect(remains(after(granted, { kind: 'grant', until: null }))).toBe(true)
    })
  })

  it.each(['active', 'held', 'ending', 'paused', 'failed', 'disputed'] as const)(
    'of a second one beside %s: it is one too many',
    (name) => {
      const event = { kind: 'observed', seen: paid, plan: 'annual_99' } as const
      const record = recordOf(states[name])
      const result = transition(record, event, now)
      expect(result.ok && result.value).toMatchObject({
        surplus: { provider: 'I-2', reason: 'alreadySubscribed' },
        record,
      })
    },
  )
})

it('refuses a subscription whose student address counts for another one', () => {
  const event = { kind: 'observed', seen: paid, plan: 'student_45', isRefused: true } as const
  const result = transition(null, event, now)
  expect(result.ok && result.value).toMatchObject({
    record: { subscription: null },
    surplus: { provider: 'I-2', reason: 'studentAddressInUse' },
    letters: [],
  })
})
