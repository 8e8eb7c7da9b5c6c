import { describe, expect, it } from 'vitest'
import { currency } from '../../publication/offer.ts'
import type { PayPalSubscription } from '../subscription/paypal-subscription.ts'
import type { SubscriptionRecord } from '../subscription/subscription.ts'
import type { SubscriptionEvent } from '../subscription/subscription-event.ts'
import { transition } from '../subscription/transition.ts'
import { describeSubscriptionTransitions } from './subscription-transitions.ts'

const day = 24 * 60 * 60 * 1000
const start = new Date('2026-11-01T10:00:00Z')
const after = (days: number) => new Date(start.getTime() + days * day)

type Synced = Extract<SubscriptionEvent, { kind: 'providerSynced' }>

function syncedEvent(
  changes: Partial<PayPalSubscription> = {},
  options: Partial<Synced> = {},
): Synced {
  const payPalState: PayPalSubscription = {
    id: 'I-1',
    status: 'ACTIVE',
    planId: 'P-MONTH',
    nextMinorUnits: null,
    nextBillingAt: after(30),
    lastPaymentAt: start,
    lastPaymentMinorUnits: null,
    outstandingMinorUnits: 0,
    failedPayments: 0,
    lastFailedAt: null,
    ...changes,
  }
  const sold = { planId: 'P-1', minorUnits: 1399, currency } as const
  return { kind: 'providerSynced', payPalState, plan: 'monthly_13', sold, ...options }
}

type Steps = readonly (readonly [days: number, event: SubscriptionEvent])[]

/** Applies the events in order, and describes the transitions of the last. */
function describeLast(steps: Steps) {
  let record: SubscriptionRecord | null = null
  let described: readonly string[] = []
  for (const [days, event] of steps) {
    const next = transition(record, event, after(days))
    if (!next.ok) throw new Error(next.failure)
    const cause = { event, isByOperator: false, at: after(days) }
    described = describeSubscriptionTransitions(record, next.value.record, cause).map(
      ({ kind, plan, amount, reason, at }) =>
        [kind, plan, amount, reason, (at.getTime() - start.getTime()) / day].join(' '),
    )
    record = { ...next.value.record, isReconciled: true }
  }
  return described
}

const started = [0, syncedEvent()] as const
/** What PayPal says that day of a payment on an earlier one. */
const paid = (days: number, paidOn: number, changes: Partial<PayPalSubscription> = {}) =>
  [
    days,
    syncedEvent({ lastPaymentAt: after(paidOn), nextBillingAt: after(paidOn + 30), ...changes }),
  ] as const
const unpaid = { lastPaymentAt: null, nextBillingAt: after(7) }
const trial = [0, syncedEvent(unpaid, { trialEndsAt: after(7) })] as const
const failed = [31, syncedEvent({ failedPayments: 1, lastFailedAt: after(30) })] as const
const unnoticed = [40, { kind: 'timePassed' }] as const
const cancelled = [2, { kind: 'cancel', reason: 'price' }] as const
const paused = [2, { kind: 'pause', months: 2 }] as const
const disputed = [2, { kind: 'disputed', provider: 'I-1', dispute: 'D1' }] as const
const refunded = [3, { kind: 'refunded', provider: 'I-1', paymentAt: start }] as const

/** The reader approves a subscription that replaces the current one. */
const createPlanChange = (startsAt: Date | null) => ({
  from: 'I-1',
  startsAt,
  currentState: syncedEvent().payPalState,
})
const yearly = { planId: 'P-2', minorUnits: 9900, currency } as const
const change = (plan: 'annual_99', startsAt: Date) =>
  [
    3,
    syncedEvent(
      { id: 'I-2', lastPaymentAt: null, nextBillingAt: startsAt },
      { plan, sold: yearly, planChange: createPlanChange(startsAt) },
    ),
  ] as const
const approvedAgain = [
  41,
  syncedEvent(
    { id: 'I-2', lastPaymentAt: after(41), nextBillingAt: after(71) },
    { planChange: createPlanChange(null) },
  ),
] as const

