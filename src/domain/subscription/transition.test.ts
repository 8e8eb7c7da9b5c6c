import { describe, expect, it } from 'vitest'
import { getDesiredStatus } from './desired-status.ts'
import { resolveEntitlement } from './entitlement.ts'
import type { SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import {
  createProviderState,
  createRecord,
  daysFromNow,
  getOutcome,
  now,
  type StateName,
  stateNames,
  states,
} from './testing/subscription-states.ts'
import { transition } from './transition.ts'

describe('a reader’s request', () => {
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
    { kind: 'acceptOffer' },
    { kind: 'reactivate' },
  ]
  const rows = stateNames.flatMap((name) =>
    events.map((event, column) => [name, event, table[name][column]!] as const),
  )
  it.each(rows)('%s, %o: %s', (name, event, expected) => {
    const actual = getOutcome(name, event)
    expect(typeof actual === 'string' ? actual : actual.state).toBe(expected)
  })

  it('is not possible without a subscription', () => {
    for (const event of events) expect(getOutcome(null, event)).toBe('notPossible')
  })

  it('keeps access for the paid period, and has the provider stop', () => {
    expect(getOutcome('active', { kind: 'cancel' })).toMatchObject({
      paidThrough: daysFromNow(10),
      stoppedAt: now,
      isReconciled: false,
      emails: ['cancelled'],
    })
    // Billing is suspended there already.
    expect(getOutcome('paused', { kind: 'cancel' })).toMatchObject({ isReconciled: true })
  })

  it('pauses from the end of the paid period', () => {
    expect(getOutcome('active', { kind: 'pause', months: 2 })).toMatchObject({
      resumesAt: new Date('2027-01-30T12:00:00Z'),
      isReconciled: false,
    })
  })

  it('cancels and reactivates a trial, which can’t be paused or get the free month', () => {
    const trial = createRecord({
      ...states.active,
      lastPaymentAt: null,
      seenPaymentAt: null,
      trialEndsAt: daysFromNow(10),
    })
    expect(resolveEntitlement(trial, now).allowedSteps).toEqual(['cancel', 'changePlan'])
    const cancelled = transition(trial, { kind: 'cancel' }, now)
    if (!cancelled.ok) throw new Error(cancelled.failure)
    expect(resolveEntitlement(cancelled.value.record, now)).toMatchObject({
      until: daysFromNow(10),
      allowedSteps: ['reactivate'],
    })
  })

  it('gives a free month once, from the end of what is paid', () => {
    expect(getOutcome('active', { kind: 'acceptOffer' })).toMatchObject({
      heldUntil: new Date('2026-12-30T12:00:00Z'),
      offerAcceptedAt: now,
      isReconciled: false,
    })
  })
})

describe('the free month', () => {
  const freeUntil = states.held.heldUntil
  const moments = [now, daysFromNow(20)]
  const changeAt = (record: SubscriptionRecord, event: SubscriptionEvent, when: Date) => {
    const result = transition(record, event, when)
    if (!result.ok) throw new Error(result.failure)
    return result.value.record
  }
  const stops: readonly SubscriptionEvent[] = [{ kind: 'cancel' }, { kind: 'pause', months: 1 }]

  it.each(stops)('survives %o, and resuming makes no payment earlier', (event) => {
    for (const when of moments) {
      const stopped = changeAt(createRecord(states.held), event, when)
      expect(stopped.subscription).toMatchObject({ heldUntil: freeUntil })
      expect(resolveEntitlement(stopped, new Date(freeUntil.getTime() - 1))).toMatchObject({
        entitled: true,
        until: freeUntil,
      })
      expect(resolveEntitlement(stopped, freeUntil).entitled).toBe(false)
      const resumed = changeAt(stopped, { kind: 'reactivate' }, daysFromNow(30))
      expect(resumed.subscription).toMatchObject({ state: 'active', heldUntil: freeUntil })
      expect(getDesiredStatus(resumed.subscription)).toBe('SUSPENDED')
    }
  })

  it('survives a cancellation at the provider', () => {
    const gone = {
      kind: 'providerSynced',
      providerState: createProviderState({ status: 'CANCELLED' }),
      plan: null,
    } as const
    const stopped = changeAt(createRecord(states.held), gone, daysFromNow(20))
    expect(stopped.subscription).toMatchObject({ state: 'ending', isFinal: true })
    expect(stopped.dueAt).toEqual(freeUntil)
    expect(resolveEntitlement(stopped, daysFromNow(39))).toMatchObject({
      entitled: true,
      until: freeUntil,
    })
  })

  it('survives a dispute that is won', () => {
    const disputed = changeAt(createRecord(states.held), { kind: 'disputed', provider: 'I-1' }, now)
    expect(resolveEntitlement(disputed, now).entitled).toBe(false)
    const disputeWon = changeAt(disputed, { kind: 'disputeWon', provider: 'I-1' }, daysFromNow(20))
    expect(disputeWon.subscription).toMatchObject({ state: 'active', heldUntil: freeUntil })
  })

  it('ends during a pause that outlasts it', () => {
    const paused = changeAt(createRecord(states.held), { kind: 'pause', months: 1 }, now)
    const resumed = changeAt(paused, { kind: 'reactivate' }, daysFromNow(45))
    expect(resumed.subscription).toMatchObject({ state: 'active', heldUntil: null })
  })

  it('refunds a payment taken in it, even if seen after cancelling', () => {
    const stopped = changeAt(createRecord(states.held), { kind: 'cancel' }, daysFromNow(20))
    const chargedAgain = createProviderState({
      status: 'SUSPENDED',
      lastPaymentAt: daysFromNow(15),
      nextBillingAt: null,
    })
    const event = { kind: 'providerSynced', providerState: chargedAgain, plan: null } as const
    const result = transition(stopped, event, daysFromNow(21))
    expect(result.ok && result.value.refundPaymentOf).toEqual({
      provider: 'I-1',
      at: daysFromNow(15),
    })
  })
})

