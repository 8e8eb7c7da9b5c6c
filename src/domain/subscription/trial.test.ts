import { expect, it } from 'vitest'
import { noSubscription } from './subscription.ts'
import {
  createRecord,
  daysFromNow,
  now,
  stateNames,
  states,
} from './testing/subscription-states.ts'
import { getTrialEnd } from './trial.ts'

it('bills at once without a trial, and after its days with one', () => {
  expect(getTrialEnd(null, 0, now)).toBeNull()
  expect(getTrialEnd(null, 14, now)).toEqual(daysFromNow(14))
  const complimentary = { ...noSubscription, complimentaryUntil: daysFromNow(3) }
  expect(getTrialEnd(complimentary, 14, now)).toEqual(daysFromNow(14))
})

it.each(stateNames)('gives no trial to an account whose subscription is or was %s', (name) => {
  expect(getTrialEnd(createRecord(states[name]), 14, now)).toBeNull()
})
