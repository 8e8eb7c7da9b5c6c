/**
 * Random lives of a subscription with the fake PayPal, which may skip or charge dates that passed during a suspension.
 * Money and access are calculated from PayPal's payments and the clock, never from the record's own dates.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { day, hour } from '../../src/domain/duration.ts'
import { addMonths } from '../../src/domain/month.ts'
import { expectCounted } from '../../src/domain/statistics/testing/expect-counted.ts'
import { listUpcoming } from '../../src/domain/subscription/outlook.ts'
import {
  getPeriodEnd,
  getPeriodMonths,
  getPlanPrice,
  type PlanId,
} from '../../src/domain/subscription/plan.ts'
import { finish, live } from './testing/paid-time-account.ts'
import { commonSteps, startArbitrary, unusualSteps } from './testing/paid-time-steps.ts'
import { PaidTimeWorld } from './testing/paid-time-world.ts'

const numRuns = countLives(400)

const plansLived: readonly { readonly plan: PlanId; readonly maxDays: number }[] = [
  { plan: 'monthly_13', maxDays: 40 },
  { plan: 'annual_99', maxDays: 150 },
]

const world = fc
  .record({
    start: startArbitrary,
    missedDates: fc.constantFrom('skip' as const, 'charge' as const),
    staleDates: fc.constantFrom(0, 2 * hour, 30 * hour),
  })
  .map(({ start, ...settings }) => ({ start, settings }))

/** Lives with these kinds of steps, on a monthly or a yearly plan. */
const createLives = (...others: readonly fc.WeightedArbitrary<string>[]) =>
  fc.constantFrom(...plansLived).chain(({ plan, maxDays }) =>
    fc.record({
      plan: fc.constant(plan),
      world,
      steps: fc.array(fc.oneof(...commonSteps(maxDays), ...others), { minLength: 2, maxLength: 9 }),
    }),
  )
type Life = typeof createLives extends (...steps: never[]) => fc.Arbitrary<infer L> ? L : never

const liveFrom = ({ plan, world: { start, settings }, steps }: Life) =>
  live(new PaidTimeWorld(start, settings), ['subscribe', ...steps], plan)

/** Checks that the next planned payment is the one promised to the reader. */
function expectShown({ record, now, nextPayment }: PaidTimeWorld) {
  const shown = listUpcoming(record, now).find(({ kind }) => kind === 'payment')
  const isWithin = nextPayment !== null && nextPayment.at <= addMonths(now, 12)
  const at = isWithin ? new Date(Math.max(nextPayment.at.getTime(), now.getTime())) : undefined
  expect(shown?.at).toEqual(at)
  if (isWithin) expect(shown?.minorUnits).toBe(nextPayment.minorUnits)
}

describe('the life of a subscription', () => {
  it('has only days of access that were paid for or given, only charges that were promised, and counts each change once', () => {
    fc.assert(
      fc.property(createLives(...unusualSteps), (life) => {
        const account = liveFrom(life)
        finish(account)
        expectCounted(account.world.history, account.world.transitions)
        const { world: lived, allowedTime } = account
        const days = (time: number) => Math.round((time / day) * 10) / 10
        if (lived.accessTime > allowedTime)
          throw new Error(`${days(lived.accessTime)} days of access, ${days(allowedTime)} allowed`)
      }),
      { numRuns },
    )
  })

  it('has every day that was paid for, given or shown, if no payment fails or is returned', () => {
    fc.assert(
      fc.property(createLives(), (life) => {
        const account = liveFrom(life)
        expectShown(account.world)
        finish(account)
        const { world: lived, givenMonths } = account
        const gifts = [...account.gifts.values()].reduce((sum, { months }) => sum + months, 0)
        const paid = lived.payPal.listKept().reduce((sum, { plan: of, at, kept }) => {
          const whole = getPeriodEnd(of, at).getTime() - at.getTime()
          return sum + (whole * kept) / getPlanPrice(of).minorUnits
        }, 0)
        const months = gifts + givenMonths
        // A month from the time bank may be a February; a payment may be counted from PayPal's earlier hour.
        const pauses = life.steps.filter((one) => one.startsWith('pause')).length
        const least = paid + months * 28 * day - (4 + lived.payPal.listKept().length) * day
        // A pause of a yearly plan restores whole days.
        const rests = getPeriodMonths(life.plan) === 12 ? pauses * day : 0
        expect(lived.accessTime).toBeGreaterThanOrEqual(least - rests)
      }),
      { numRuns },
    )
  })
})

it('the books record that a dispute was won, even if the subscription ends at the same time', () => {
  const start = new Date('2027-01-01T12:00:00Z')
  const world = new PaidTimeWorld(start, { missedDates: 'skip', staleDates: 0 })
  const steps = 'subscribe; wait 200; pause 1; waitUntilDue -1; cancel; dispute won 39'.split('; ')
  const account = live(world, steps, 'annual_99')
  expect(world.record.subscription?.state).toBe('ended')
  expect(world.isOpen).toBe(true)
  expect(account.world.unpaidDays).toBe(0)
})
