import { expect, it } from 'vitest'
import { firstBilling } from './trial.ts'

it('bills at once where there is no trial, and after its days where there is one', () => {
  const now = new Date('2026-02-28T12:00:00Z')
  expect(firstBilling(now, 0)).toBeNull()
  expect(firstBilling(now, 14)).toEqual(new Date('2026-03-14T12:00:00Z'))
})
