import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ProviderStatus, ProviderSubscription } from './provider-subscription.ts'
import { standing } from './standing.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
  type subscriptionSchema,
} from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import { transition } from './subscription-transition.ts'
import { dueAt, wantedAtProvider } from './wanted-and-due.ts'

const now = new Date('2026-11-20T12:00:00Z')
const day = 24 * 60 * 60 * 1000
const at = (days: number) => new Date(now.getTime() + days * day)

const own = { plan: 'monthly_13', provider: 'I-1', paidThrough: at(10) } as const
type Input = z.input<typeof subscriptionSchema>
const states = {
  active: { state: 'active', ...own, lastPaymentAt: at(-20), seenPaymentAt: at(-20) },
  held: { state: 'active', ...own, offerTakenAt: at(-1), heldUntil: at(40) },
  ending: { state: 'ending', ...own, stoppedAt: at(-2) },
  final: { state: 'ending', ...own, stoppedAt: at(-2), isFinal: true },
  paused: { state: 'paused', ...own, stoppedAt: at(-2), resumesAt: at(40) },
  failed: { state: 'paymentFailed', ...own, paidThrough: at(-1), failedAt: at(-1) },
  disputed: { state: 'disputed', ...own, stoppedAt: at(-2) },
  ended: { state: 'ended', ...own, stoppedAt: at(-30), endedAt: at(-20) },
} as const satisfies Record<string, Input>
type StateName = keyof typeof states
const names = Object.keys(states) as StateName[]

const recordOf = (subscription: Input | null, isAligned = true) => {
  const record = subscriptionRecordSchema.parse({ subscription, isAligned })
  return { ...record, dueAt: dueAt(record.subscription) }
}

const seen = (changes: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'I-1',
  status: 'ACTIVE',
  nextBillingAt: at(10),
  lastPaymentAt: null,
  failedPayments: 0,
  lastFailedAt: null,
  ...changes,
})

const outcomeOf = (record: SubscriptionRecord, event: SubscriptionEvent) => {
  const result = transition(record, event, now)
  return result.ok ? result.value.record : result.failure
}

/** A second subscription, with its first payment. */
const paid = seen({ id: 'I-2', lastPaymentAt: at(0) })

/** The state that an event leads to, or why it is ignored. */
function outcome(name: StateName | null, event: SubscriptionEvent, isAligned = true) {
  const result = transition(recordOf(name && states[name], isAligned), event, now)
  if (!result.ok) return result.failure
  const { record, letters, refundPaymentOf } = result.value
  expect(record.dueAt).toEqual(dueAt(record.subscription))
  return { ...record.subscription!, isAligned: record.isAligned, letters, refundPaymentOf }
}

describe('what a reader asks for', () => {
  const impossible = 'notPossible'
  const table: Record<StateName, [cancel: string, pause: string, offer: string, again: string]> = {
    active: ['ending', 'paused', 'active', impossible],
    held: ['ending', 'paused', impossible, impossible],
    ending: [impossible, impossible, impossible, 'active'],
    final: [impossible, impossible, impossible, impossible],
    paused: ['ending', impossible, impossible, 'active'],
    failed: ['ended', impossible, impossible, impossible],
    disputed: [impossible, impossible, impossible, impossible],
    ended: [impossible, impossible, impossible, impossible],
  }
  const events: readonly SubscriptionEvent[] = [
    { kind: 'cancel' },
    { kind: 'pause', months: 2 },
    { kind: 'takeOffer' },
    { kind: 'reactivate' },
  ]
  const rows = names.flatMap((name) =>
    events.map((event, column) => [name, event, table[name][column]!] as const),
  )
  it.each(rows)('%s, %o: %s', (name, event, expected) => {
    const found = outcome(name, event)
    expect(typeof found === 'string' ? found : found.state).toBe(expected)
  })

  it('is not possible without a subscription', () => {
    for (const event of events) expect(outcome(null, event)).toBe('notPossible')
  })

  it('leaves the reader what is paid, and owes it to the provider to stop', () => {
    expect(outcome('active', { kind: 'cancel' })).toMatchObject({
      paidThrough: at(10),
      stoppedAt: now,
      isAligned: false,
      letters: ['cancelled'],
    })
    // It stands still there already.
    expect(outcome('paused', { kind: 'cancel' })).toMatchObject({ isAligned: true })
  })

  it('pauses from the end of what is paid', () => {
    expect(outcome('active', { kind: 'pause', months: 2 })).toMatchObject({
      resumesAt: new Date('2027-01-30T12:00:00Z'),
      isAligned: false,
    })
  })

  it('gives a free month once, from the end of what is paid', () => {
    expect(outcome('active', { kind: 'takeOffer' })).toMatchObject({
      heldUntil: new Date('2026-12-30T12:00:00Z'),
      offerTakenAt: now,
      isAligned: false,
    })
  })
})

