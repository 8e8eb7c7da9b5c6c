/** Random steps in the life of a subscription, as text: often near a due date, with payments that fail and succeed. */
import fc from 'fast-check'
import { giftLengths } from '../../../src/domain/gift/gift-length.ts'
import { planKinds } from '../../../src/domain/subscription/offer.ts'
import { pauseMonths } from '../../../src/publication/offer.ts'

const step = (weight: number, kind: string, ...details: readonly fc.Arbitrary<unknown>[]) => ({
  weight,
  arbitrary: fc.tuple(...details).map((words) => [kind, ...words].join(' ')),
})

const days = (min: number, max: number) => fc.integer({ min, max })

/** In days. PayPal tries again after 5 and 10; the grace period ends after 7, and the subscription after 28. */
const failureDays = fc.constantFrom(1, 4, 6, 8, 11, 12, 20, 27, 29)

/**
 * The reader retries with a good card, or with a bad one first; PayPal retries with a good card; or nothing happens.
 */
const fixes = fc.constantFrom('retry', 'secondRetry', 'card', 'none')

/** “waitUntilDue -3” waits until three days before the next due date. */
export const commonSteps = (maxDays: number): readonly fc.WeightedArbitrary<string>[] => [
  step(3, 'subscribe'),
  step(3, 'cancel'),
  step(4, 'reactivate'),
  step(2, 'acceptOffer'),
  step(3, 'pause', fc.constantFrom(...pauseMonths)),
  step(8, 'wait', days(1, maxDays)),
  step(2, 'waitUntilDue', days(-3, 2)),
  step(2, 'redeem', fc.constantFrom(...giftLengths)),
]

/**
 * “fail 8 retry”: the card declines the next payment until eight days after its due date. “changePlan annual 3”: the
 * change is approved three days later. “changeGift 0 void”: the first gift becomes void.
 */
export const unusualSteps: readonly fc.WeightedArbitrary<string>[] = [
  step(1, 'card', fc.constantFrom('good', 'bad')),
  step(6, 'fail', failureDays, fixes),
  step(1, 'retry'),
  step(1, 'cancelThere'),
  step(2, 'changeGift', fc.nat({ max: 2 }), fc.constantFrom('valid', 'suspended', 'void')),
  step(3, 'changePlan', fc.constantFrom(...planKinds), fc.constantFrom(0, 0, 0, 1, 3)),
  step(1, 'outage', days(1, 6)),
  step(1, 'refund'),
  step(1, 'dispute', fc.constantFrom('won', 'lost'), days(1, 40)),
]

/** Days in January, followed by months of every length. */
export const startArbitrary = fc
  .integer({ min: 0, max: 365 * 4 * 24 })
  .map((hours) => new Date(Date.UTC(2027, 0, 1, 0, 30) + hours * 60 * 60 * 1000))