describe('a subscription', () => {
  it.each<[string, Steps, string[]]>([
    ['starts', [started], ['started monthly_13 1399  0']],
    ['starts with a trial', [trial], ['started monthly_13 0 trial 0']],
    ['is paid after its trial', [trial, paid(7.5, 7)], ['renewed monthly_13 1399 trial 7']],
    [
      'is renewed, on the day of the payment',
      [started, paid(32, 30)],
      ['renewed monthly_13 1399  30'],
    ],
    [
      'has paid less than today’s price',
      [started, paid(32, 30, { lastPaymentMinorUnits: 1299 })],
      ['renewed monthly_13 1299  30'],
    ],
    [
      'has paid too much',
      [[0, syncedEvent({ lastPaymentMinorUnits: 1499 })]],
      ['started monthly_13 1399  0'],
    ],
    ['has a failed payment', [started, failed], ['paymentFailed monthly_13 0  30']],
    [
      'is paid after a failed payment',
      [started, failed, paid(35, 34)],
      ['renewed monthly_13 1399  34', 'paymentRecovered monthly_13 0  35'],
    ],
    [
      'ends after a failed payment',
      [started, failed, [80, { kind: 'timePassed' }]],
      ['ended monthly_13 0 paymentFailed 80'],
    ],
    [
      'is cancelled after a failed payment',
      [started, failed, [33, { kind: 'cancel' }]],
      ['cancelled monthly_13 0 unknown 33', 'ended monthly_13 0 cancelled 33'],
    ],
    ['is cancelled', [started, cancelled], ['cancelled monthly_13 0 price 2']],
    [
      'is cancelled at PayPal',
      [started, [2, syncedEvent({ status: 'CANCELLED' })]],
      ['cancelled monthly_13 0 payPal 2'],
    ],
    [
      'ends with its account',
      [started, [2, { kind: 'endNow' }]],
      ['cancelled monthly_13 0 accountDeleted 2', 'ended monthly_13 0 cancelled 2'],
    ],
    [
      'is reactivated',
      [started, cancelled, [4, { kind: 'reactivate' }]],
      ['reactivated monthly_13 0  4'],
    ],
    ['ends', [started, cancelled, unnoticed], ['ended monthly_13 0 cancelled 40']],
    ['is paused', [started, paused], ['paused monthly_13 0 2 2']],
    [
      'is resumed early',
      [started, paused, [4, { kind: 'reactivate' }]],
      ['resumed monthly_13 0 early 4'],
    ],
    [
      'is resumed as planned',
      [started, paused, [93, { kind: 'timePassed' }]],
      ['resumed monthly_13 0 planned 93'],
    ],
    [
      'is resumed by its payment',
      [started, paused, paid(92, 91.5)],
      ['renewed monthly_13 1399  91.5', 'resumed monthly_13 0 planned 92'],
    ],
    [
      'isn’t paid after a pause, and nobody has looked for months',
      [started, paused, [150, { kind: 'timePassed' }]],
      ['ended monthly_13 0 paymentFailed 150'],
    ],
    [
      'changes its plan, which is paid later',
      [started, change('annual_99', after(30))],
      ['planChanged annual_99 0 monthly_13 3'],
    ],
    [
      'is paid after a change of plan',
      [
        started,
        change('annual_99', after(30)),
        [
          31,
          syncedEvent(
            { id: 'I-2', lastPaymentAt: after(30), nextBillingAt: after(395) },
            { sold: yearly },
          ),
        ],
      ],
      ['renewed annual_99 9900 planChange 30'],
    ],
    ['has a missing payment', [started, unnoticed], ['paymentFailed monthly_13 0  30']],
    [
      'is approved again after a missing payment',
      [started, unnoticed, approvedAgain],
      ['renewed monthly_13 1399  41', 'paymentRecovered monthly_13 0  41'],
    ],
    ['gets a free month', [started, [2, { kind: 'acceptOffer' }]], ['offerTaken monthly_13 0  2']],
    // The refund itself is found in the history (functions/statistics/records).
    ['is refunded', [started, refunded], ['ended monthly_13 0 refunded 3']],
    ['is disputed', [started, disputed], ['disputed monthly_13 0  2']],
    [
      'is disputed without success',
      [started, disputed, [9, { kind: 'disputeWon', provider: 'I-1', dispute: 'D1' }]],
      ['disputeWon monthly_13 0  9'],
    ],
    ['is disputed successfully', [started, disputed, refunded], ['ended monthly_13 0 disputed 3']],
    [
      'ends for a gift while its payment has failed',
      [started, failed, [33, { kind: 'redeemGift', gift: 'G-1', months: 3, endFailing: true }]],
      ['ended monthly_13 0 gift 33'],
    ],
    [
      'starts again',
      [started, cancelled, unnoticed, paid(50, 50, { id: 'I-2' })],
      ['started monthly_13 1399 returned 50'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(describeLast(steps)).toEqual(expected)
  })

  it.each<[string, Steps]>([
    ['gets a grant', [started, [2, { kind: 'grant', until: after(50) }]]],
    [
      'gets a gift',
      [started, [2, { kind: 'redeemGift', gift: 'G-1', months: 3, endFailing: false }]],
    ],
    [
      'is paid although it was paused',
      [started, paused, paid(31, 30, { nextBillingAt: after(30) })],
    ],
  ])('that %s isn’t counted', (_, steps) => {
    expect(describeLast(steps)).toEqual([])
  })
})
