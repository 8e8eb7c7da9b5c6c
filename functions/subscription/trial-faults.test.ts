import { beforeEach, describe, expect, it } from 'vitest'
import type { SubscriptionResponse } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import { day } from '../../src/domain/duration.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import {
  claim,
  findAtPayPal,
  listPayments,
  openHarness,
  readAnswer,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
let trialEndsAt: Date
beforeEach(() => {
  harness = openHarness({ trialDays: 7 })
  trialEndsAt = new Date(harness.now.getTime() + 7 * day)
})

async function startCheckout() {
  harness.provider = await startMonthlyCheckout(harness.browser)
  return harness.provider
}

const returnFromPayPal = () => requestApproval(harness, harness.provider)

const cancel = () =>
  readAnswer<SubscriptionResponse>(harness.patch('/api/subscription', { step: 'cancel' }))

async function passDays(days: number) {
  await harness.advanceDays(days)
  await harness.runUntilIdle()
}

async function logIn() {
  await harness.storeReaderAndCheckout()
  await harness.logIn()
}

const findCurrent = () => findAtPayPal(harness, harness.provider)

async function startTrial() {
  await startCheckout()
  harness.ledger.approve(harness.provider, payer)
  return returnFromPayPal()
}

async function startTrialAsReader() {
  await logIn()
  return startTrial()
}

async function endTrial() {
  harness.now = new Date(trialEndsAt)
  harness.ledger.billSubscription(harness.provider, true)
  await harness.runUntilIdle()
}

describe('a reader', () => {
  it('reads at once, and is billed after seven days', async () => {
    expect(await startTrialAsReader()).toMatchObject({
      state: 'running',
      isTrial: true,
      subscription: { status: 'isSubscribed', entitled: true },
    })
    expect(findCurrent()).toMatchObject({
      status: 'ACTIVE',
      nextBillingAt: trialEndsAt.toISOString(),
    })
    expect(listPayments(harness)).toEqual([])
    await harness.runUntilIdle()
    expect(harness.listSentEmails()).toEqual([expect.stringContaining('has started')])

    await endTrial()
    const { subscription } = await harness.record()
    expect(subscription).toMatchObject({ state: 'active', lastPaymentAt: trialEndsAt })
    expect(subscription!.paidThrough.getTime()).toBeGreaterThan(trialEndsAt.getTime() + 27 * day)
    expect(await returnFromPayPal()).toMatchObject({ state: 'running', isTrial: false })
    expect(harness.refunded).toEqual([])
  })

  it('cancels, reads to the end, is never charged, and has no second trial', async () => {
    await startTrialAsReader()
    expect(await cancel()).toMatchObject({ entitled: true, allowedSteps: ['reactivate'] })
    await passDays(8)
    expect(findCurrent().status).toBe('CANCELLED')
    expect((await harness.record()).subscription).toMatchObject({ state: 'ended' })
    expect(listPayments(harness)).toEqual([])
    await startCheckout()
    expect(findCurrent().startsAt).toBeNull()
    harness.ledger.approve(harness.provider, payer)
    expect(await returnFromPayPal()).toMatchObject({ state: 'running', isTrial: false })
    expect(listPayments(harness)).toHaveLength(1)
  })
})

it('a guest can’t claim a trial for an account that has had a trial, and is never charged', async () => {
  await startTrialAsReader()
  await cancel()
  await passDays(8)
  harness.cookies.clear()
  await startTrial()
  await harness.logIn()
  expect((await readAnswer<object>(claim(harness, harness.provider))).error?.code).toBe(
    'trial_used',
  )
  expect((await harness.record()).subscription).toMatchObject({ state: 'ended' })
  // Again: the answer is the account's status.
  const again = await readAnswer(claim(harness, harness.provider))
  expect(again).toMatchObject({ status: 'needsToRestart', entitled: false })
  await passDays(2)
  expect(findCurrent().status).toBe('CANCELLED')
  expect(listPayments(harness)).toEqual([])
})
