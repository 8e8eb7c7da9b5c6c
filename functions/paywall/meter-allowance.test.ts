import { expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/offer.ts'

it('an account has two stories more than a guest, who has one: the tests here and in src/journeys need them', () => {
  const { guest, email, referred, registered } = meterAllowance
  expect(guest).toBeGreaterThanOrEqual(1)
  expect(registered).toBeGreaterThanOrEqual(guest + 2)
  expect({ email, referred }).toEqual({ email: 1, referred: 1 })
})
