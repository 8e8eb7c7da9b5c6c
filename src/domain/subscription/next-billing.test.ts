import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { getDueAt } from './desired-status.ts'
import { getAnnouncedBillingAt } from './next-billing.ts'
import { subscriptionRecordSchema, type subscriptionSchema } from './subscription.ts'
import { transition } from './transition.ts'

const now = new Date('2026-11-20T12:00:00Z')
const day = 24 * 60 * 60 * 1000
const at = (days: number) => new Date(now.getTime() + days * day)

const baseFields = { plan: 'annual_99', provider: 'I-1', paidThrough: at(100) } as const
type Input = z.input<typeof subscriptionSchema>
const recordOf = (subscription: Input) => {
  const record = subscriptionRecordSchema.parse({ subscription })
  return { ...record, dueAt: getDueAt(record) }
}

function advanceTo(record: ReturnType<typeof recordOf>, instant: Date) {
  const transitioned = transition(record, { kind: 'timePassed' }, instant)
  return transitioned.ok
    ? { emails: transitioned.value.emails, record: transitioned.value.record }
    : { emails: [], record, ignored: transitioned.failure }
}

describe('the reminder of a yearly billing is sent', () => {
  it.each<[string, Input, billing: number]>([
    ['two weeks before it', { state: 'active', ...baseFields }, 100],
    ['before the free month ends', { state: 'active', ...baseFields, heldUntil: at(131) }, 131],
    [
      'before a pause ends',
      { state: 'paused', ...baseFields, stoppedAt: at(0), resumesAt: at(190) },
      190,
    ],
  ])('%s, once', (_, input, billing) => {
    const record = recordOf(input)
    const remindedOn = at(billing - 14)
    expect(record.dueAt).toEqual(remindedOn)
    expect(advanceTo(record, at(billing - 14.01))).toMatchObject({ emails: [], ignored: 'stale' })
    const first = advanceTo(record, remindedOn)
    expect(first.emails).toEqual(['renewalReminder'])
    expect(first.record).toMatchObject({ isReconciled: true, subscription: { state: input.state } })
    const again = advanceTo(first.record, at(billing - 13))
    expect(again).toMatchObject({ emails: [], ignored: 'stale' })
  })

  it('not if the billing is due already, because its receipt follows', () => {
    const lateRun = advanceTo(recordOf({ state: 'active', ...baseFields }), at(101))
    expect(lateRun.emails).toEqual([])
    expect(lateRun.record.dueAt).toBeNull()
  })

  it('again if the billing has moved by more than a month, not by days', () => {
    const remindedOn = { state: 'active', ...baseFields, remindedAt: at(86) } as const
    expect(recordOf(remindedOn).dueAt).toBeNull()
    expect(recordOf({ ...remindedOn, paidThrough: at(103) }).dueAt).toBeNull()
    expect(recordOf({ ...remindedOn, heldUntil: at(131) }).dueAt).toEqual(at(117))
    expect(recordOf({ ...remindedOn, paidThrough: at(465) }).dueAt).toEqual(at(451))
  })

  it('with the email about the start or resumption, if the billing is near', () => {
    const ending = recordOf({
      state: 'ending',
      ...baseFields,
      paidThrough: at(5),
      stoppedAt: at(-1),
    })
    const again = transition(ending, { kind: 'reactivate' }, now)
    expect(again.ok && again.value).toMatchObject({ emails: ['resumed'], record: { dueAt: null } })
  })

  it('never for a monthly plan', () => {
    expect(recordOf({ state: 'active', ...baseFields, plan: 'monthly_13' }).dueAt).toBeNull()
  })
})

it('the day that readers are told is today if the billing was held until after the paid period', () => {
  const { subscription } = recordOf({ state: 'active', ...baseFields })
  expect(getAnnouncedBillingAt(subscription!, at(99))).toEqual(at(100))
  expect(getAnnouncedBillingAt(subscription!, at(130))).toEqual(at(130))
})
