/** The free month is granted once in twelve months per account, and per PayPal account. */
import { beforeEach, expect, it } from 'vitest'
import type { SubscriptionResponse } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import { openReader } from '../testing/counted-purchases.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { readAnswer, startMonthlyCheckout } from './testing/checkout-steps.ts'

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})

async function subscribe() {
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  await harness.advanceDays(20)
  await harness.logIn()
}

async function isOffered() {
  const answer = harness.get('/api/subscription')
  return (await readAnswer<SubscriptionResponse>(answer)).allowedSteps.includes('acceptOffer')
}

const accept = async (browser = harness.browser) =>
  (await browser.send('PATCH', '/api/subscription', { step: 'acceptOffer' })).status

async function deleteAccount() {
  await harness.requestDeletion()
  await harness.runUntilIdle()
  expect(await harness.queryAll({ collection: 'subscriptions' })).toEqual([])
}

it('the free month isn’t offered to a new account of the same payer for twelve months', async () => {
  await subscribe()
  expect(await isOffered()).toBe(true)
  expect(await accept()).toBe(200)
  const acceptedAt = harness.now
  await deleteAccount()
  await subscribe()
  expect(await isOffered()).toBe(false)
  expect(await accept()).toBe(409)
  await deleteAccount()
  harness.now = new Date(acceptedAt.getTime() + 366 * 24 * 60 * 60 * 1000)
  await subscribe()
  expect(await isOffered()).toBe(true)
  expect(await accept()).toBe(200)
})

it('the free month is given to only one of a payer’s two accounts if both accept it at the same time', async () => {
  await subscribe()
  const other = await openReader(harness, 'nimal')
  harness.ledger.approve(await startMonthlyCheckout(other), payer)
  await harness.runUntilIdle()
  const answers = await Promise.all([accept(), accept(other)])
  expect(answers.toSorted()).toEqual([200, 409])
  expect(await harness.queryAll({ collection: 'freeMonths' })).toHaveLength(1)
})
