import { expect, it } from 'vitest'
import { now, on, stateNames, tell } from './testing/stories.ts'
import { getTrialEnd } from './trial.ts'

it('bills a first subscription after its days, and at once without a trial', () => {
  const { record: complimentary } = tell('none', '2026-11-20 grant 2026-12-20')
  const ends = [null, complimentary].map((one) => getTrialEnd(one, 14, on('2026-11-20T00:30')))
  expect(ends).toEqual([on('2026-12-04T10:00'), on('2026-12-04T10:00')])
  const others = stateNames.map((name) => getTrialEnd(tell(name, '').record, 14, now))
  expect(new Set([...others, getTrialEnd(null, 0, now)])).toEqual(new Set([null]))
})
