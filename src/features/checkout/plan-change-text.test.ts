import { describe, expect, it } from 'vitest'
import { formatPrice } from '../../domain/subscription/plan-text.ts'
import type { ReaderStep } from '../../domain/subscription/subscription-steps.ts'
import {
  describeCurrentPlan,
  describeObstacle,
  describePlanStart,
  type PlanStart,
} from './plan-change-text.ts'

type State = Parameters<typeof describeCurrentPlan>[0]

const startsAt = '2027-06-16T09:00:00.000Z'
const annual: State = {
  detail: 'active',
  plan: 'annual_99',
  price: 9900,
  previousPlan: null,
  nextPayment: { at: startsAt, minorUnits: 7425 },
  givenMonths: 0,
  resumesAt: null,
  until: null,
}

describe('describeCurrentPlan', () => {
  it.each<[Partial<State>, string]>([
    [{}, 'You have an annual subscription. Your next payment is $74.25 on 16 June 2027.'],
    [
      { plan: 'monthly_13', nextPayment: { at: startsAt, minorUnits: 1399 } },
      'You have a monthly subscription. Your next payment is $13.99 on 16 June 2027.',
    ],
    [
      { detail: 'paused', resumesAt: startsAt, until: startsAt },
      'You have an annual subscription. It’s due to be paused. Your next payment is $74.25 on 16 June 2027.',
    ],
    [
      { detail: 'paused', resumesAt: startsAt },
      'You have an annual subscription. It’s paused. Your next payment is $74.25 on 16 June 2027.',
    ],
    [
      { previousPlan: 'monthly_13' },
      'Your monthly subscription lasts until 16 June 2027. It will then change to the annual plan, $99 a year.',
    ],
    [{ detail: 'cancelled', nextPayment: null }, 'Your annual subscription has been cancelled.'],
    [
      { detail: 'underpaid', nextPayment: null },
      'The price of your annual subscription was lowered at PayPal, so we’ve cancelled it there.',
    ],
    [
      { detail: 'paymentMissing', nextPayment: null },
      'PayPal hasn’t collected the latest payment for your annual subscription. You haven’t been charged for it.',
    ],
  ])('describes %j: %s', (changes, text) =>
    expect(describeCurrentPlan({ ...annual, ...changes })).toBe(text),
  )
})

describe('describePlanStart', () => {
  const annualPrice = formatPrice('annual', 'domestic')
  it.each<[string, Partial<State>, PlanStart, readonly string[]]>([
    [
      'an approval that is charged today',
      { detail: 'paymentMissing', nextPayment: null },
      { plan: 'annual_99', startsAt: null },
      [
        `which will charge ${annualPrice}. You can then read everything.`,
        `You’ll pay ${annualPrice} a year through PayPal`,
      ],
    ],
    [
      'a plan that starts later',
      {},
      { plan: 'monthly_13', startsAt },
      [
        'You won’t be charged today.',
        'Until 16 June 2027',
        'Nothing changes. You can read everything.',
        `You’ll pay ${formatPrice('monthly', 'domestic')} a month`,
      ],
    ],
    [
      'months that haven’t been used',
      { givenMonths: 3 },
      { plan: 'monthly_13', startsAt },
      ['you keep the three months that you haven’t used yet'],
    ],
    [
      'the pause of a monthly plan',
      { detail: 'paused', plan: 'monthly_13', resumesAt: startsAt },
      { plan: 'annual_99', startsAt },
      ['Your pause stays as it is'],
    ],
    [
      'the pause of a yearly plan',
      { detail: 'paused', resumesAt: startsAt },
      { plan: 'monthly_13', startsAt },
      ['Your pause ends, and you can read everything.'],
    ],
  ])('explains %s', (_, changes, start, parts) => {
    const text = describePlanStart({ ...annual, ...changes }, start)
      .flat()
      .join(' ')
    for (const part of parts) expect(text).toContain(part)
  })
})

it('the explanation says why the plan can’t be changed now', () => {
  const explain = (detail: State['detail'], ...allowedSteps: readonly ReaderStep[]) =>
    describeObstacle({ detail, allowedSteps: [...allowedSteps] })
  expect(explain('active')).toContain('about to collect')
  expect(explain('cancelled', 'reactivate')).toContain('Reactivate it')
  expect(explain('cancelled', 'subscribe')).toContain('You can subscribe to any plan')
  expect(explain('paymentFailed')).toContain('Retry the payment in your account')
})
