import { describe, expect, it } from 'vitest'
import { standing } from './standing.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import { transition } from './subscription-transition.ts'
import {
  at,
  names,
  now,
  outcome,
  recordOf,
  type StateName,
  seen,
  states,
} from './testing/subscription-states.ts'
import { wantedAtProvider } from './wanted-and-due.ts'

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
