import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { subscriptionRecordSchema, type subscriptionSchema } from './subscription.ts'
import { transition } from './subscription-transition.ts'
import { dueAt } from './wanted-and-due.ts'

const now = new Date('2026-11-20T12:00:00Z')
const day = 24 * 60 * 60 * 1000
const at = (days: number) => new Date(now.getTime() + days * day)

const own = { plan: 'annual_99', provider: 'I-1', paidThrough: at(100) } as const
type Input = z.input<typeof subscriptionSchema>
const recordOf = (subscription: Input) => {
  const record = subscriptionRecordSchema.parse({ subscription })
  return { ...record, dueAt: dueAt(record.subscription) }
}

/** What time brings at an instant: letters, and when it has to be looked again. */
function pass(record: ReturnType<typeof recordOf>, instant: Date) {
  const passed = transition(record, { kind: 'timePassed' }, instant)
  return passed.ok
    ? { letters: passed.value.letters, record: passed.value.record }
    : { letters: [], record, ignored: passed.failure }
}

describe('of a yearly billing a reader is told', () => {
  it.each<[string, Input, billing: number]>([
    ['two weeks before it', { state: 'active', ...own }, 100],
    ['before the free month ends', { state: 'active', ...own, heldUntil: at(131) }, 131],
    ['before a pause ends', { state: 'paused', ...own, stoppedAt: at(0), resumesAt: at(190) }, 190],
  ])('%s, once', (_, input, billing) => {
    const record = recordOf(input)
    const told = at(billing - 14)
    expect(record.dueAt).toEqual(told)
    expect(pass(record, at(billing - 14.01))).toMatchObject({ letters: [], ignored: 'stale' })
    const first = pass(record, told)
    expect(first.letters).toEqual(['renewalReminder'])
    // It stays what it is, and is where the provider has it.
    expect(first.record).toMatchObject({ isAligned: true, subscription: { state: input.state } })
    const again = pass(first.record, at(billing - 13))
    expect(again).toMatchObject({ letters: [], ignored: 'stale' })
  })

  it('not of what is due already: the clock was late, and the receipt is on its way', () => {
    const late = pass(recordOf({ state: 'active', ...own }), at(101))
    expect(late.letters).toEqual([])
    expect(late.record.dueAt).toBeNull()
  })

  it('anew where it was moved by more than a month since, and not where it was by days', () => {
    const told = { state: 'active', ...own, remindedAt: at(86) } as const
    expect(recordOf(told).dueAt).toBeNull()
    expect(recordOf({ ...told, paidThrough: at(103) }).dueAt).toBeNull()
    expect(recordOf({ ...told, heldUntil: at(131) }).dueAt).toEqual(at(117))
    expect(recordOf({ ...told, paidThrough: at(465) }).dueAt).toEqual(at(451))
  })

  it('by the letter with which it begins or goes on, if it is near', () => {
    const ending = recordOf({ state: 'ending', ...own, paidThrough: at(5), stoppedAt: at(-1) })
    const again = transition(ending, { kind: 'reactivate' }, now)
    expect(again.ok && again.value).toMatchObject({ letters: ['resumed'], record: { dueAt: null } })
  })

  it('and of a monthly one never', () => {
    expect(recordOf({ state: 'active', ...own, plan: 'monthly_13' }).dueAt).toBeNull()
  })
})
