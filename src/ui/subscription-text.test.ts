import { describe, expect, it } from 'vitest'
import type {
  OutlookResponse,
  SubscriptionOutlookResponse,
  SubscriptionResponse,
} from '../contracts/endpoints/subscription-endpoints.ts'
import { formatPrice } from '../domain/subscription/plan-text.ts'
import { subscriptionDetails } from '../domain/subscription/subscription-status.ts'
import {
  describeApproval,
  describeReactivation,
  describeSubscription,
  placeholderSubscription,
} from './subscription-text.ts'

const now = new Date('2026-11-21T12:00:00Z')
const futureDay = '2026-12-03T08:00:00.000Z'
const pastDay = '2026-11-03T08:00:00.000Z'
const laterDay = '2027-02-03T08:00:00.000Z'

const pay = (at: string, minorUnits = 1399) => ({ at, minorUnits })

const monthly = (known: Partial<SubscriptionResponse>): SubscriptionResponse => ({
  ...placeholderSubscription,
  until: null,
  plan: 'monthly_13',
  price: known.plan === 'annual_99' ? 9900 : 1399,
  previousPlan: null,
  paidThrough: futureDay,
  resumesAt: null,
  nextPayment: pay(futureDay),
  ...known,
})

const plan = ['Plan', 'Monthly, $13.99 a month'] as const
const payment = (value: string) => ['Next payment', value] as const

describe('describeSubscription', () => {
  it.each<[Partial<SubscriptionResponse>, string, string, readonly (readonly string[])[]]>([
    [{}, 'You’re subscribed', '', [plan, payment('$13.99 on 3 December 2026')]],
    [
      { nextPayment: pay(pastDay) },
      'You’re subscribed',
      '',
      [plan, payment('$13.99, due on 3 November 2026')],
    ],
    [
      { until: futureDay, nextPayment: pay(laterDay) },
      'You’re subscribed',
      'You can read everything until 3 December 2026.',
      [plan, payment('$13.99 on 3 February 2027')],
    ],
    [
      { entitled: false },
      'You’re subscribed',
      'You can’t read subscriber stories at the moment.',
      [plan, payment('$13.99 on 3 December 2026')],
    ],
    [
      { givenMonths: 2, nextPayment: pay(laterDay) },
      'You’re subscribed',
      'You have two months that you haven’t used yet.',
      [plan, payment('$13.99 on 3 February 2027')],
    ],
    [
      { plan: 'annual_99', givenMonths: 3, nextPayment: pay(laterDay, 7425) },
      'You’re subscribed',
      'You have three months that you haven’t used yet.',
      [['Plan', 'Annual, $99 a year'], payment('$74.25 on 3 February 2027')],
    ],
    [
      { plan: 'annual_99', previousPlan: 'monthly_13', nextPayment: pay(futureDay, 9900) },
      'You’re subscribed',
      '',
      [
        ['Plan', 'Monthly until 3 December 2026, then Annual, $99 a year'],
        payment('$99 on 3 December 2026'),
      ],
    ],
    [
      { detail: 'cancelled', until: futureDay, nextPayment: null },
      'You’ve cancelled your subscription',
      'You won’t be charged again. You can read everything until 3 December 2026.',
      [plan, payment('None')],
    ],
    [
      {
        detail: 'cancelled',
        until: laterDay,
        nextPayment: null,
        givenMonths: 2,
        givenUntil: laterDay,
      },
      'You’ve cancelled your subscription',
      'You won’t be charged again. You can read everything until 3 February 2027. That time includes two months that you haven’t used yet.',
      [plan, payment('None')],
    ],
    [
      { detail: 'gift', plan: null, until: laterDay, nextPayment: null, givenUntil: laterDay },
      'You have a gift subscription',
      'You can read everything until 3 February 2027. Your gift doesn’t renew. If you subscribe before it ends, you’ll keep the time that’s left.',
      [payment('None')],
    ],
    [
      { detail: 'complimentary', plan: null, until: laterDay, nextPayment: null },
      'You have complimentary access',
      'You can read everything until 3 February 2027.',
      [],
    ],
    [
      { detail: 'complimentary', until: laterDay, nextPayment: null, givenUntil: laterDay },
      'You still have access',
      'You can read everything until 3 February 2027. That’s the time you had left.',
      [payment('None')],
    ],
    [
      { detail: 'paused', until: futureDay, resumesAt: laterDay, nextPayment: pay(laterDay) },
      'Your subscription pauses on 3 December 2026',
      'You can read everything until 3 December 2026. Your subscription resumes automatically on 3 February 2027.',
      [plan, payment('$13.99 on 3 February 2027')],
    ],
    [
      { detail: 'paused', until: futureDay, resumesAt: laterDay },
      'Your subscription pauses a month after your next payment',
      'You can read everything until then. Your subscription resumes automatically on 3 February 2027.',
      [plan, payment('$13.99 on 3 December 2026')],
    ],
    [
      {
        detail: 'paused',
        plan: 'annual_99',
        resumesAt: futureDay,
        nextPayment: pay(laterDay, 6600),
        givenMonths: 3,
      },
      'Your subscription is paused',
      'You can’t read subscriber stories while it’s paused. Your subscription resumes automatically on 3 December 2026. You have three months that you haven’t used yet.',
      [['Plan', 'Annual, $99 a year'], payment('$66 on 3 February 2027')],
    ],
    [
      { detail: 'paymentFailed', until: futureDay, nextPayment: null },
      'Your last payment didn’t go through',
      'Your card may have expired, or your bank may have declined the payment. You can still read everything until 3 December 2026.',
      [plan],
    ],
    [
      { detail: 'paymentFailed', nextPayment: null },
      'Your last payment didn’t go through',
      'Your card may have expired, or your bank may have declined the payment. You can’t read subscriber stories until the payment goes through.',
      [plan],
    ],
    [
      { detail: 'paymentMissing', nextPayment: null },
      'PayPal hasn’t collected your last payment',
      'You haven’t been charged. To continue, approve your subscription again at PayPal. You can’t read subscriber stories until you do.',
      [plan],
    ],
    [
      { detail: 'underpaid', until: futureDay, nextPayment: null },
      'Your subscription needs your approval again',
      'The price was lowered at PayPal to less than your plan costs, so we’ve cancelled your subscription there. You won’t be charged again. You can read everything until 3 December 2026. To continue, approve the full price at PayPal.',
      [plan, payment('None')],
    ],
    [
      { detail: 'paymentMissing', until: futureDay, nextPayment: null },
      'PayPal hasn’t collected your last payment',
      'You haven’t been charged. To continue, approve your subscription again at PayPal. You can still read everything until 3 December 2026.',
      [plan],
    ],
  ])('describes %j: %s', (known, title, details, facts) => {
    expect(describeSubscription(monthly(known), now)).toEqual({ title, details, facts })
  })

  it('describes every status, with and without a plan and dates', () => {
    for (const detail of subscriptionDetails) {
      for (const known of [
        {},
        { plan: null, paidThrough: null, nextPayment: null },
        { until: futureDay },
      ]) {
        const { title, details, facts } = describeSubscription(monthly({ ...known, detail }), now)
        const text = [title, details, ...facts.flat()].filter(Boolean).join(' ')
        expect(text).not.toMatch(/undefined|null|Invalid/)
        expect(title).toMatch(/^[A-Z].*[^.]$/)
        expect(details).toMatch(/^$|\.$/)
      }
    }
  })
})

