/** Random steps in the life of a subscription: often near a due date, and in turn failing and paying. */
import fc from 'fast-check'
import { type GiftLength, giftLengths } from '../../../src/domain/gift/gift-length.ts'
import type { GiftTimeStatus } from '../../../src/domain/gift/gift-transition.ts'
import { type PlanKind, planKinds } from '../../../src/domain/subscription/offer.ts'
import type { PauseMonths } from '../../../src/domain/subscription/subscription-steps.ts'
import { pauseMonths } from '../../../src/publication/offer.ts'

/** The reader retries with a good card, or first with a bad one, PayPal tries a good card itself, or nobody does anything. */
const fixes = ['retry', 'secondRetry', 'card', 'none'] as const

type StepFields = {
  subscribe: object
  cancel: object
  acceptOffer: object
  reactivate: object
  cancelThere: object
  /** The reader retries the payment. */
  retry: object
  refund: object
  pause: { months: PauseMonths }
  wait: { days: number }
  /** Time passes until so many days after the next due date, or before it if negative. */
  waitUntilDue: { days: number }
  card: { isGood: boolean }
  /** The card declines the next payment, until so many days after its due date. Then it may be good. */
  fail: { days: number; fix: (typeof fixes)[number] }
  redeem: { months: GiftLength }
  changeGift: { gift: number; status: GiftTimeStatus }
  changePlan: { kind: PlanKind; delay: number }
  outage: { days: number }
  dispute: { isWon: boolean; days: number }
}
export type StepOf<Kind extends keyof StepFields> = { readonly do: Kind } & StepFields[Kind]
export type Step = { [Kind in keyof StepFields]: StepOf<Kind> }[keyof StepFields]

const step = <Kind extends keyof StepFields>(
  weight: number,
  kind: Kind,
  fields: { [Name in keyof StepFields[Kind]]: fc.Arbitrary<StepFields[Kind][Name]> },
): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: fc.record(fields).map((values) => ({ do: kind, ...values }) as Step),
})

const days = (min: number, max: number) => fc.integer({ min, max })

/** PayPal tries again after 5 and 10 days; the grace period ends after 7, and the subscription after 28. */
const failureDays = fc.constantFrom(1, 4, 6, 8, 11, 12, 20, 27, 29)

export const commonSteps = (maxDays: number): readonly fc.WeightedArbitrary<Step>[] => [
  step(3, 'subscribe', {}),
  step(3, 'cancel', {}),
  step(4, 'reactivate', {}),
  step(2, 'acceptOffer', {}),
  step(3, 'pause', { months: fc.constantFrom(...pauseMonths) }),
  step(8, 'wait', { days: days(1, maxDays) }),
  step(2, 'waitUntilDue', { days: days(-3, 2) }),
  step(2, 'redeem', { months: fc.constantFrom(...giftLengths) }),
]

export const unusualSteps: readonly fc.WeightedArbitrary<Step>[] = [
  step(1, 'card', { isGood: fc.boolean() }),
  step(6, 'fail', { days: failureDays, fix: fc.constantFrom(...fixes) }),
  step(1, 'retry', {}),
  step(1, 'cancelThere', {}),
  step(2, 'changeGift', {
    gift: fc.nat({ max: 2 }),
    status: fc.constantFrom('valid', 'suspended', 'void'),
  }),
  step(3, 'changePlan', {
    kind: fc.constantFrom(...planKinds),
    delay: fc.constantFrom(0, 0, 0, 1, 3),
  }),
  step(1, 'outage', { days: days(1, 6) }),
  step(1, 'refund', {}),
  step(1, 'dispute', { isWon: fc.boolean(), days: days(1, 40) }),
]

/** Days of January in which months of every length follow. */
export const startArbitrary = fc
  .integer({ min: 0, max: 365 * 4 * 24 })
  .map((hours) => new Date(Date.UTC(2027, 0, 1, 0, 30) + hours * 60 * 60 * 1000))
