/** A subscription that starts with a trial of seven days. */
import { beforeEach, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  claim,
  findAtPayPal,
  listPayments,
  readAnswer,
  readCode,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness({ trialDays: 7 })
  await harness.storeReaderAndCheckout()
})

const returnFromPayPal = () => requestApproval(harness, harness.provider)
const findCurrent = () => findAtPayPal(harness, harness.provider)

async function buy() {
  harness.provider = await startMonthlyCheckout(harness.browser)
  harness.ledger.approve(harness.provider, payer)
  return returnFromPayPal()
}

async function startAndCancelTrial() {
  await harness.logIn()
  await buy()
  await harness.patch('/api/subscription', { step: 'cancel' })
  await harness.advanceDays(8)
  await harness.runUntilIdle()
}

it('a trial is billed after seven days', async () => {
  const trialEndsAt = new Date(harness.now.getTime() + 7 * day)
  await harness.logIn()
  expect(await buy()).toMatchObject({ state: 'running', isTrial: true })
  const atPayPal = { status: 'ACTIVE', nextBillingAt: trialEndsAt.toISOString() }
  expect(findCurrent()).toMatchObject(atPayPal)
  expect(listPayments(harness)).toEqual([])
  harness.now = trialEndsAt
  harness.ledger.billSubscription(harness.provider, true)
  await harness.runUntilIdle()
  const billed = { state: 'active', lastPaymentAt: trialEndsAt }
  expect((await harness.record()).subscription).toMatchObject(billed)
  expect(await returnFromPayPal()).toMatchObject({ state: 'running', isTrial: false })
})

it('a cancelled trial is never charged, and its reader gets no second trial', async () => {
  await startAndCancelTrial()
  expect(findCurrent().status).toBe('CANCELLED')
  expect(listPayments(harness)).toEqual([])
  expect(await buy()).toMatchObject({ state: 'running', isTrial: false })
  expect(findCurrent().startsAt).toBeNull()
  expect(listPayments(harness)).toHaveLength(1)
})

it('a guest’s trial can’t be claimed by an account that has already had a trial, and is never charged', async () => {
  await startAndCancelTrial()
  harness.cookies.clear()
  await buy()
  await harness.logIn()
  expect(await readCode(claim(harness, harness.provider))).toBe('trial_used')
  // A second claim returns the account's status.
  const again = await readAnswer(claim(harness, harness.provider))
  expect(again).toMatchObject({ status: 'needsToRestart', entitled: false })
  await harness.advanceDays(2)
  await harness.runUntilIdle()
  expect(findCurrent().status).toBe('CANCELLED')
  expect(listPayments(harness)).toEqual([])
})
