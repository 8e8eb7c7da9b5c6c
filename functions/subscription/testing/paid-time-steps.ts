/** Random steps in the life of a subscription: often near a due date, and in turn failing and paying. */
import fc from 'fast-check'
import { giftLengths } from '../../../src/domain/gift/gift-length.ts'
import type { GiftTimeStatus } from '../../../src/domain/gift/gift-transition.ts'
import { type PlanKind, planKinds } from '../../../src/domain/subscription/offer.ts'
import {
  type PauseMonths,
  pauseMonths,
} from '../../../src/domain/subscription/subscription-steps.ts'

export type Step =
  | { readonly do: 'subscribe' | 'cancel' | 'acceptOffer' | 'reactivate' | 'cancelThere' }
  | { readonly do: 'pause'; readonly months: PauseMonths }
  | { readonly do: 'wait'; readonly days: number }
  /** Time passes until so many days after the next due date, or before it if negative. */
  | { readonly do: 'waitUntilDue'; readonly days: number }
  | { readonly do: 'card'; readonly isGood: boolean }
  /** The card declines the next payment, until so many days after its due date. Then it may be good. */
  | { readonly do: 'fail'; readonly days: number; readonly fix: Fix }
  /** The reader retries the payment. */
  | { readonly do: 'retry' }
  | { readonly do: 'redeem'; readonly months: (typeof giftLengths)[number] }
  | { readonly do: 'changeGift'; readonly gift: number; readonly status: GiftTimeStatus }
  | { readonly do: 'changePlan'; readonly kind: PlanKind; readonly delay: number }
  | { readonly do: 'outage'; readonly days: number }
  | { readonly do: 'refund' }
  | { readonly do: 'dispute'; readonly isWon: boolean; readonly days: number }

/** The reader retries with a good card, or first with a bad one, PayPal tries a good card itself, or nobody does anything. */
const fixes = ['retry', 'secondRetry', 'card', 'none'] as const
type Fix = (typeof fixes)[number]

/** PayPal tries again after 5 and 10 days; the grace period ends after 7, and the subscription after 28. */
const failureDays = [1, 4, 6, 8, 11, 12, 20, 27, 29] as const

const step = <Kind extends Step['do']>(kind: Kind) => fc.constant({ do: kind } as const)

export const commonSteps = (maxDays: number): fc.WeightedArbitrary<Step>[] => [
  { weight: 3, arbitrary: step('subscribe') as fc.Arbitrary<Step> },
  { weight: 3, arbitrary: step('cancel') as fc.Arbitrary<Step> },
  { weight: 4, arbitrary: step('reactivate') as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: step('acceptOffer') as fc.Arbitrary<Step> },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...pauseMonths).map((months): Step => ({ do: 'pause', months })),
  },
  {
    weight: 8,
    arbitrary: fc.integer({ min: 1, max: maxDays }).map((days): Step => ({ do: 'wait', days })),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: -3, max: 2 }).map((days): Step => ({ do: 'waitUntilDue', days })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...giftLengths).map((months): Step => ({ do: 'redeem', months })),
  },
]

export const unusualSteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 1, arbitrary: fc.boolean().map((isGood): Step => ({ do: 'card', isGood })) },
  {
    weight: 6,
    arbitrary: fc
      .record({ days: fc.constantFrom(...failureDays), fix: fc.constantFrom(...fixes) })
      .map((failure): Step => ({ do: 'fail', ...failure })),
  },
  { weight: 1, arbitrary: step('retry') as fc.Arbitrary<Step> },
  { weight: 1, arbitrary: step('cancelThere') as fc.Arbitrary<Step> },
  {
    weight: 2,
    arbitrary: fc
      .record({
        gift: fc.nat({ max: 2 }),
        status: fc.constantFrom<GiftTimeStatus>('valid', 'suspended', 'void'),
      })
      .map((change): Step => ({ do: 'changeGift', ...change })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ kind: fc.constantFrom(...planKinds), delay: fc.constantFrom(0, 0, 0, 1, 3) })
      .map((change): Step => ({ do: 'changePlan', ...change })),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 6 }).map((days): Step => ({ do: 'outage', days })),
  },
  { weight: 1, arbitrary: step('refund') as fc.Arbitrary<Step> },
  {
    weight: 1,
    arbitrary: fc
      .record({ isWon: fc.boolean(), days: fc.integer({ min: 1, max: 40 }) })
      .map((dispute): Step => ({ do: 'dispute', ...dispute })),
  },
]

/** Days of January in which months of every length follow. */
export const startArbitrary = fc
  .integer({ min: 0, max: 365 * 4 * 24 })
  .map((hours) => new Date(Date.UTC(2027, 0, 1, 0, 30) + hours * 60 * 60 * 1000))
