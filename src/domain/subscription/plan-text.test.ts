import { expect, it } from 'vitest'
import { formatTrial } from './plan-text.ts'

it.each([
  [7, '$99 a year', 'Free for 7 days, then $99 a year. Cancel before your free trial ends'],
  [1, '$13.99 a month', 'Free for 1 day, then $13.99 a month. Cancel before your free trial ends'],
  [7, undefined, 'Free for 7 days. Cancel before your free trial ends'],
])('the text says what a trial of %s days costs (%s)', (trialDays, price, expected) => {
  expect(formatTrial(trialDays, price)).toBe(`${expected} and you won’t be charged.`)
})