describe('the free month', () => {
  const freeUntil = states.held.heldUntil
  /** Before the free month begins, while the paid period still runs, and inside it. */
  const moments = [now, at(20)]
  const changeAt = (record: SubscriptionRecord, event: SubscriptionEvent, when: Date) => {
    const result = transition(record, event, when)
    if (!result.ok) throw new Error(result.failure)
    return result.value.record
  }
  const stops: readonly SubscriptionEvent[] = [{ kind: 'cancel' }, { kind: 'pause', months: 1 }]

  it.each(stops)('survives %o, and resuming makes no payment earlier', (event) => {
    for (const when of moments) {
      const stopped = changeAt(recordOf(states.held), event, when)
      expect(stopped.subscription).toMatchObject({ heldUntil: freeUntil })
      expect(standing(stopped, new Date(freeUntil.getTime() - 1))).toMatchObject({
        entitled: true,
        until: freeUntil,
      })
      expect(standing(stopped, freeUntil).entitled).toBe(false)
      const resumed = changeAt(stopped, { kind: 'reactivate' }, at(30))
      expect(resumed.subscription).toMatchObject({ state: 'active', heldUntil: freeUntil })
      expect(wantedAtProvider(resumed.subscription)).toBe('SUSPENDED')
    }
  })

  it('survives a cancellation at the provider', () => {
    const gone = { kind: 'observed', seen: seen({ status: 'CANCELLED' }), plan: null } as const
    const stopped = changeAt(recordOf(states.held), gone, at(20))
    expect(stopped.subscription).toMatchObject({ state: 'ending', isFinal: true })
    expect(stopped.dueAt).toEqual(freeUntil)
    expect(standing(stopped, at(39))).toMatchObject({ entitled: true, until: freeUntil })
  })

  it('survives a dispute that is won', () => {
    const disputed = changeAt(recordOf(states.held), { kind: 'disputed', provider: 'I-1' }, now)
    expect(standing(disputed, now).entitled).toBe(false)
    const won = changeAt(disputed, { kind: 'disputeWon', provider: 'I-1' }, at(20))
    expect(won.subscription).toMatchObject({ state: 'active', heldUntil: freeUntil })
  })

  it('is not held any longer by a pause that outlasts it', () => {
    const paused = changeAt(recordOf(states.held), { kind: 'pause', months: 1 }, now)
    const resumed = changeAt(paused, { kind: 'reactivate' }, at(45))
    expect(resumed.subscription).toMatchObject({ state: 'active', heldUntil: null })
  })

  it('returns a payment that was taken in it, even one seen after the reader has cancelled', () => {
    const stopped = changeAt(recordOf(states.held), { kind: 'cancel' }, at(20))
    const charged = seen({ status: 'SUSPENDED', lastPaymentAt: at(15), nextBillingAt: null })
    const event = { kind: 'observed', seen: charged, plan: null } as const
    const result = transition(stopped, event, at(21))
    expect(result.ok && result.value.refundPaymentOf).toEqual({ provider: 'I-1', at: at(15) })
  })
})

describe('time', () => {
  it.each<[StateName, number, string]>([
    ['held', 40, 'active'],
    ['ending', 10, 'ended'],
    ['final', 10, 'ended'],
    ['paused', 40, 'active'],
    ['failed', 27, 'ended'],
  ])('takes %s after %i days to %s, and not sooner', (name, days, expected) => {
    const record = recordOf(states[name])
    expect(record.dueAt).toEqual(at(days))
    const early = transition(record, { kind: 'timePassed' }, new Date(at(days).getTime() - 1))
    expect(early).toEqual({ ok: false, failure: 'stale' })
    const due = transition(record, { kind: 'timePassed' }, at(days))
    expect(due.ok && due.value.record.subscription?.state).toBe(expected)
  })

  it.each<StateName>(['active', 'disputed', 'ended'])('does nothing to %s', (name) => {
    expect(recordOf(states[name]).dueAt).toBeNull()
  })
})

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

describe('money that goes back', () => {
  it('ends the subscription if it is what it runs on, and else changes nothing', () => {
    const refunded = { kind: 'refunded', provider: 'I-1', paymentAt: at(-20) } as const
    expect(outcome('active', refunded)).toMatchObject({ state: 'ended', isAligned: false })
    expect(outcome('active', { ...refunded, paymentAt: at(-50) })).toBe('stale')
    expect(outcome('active', { ...refunded, provider: 'I-9' })).toBe('foreign')
  })

  it('closes while it is disputed, and opens when we win', () => {
    const disputed = outcome('active', { kind: 'disputed', provider: 'I-1' })
    expect(disputed).toMatchObject({ state: 'disputed', isAligned: false })
    expect(outcome('disputed', { kind: 'disputed', provider: 'I-1' })).toBe('stale')
    const other = { kind: 'refunded', provider: 'I-1', paymentAt: at(-300) } as const
    expect(outcome('active', other)).toBe('stale')
    expect(outcome('disputed', other)).toMatchObject({ state: 'ended' })
    const won = outcome('disputed', { kind: 'disputeWon', provider: 'I-1' })
    expect(won).toMatchObject({ state: 'active', isAligned: false })
  })
})

it('wants nothing running at the provider of whoever does not pay', () => {
  for (const name of names) {
    const { subscription } = recordOf(states[name])
    const isPaying = name === 'active' || name === 'failed'
    if (!isPaying) expect(wantedAtProvider(subscription)).not.toBe('ACTIVE')
  }
})

it('grants and ends access by hand', () => {
  const granted = transition(null, { kind: 'grant', until: at(5) }, now)
  expect(granted.ok && granted.value.record.complimentaryUntil).toEqual(at(5))
  const over = transition(recordOf(states.active), { kind: 'grant', until: null }, now)
  expect(over.ok && over.value.record).toEqual(recordOf(states.active))
})
