import { expect, it } from 'vitest'
import { describeCurrentPlan } from './plan-change-text.ts'

it.each([
  ['annual_99', 'You have an annual subscription.'],
  ['monthly_13', 'You have a monthly subscription.'],
] as const)('names a plan with its article: %s', (plan, sentence) => {
  const subscription = {
    detail: 'active',
    plan,
    previousPlan: null,
    paidThrough: null,
    resumesAt: '2026-12-03T08:00:00.000Z',
    freeUntil: null,
    giftUntil: null,
  } as const
  const text = describeCurrentPlan(subscription, new Date('2026-11-21T12:00:00Z'))
  expect(text).toBe(`${sentence} Your next payment is due on 3 December 2026.`)
})
