import { describe, expect, it } from 'vitest'
import { mergeReplaced } from './replaced-subscriptions.ts'
import { maxReplaced } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import {
  createProviderState,
  createRecord,
  daysFromNow,
  now,
  secondPaidSubscription,
  states,
} from './testing/subscription-states.ts'
import { transition } from './transition.ts'

const started: SubscriptionEvent = {
  kind: 'providerSynced',
  providerState: secondPaidSubscription,
  plan: 'monthly_13',
  isNew: true,
}

const paidAt = daysFromNow(-60)
const ended = createRecord({ ...states.ended, lastPaymentAt: paidAt, seenPaymentAt: paidAt })

function restart(replaced = ended.replaced) {
  const record = { ...ended, replaced }
  const next = transition(record, started, now)
  if (!next.ok) throw new Error(next.failure)
  return { before: record.subscription!, next: next.value }
}

it('two lists of replaced subscriptions are merged, the latest last and without the oldest', () => {
  const replacedDaysAgo = (days: number) => ({
    provider: `I-${days}`,
    at: daysFromNow(-days),
    seenPaymentAt: null,
  })
  const of = (...days: readonly number[]) => days.map(replacedDaysAgo)
  expect(mergeReplaced(of(9, 1), of(20, 5))).toEqual(of(20, 9, 5, 1))
  const latest = Array.from({ length: maxReplaced }, (_, index) => maxReplaced - index)
  expect(mergeReplaced(of(...latest), of(99))).toEqual(of(...latest))
})

describe('a subscription after an ended one', () => {
  it('has the ended one remembered and checked, with its last payment', () => {
    const { before, next } = restart()
    const { provider, seenPaymentAt } = before
    expect(next.record.subscription?.provider).toBe('I-2')
    expect(next.record.replaced).toEqual([{ provider, at: now, seenPaymentAt }])
    expect(next.replaced).toEqual({ provider, lastDuePaymentAt: seenPaymentAt })
  })

  it('has only the last ones remembered', () => {
    const many = Array.from({ length: maxReplaced }, (_, index) => ({
      provider: `I-OLD-${index}`,
      at: daysFromNow(-100),
      seenPaymentAt: null,
    }))
    const { replaced } = restart(many).next.record
    expect(replaced).toHaveLength(maxReplaced)
    expect(replaced.map(({ provider }) => provider)).not.toContain('I-OLD-0')
  })

  it.each([
    ['nothing for a payment that was seen', paidAt, { ok: false, failure: 'stale' }],
    [
      'a later payment of the ended one refunded',
      daysFromNow(1),
      {
        value: {
          replaced: { provider: 'I-1', lastDuePaymentAt: paidAt },
          record: { subscription: { provider: 'I-2' } },
        },
      },
    ],
  ])('has %s', (_, lastPaymentAt, outcome) => {
    const providerState = createProviderState({ status: 'CANCELLED', lastPaymentAt })
    const late = { kind: 'providerSynced', providerState, plan: 'monthly_13' } as const
    expect(transition(restart().next.record, late, daysFromNow(2))).toMatchObject(outcome)
  })
})