describe('time', () => {
  it.each<[StateName, number, string]>([
    ['held', 40, 'active'],
    ['ending', 10, 'ended'],
    ['final', 10, 'ended'],
    ['paused', 40, 'active'],
    ['failed', 27, 'ended'],
  ])('changes %s after %i days to %s, and not sooner', (name, days, expected) => {
    const record = createRecord(states[name])
    expect(record.dueAt).toEqual(daysFromNow(days))
    const earlyPayment = transition(
      record,
      { kind: 'timePassed' },
      new Date(daysFromNow(days).getTime() - 1),
    )
    expect(earlyPayment).toEqual({ ok: false, failure: 'stale' })
    const due = transition(record, { kind: 'timePassed' }, daysFromNow(days))
    expect(due.ok && due.value.record.subscription?.state).toBe(expected)
  })

  it.each<StateName>(['active', 'disputed', 'ended'])('doesn’t change %s', (name) => {
    expect(createRecord(states[name]).dueAt).toBeNull()
  })
})

describe('a refund or dispute', () => {
  it('ends the subscription only if it runs on this payment', () => {
    const refunded = { kind: 'refunded', provider: 'I-1', paymentAt: daysFromNow(-20) } as const
    expect(getOutcome('active', refunded)).toMatchObject({ state: 'ended', isReconciled: false })
    expect(getOutcome('active', { ...refunded, paymentAt: daysFromNow(-50) })).toBe('stale')
    expect(getOutcome('active', { ...refunded, provider: 'I-9' })).toBe('foreign')
  })

  it('suspends access until the dispute is won', () => {
    const disputed = getOutcome('active', { kind: 'disputed', provider: 'I-1' })
    expect(disputed).toMatchObject({ state: 'disputed', isReconciled: false })
    expect(getOutcome('disputed', { kind: 'disputed', provider: 'I-1' })).toBe('stale')
    const other = { kind: 'refunded', provider: 'I-1', paymentAt: daysFromNow(-300) } as const
    expect(getOutcome('active', other)).toBe('stale')
    expect(getOutcome('disputed', other)).toMatchObject({ state: 'ended' })
    const disputeWon = getOutcome('disputed', { kind: 'disputeWon', provider: 'I-1' })
    expect(disputeWon).toMatchObject({ state: 'active', isReconciled: false })
  })
})

it('wants no active billing for a reader who doesn’t pay', () => {
  for (const name of stateNames) {
    const { subscription } = createRecord(states[name])
    const isBilled = name === 'active' || name === 'failed'
    if (!isBilled) expect(getDesiredStatus(subscription)).not.toBe('ACTIVE')
  }
})

it('grants and ends complimentary access', () => {
  const withComplimentaryAccess = transition(null, { kind: 'grant', until: daysFromNow(5) }, now)
  expect(
    withComplimentaryAccess.ok && withComplimentaryAccess.value.record.complimentaryUntil,
  ).toEqual(daysFromNow(5))
  const endedRecord = transition(createRecord(states.active), { kind: 'grant', until: null }, now)
  expect(endedRecord.ok && endedRecord.value.record).toEqual(createRecord(states.active))
})
