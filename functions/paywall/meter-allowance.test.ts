import { expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/meter.ts'

it('an account has at least two more free stories than a guest, as tests here and in src/journeys expect', () => {
  const { guest, email, referred, registered } = meterAllowance
  expect(guest).toBeGreaterThanOrEqual(1)
  expect(registered).toBeGreaterThanOrEqual(guest + 2)
  expect({ email, referred }).toEqual({ email: 1, referred: 1 })
})
