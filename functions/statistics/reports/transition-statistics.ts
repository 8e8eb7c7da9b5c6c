/** Statistics that come from transitions: money and subscriptions. */

import { type Cell, createCount, createRate } from '../../../src/domain/statistics/report.ts'
import type { StatisticId } from '../../../src/domain/statistics/statistic-definitions.ts'
import type { TransitionKind } from '../../../src/domain/statistics/transition-record.ts'
import type { Transitions } from './read-statistics.ts'

const kinds = {
  starts: ['started'],
  renewals: ['renewed'],
  paymentsFailed: ['paymentFailed'],
  paymentsRecovered: ['paymentRecovered'],
  cancellations: ['cancelled'],
  pauses: ['paused'],
  offers: ['offerTaken'],
  ended: ['ended'],
  refunds: ['refunded', 'giftRefunded'],
  registrations: ['registered'],
  weeklySignUps: ['newsletterConfirmed'],
  giftsBought: ['giftBought'],
  giftsRedeemed: ['giftRedeemed'],
} as const satisfies Partial<Record<StatisticId, readonly TransitionKind[]>>
export type TransitionStatistic = keyof typeof kinds

export const getKinds = (figure: TransitionStatistic) => kinds[figure]

export const countTransitions = (
  transitions: Transitions,
  figure: TransitionStatistic,
  key?: string,
): number => transitions.count(kinds[figure], key)

const payments = {
  revenue: ['started', 'renewed', 'giftBought'],
  giftRevenue: ['giftBought'],
} as const satisfies Record<string, readonly TransitionKind[]>

/** Minor units. */
export const sumRevenue = (transitions: Transitions, key?: string): number =>
  transitions.sumAmounts(payments.revenue, key) -
  transitions.sumAmounts(['refunded', 'giftRefunded'], key)

export const compareTransitions = (
  figure: TransitionStatistic,
  now: Transitions,
  before: Transitions,
): Cell => createCount(figure, countTransitions(now, figure), countTransitions(before, figure))

export const sumGiftRevenue = (transitions: Transitions, key?: string): number =>
  transitions.sumAmounts(payments.giftRevenue, key)

/** Its sample is the number of payments. */
export function compareRevenue(
  now: Transitions,
  before: Transitions,
  figure: keyof typeof payments = 'revenue',
): Cell {
  const count = (transitions: Transitions) => transitions.count(payments[figure])
  const sum = figure === 'revenue' ? sumRevenue : sumGiftRevenue
  const { isSmall } = createCount(figure, count(now), count(before))
  const cell = { value: sum(now), before: sum(before) }
  return isSmall ? { ...cell, isSmall } : cell
}

export const compareRecovery = (now: Transitions, before: Transitions): Cell =>
  createRate(
    'recoveryRate',
    {
      part: countTransitions(now, 'paymentsRecovered'),
      whole: countTransitions(now, 'paymentsFailed'),
    },
    {
      part: countTransitions(before, 'paymentsRecovered'),
      whole: countTransitions(before, 'paymentsFailed'),
    },
  )
