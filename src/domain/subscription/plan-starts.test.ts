import { expect } from 'vitest'
import { describePlanStarts, findPlanChangeObstacle } from './plan-change.ts'
import { eachRow, tell } from './testing/stories.ts'

// The first payment of each plan, or why there can’t be one.
eachRow(`
  active | | annual 2026-11-30, student 2026-11-30
  active | 2026-11-28T11:59 | annual 2026-11-30, student 2026-11-30
  active | 2026-11-28T12:01 | billedSoon
  active with gift 3 | 2026-11-29 | annual 2027-02-28, student 2027-02-28
  yearly | | monthly 2027-06-16, student 2027-06-16
  international | | international 2027-06-16, international 2027-06-16
  yearly with gift 3 | | monthly 2027-09-16, student 2027-09-16
  trial with gift 3 | | annual 2026-11-30, student 2026-11-30
  paused | | annual 2027-01-30, student 2027-01-30
  paused | 2026-12-10 | annual 2027-01-30, monthly now, student 2027-01-30
  paused with gift 3 | | annual 2027-04-30, student 2027-04-30
  yearlyPause | | monthly 2027-06-16, student 2027-06-16
  ending | | cancelled
  ending | 2026-11-29 | annual 2026-11-30, monthly 2026-11-30, student 2026-11-30
  final | | annual 2026-11-30, monthly 2026-11-30, student 2026-11-30
  final | 2026-11-30T11:30 | annual 2026-11-30T12:30, monthly 2026-11-30T12:30, student 2026-11-30T12:30
  final with gift 3 | | annual 2027-02-28, monthly 2027-02-28, student 2027-02-28
  failed | | paymentFailed
  missing | | annual now, monthly now, student now
  active | 2026-11-21 ACTIVE next 2026-12-30 | annual 2026-11-30, monthly 2026-11-30, student 2026-11-30
  disputed | | disputed
  none with gift 3 | | notSubscribed
`)('%s, %s: %s', (start, steps, expected) => {
  const { record, when } = tell(start, steps)
  const starts = Object.values(describePlanStarts(record, when)).map(
    ({ plan, startsAt }) =>
      `${plan.split('_')[0]} ${startsAt?.toISOString().slice(0, 16).replace('T12:00', '') ?? 'now'}`,
  )
  expect(starts.join(', ') || findPlanChangeObstacle(record, when)).toBe(expected)
})