const outlook = (known: Partial<OutlookResponse> = {}): OutlookResponse => ({
  isOpen: true,
  closesAt: null,
  opensAt: null,
  nextPayment: pay(futureDay),
  givenMonths: 0,
  upcoming: [],
  ...known,
})
const closes = { at: futureDay, kind: 'closes' as const, minorUnits: 0, months: 0, sources: [] }

const answer = (known: Partial<SubscriptionOutlookResponse>): SubscriptionOutlookResponse => ({
  now: outlook(),
  steps: { pause: {} },
  planStarts: {},
  amountDue: null,
  ...known,
})

describe('the button that reactivates', () => {
  const resumesAt = laterDay
  it.each<[string, string | null, Partial<OutlookResponse>, OutlookResponse, string, string]>([
    [
      'a cancelled subscription',
      null,
      {},
      outlook(),
      'Reactivate',
      'If you reactivate, your next payment will be $13.99 on 3 December 2026.',
    ],
    [
      'a coming pause',
      resumesAt,
      { upcoming: [closes] },
      outlook(),
      'Don’t pause',
      'If you don’t pause, your next payment will be $13.99 on 3 December 2026.',
    ],
    [
      'a yearly plan that is paused',
      resumesAt,
      { isOpen: false },
      outlook({ nextPayment: pay(laterDay, 9075) }),
      'Resume now',
      'If you resume now, your next payment will be $90.75 on 3 February 2027.',
    ],
    [
      'a monthly plan that is paused',
      resumesAt,
      { isOpen: false },
      outlook({ isOpen: false, opensAt: futureDay }),
      'Resume on 3 December 2026',
      'If you resume on 3 December 2026, your next payment will be $13.99 on 3 December 2026.',
    ],
  ])('says what it does for %s', (_, at, current, reactivate, button, consequence) => {
    const steps = { reactivate, pause: {} }
    expect(
      describeReactivation({ resumesAt: at }, answer({ now: outlook(current), steps })),
    ).toEqual({ button, consequence })
  })

  it('is missing if the server doesn’t offer it', () => {
    expect(describeReactivation({ resumesAt: null }, answer({}))).toBeNull()
  })
})

describe('the link to a new approval', () => {
  const price = formatPrice('monthly', 'domestic')
  const approve = { plan: 'monthly_13', resumesAt: null, allowedSteps: ['approve'] } as const
  it.each([
    [
      'a missing payment',
      null,
      null,
      `Approve again for ${price}`,
      `If you approve again, PayPal will charge ${price} today.`,
    ],
    [
      'a pause',
      laterDay,
      null,
      `Resume today for ${price}`,
      `If you resume today, PayPal will charge ${price} when you approve your subscription.`,
    ],
    [
      'a cancelled subscription',
      null,
      laterDay,
      'Renew from 3 February 2027',
      `If you renew, you’ll approve your subscription at PayPal now and pay ${price} on 3 February 2027.`,
    ],
  ] as const)('says what it costs after %s', (_, resumesAt, startsAt, button, consequence) => {
    const planStarts = { monthly: { plan: 'monthly_13', startsAt } } as const
    const text = describeApproval(
      { ...approve, resumesAt, allowedSteps: ['approve'] },
      answer({ planStarts }),
    )
    expect(text).toEqual({ button, consequence })
  })

  it('is missing if only other plans can be chosen', () => {
    const planStarts = { annual: { plan: 'annual_99', startsAt: laterDay } } as const
    const allowedSteps = ['approve' as const]
    expect(describeApproval({ ...approve, allowedSteps }, answer({ planStarts }))).toBeNull()
  })
})
