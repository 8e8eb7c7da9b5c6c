import { expect, it } from 'vitest'
import { describeCredit } from './credit-text.ts'

const nothing = { available: 0, pending: 0, used: 0, nextEarnsAt: null }
const nextEarnsAt = '2026-12-20T12:00:00.000Z'

it.each([
  [nothing, '$0 credit so far'],
  [{ ...nothing, pending: 4000, nextEarnsAt }, '$40 on its way, available from 20 December 2026'],
  [{ ...nothing, available: 601, used: 1399 }, '$6.01 off your next payment'],
  [{ ...nothing, available: 2000, pending: 2000, nextEarnsAt }, '$20 off your next payment'],
  [{ ...nothing, used: 2000 }, '$0 credit left'],
])('the credit %j is described by an amount and an explanation', (credit, words) => {
  const { amount, explanation } = describeCredit(credit)
  expect(`${amount} ${explanation}`).toBe(words)
})
