import { expect, it } from 'vitest'
import { findExcess } from './breaker.ts'

const counts = (accepted: number, hardBounces: number, complaints: number) => ({
  accepted,
  hardBounces,
  complaints,
})
const none = counts(0, 0, 0)

it.each([
  [counts(1000, 20, 1), none, null],
  [counts(1000, 21, 1), none, 'hardBounces'],
  [counts(2000, 0, 2), none, null],
  [counts(2000, 0, 3), none, 'complaints'],
  [counts(5, 4, 0), none, null],
  [counts(5, 5, 0), none, 'hardBounces'],
  [counts(100, 0, 1), none, null],
  [counts(100, 0, 2), none, 'complaints'],
  [counts(1000, 30, 0), counts(1000, 30, 0), null],
  [counts(1100, 34, 0), counts(1000, 30, 0), null],
  [counts(1100, 35, 0), counts(1000, 30, 0), 'hardBounces'],
])('of %j after %j: %s', (totals, before, expected) => {
  expect(findExcess(totals, before)).toBe(expected)
})
