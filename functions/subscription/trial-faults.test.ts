import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SubscriptionResponse } from '../../src/contracts/subscription-endpoints.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  findAtPayPal,
  readAnswer,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

const day = 24 * 60 * 60 * 1000

let harness: WorkerHarness
let trialEndsAt: Date
beforeEach(() => {
  harness = new WorkerHarness({ trialDays: 7 })
  trialEndsAt = new Date(harness.now.getTime() + 7 * day)
})
afterEach(() => harness.database.close())

async function startCheckout(requestId?: string) {
  harness.provider = await startMonthlyCheckout(harness.browser, requestId)
  return harness.provider
}

const returnFromPayPal = () => requestApproval(harness, harness.provider)

async function changeSubscription(step: 'cancel' | 'reactivate') {
  const response = await harness.patch('/api/subscription', { step })
  return (await response.json()) as SubscriptionResponse
}

async function storeReader(uid: string = harness.uid) {
  const reader = { first_name: 'Ama', last_name: '', email: `${uid}@example.com` }
  harness.accounts.set(uid, reader.email)
  await harness.deps.firestore.commit([
    { set: `users/${uid}`, fields: { ...reader, createdAt: harness.now } },
  ])
}

const findCurrent = () => findAtPayPal(harness, harness.provider)
const listPayments = (id = harness.provider) =>
  harness.ledger.paymentsOf(id, new Date(0), harness.now)

async function startTrialAsReader() {
  await storeReader()
  await harness.logIn()
  await startCheckout()
  harness.ledger.approve(harness.provider, payer)
  return returnFromPayPal()
}

async function endTrial(isPaid: boolean) {
  harness.now = new Date(trialEndsAt)
  harness.ledger.billSubscription(harness.provider, isPaid)
  await harness.runUntilIdle()
}

async function useUpTrial() {
  await startTrialAsReader()
  await changeSubscription('cancel')
  await harness.advanceDays(8)
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
    expect(listPayments()).toEqual([])
    await harness.runUntilIdle()
    expect(harness.listSentEmails()).toEqual([expect.stringContaining('has started')])

    await endTrial(true)
    const { subscription } = await harness.record()
    expect(subscription).toMatchObject({ state: 'active', lastPaymentAt: trialEndsAt })
    expect(subscription!.paidThrough.getTime()).toBeGreaterThan(trialEndsAt.getTime() + 27 * day)
    expect(await returnFromPayPal()).toMatchObject({ state: 'running', isTrial: false })
    expect(harness.refunded).toEqual([])
  })

  it('gets one checkout and one answer for a repeated request', async () => {
    await storeReader()
    await harness.logIn()
    const requestId = crypto.randomUUID()
    const id = await startCheckout(requestId)
    await harness.advanceMinutes(5)
    expect(await startCheckout(requestId)).toBe(id)
    expect(findCurrent().startsAt).toBe(trialEndsAt.toISOString())
    harness.ledger.approve(id, payer)
    expect(await returnFromPayPal()).toEqual(await returnFromPayPal())
    await harness.runUntilIdle()
    expect(harness.sentEmails).toHaveLength(1)
  })

  it('reactivates in the trial, which ends on the same day', async () => {
    await startTrialAsReader()
    const cancelled = await changeSubscription('cancel')
    expect(cancelled).toMatchObject({ status: 'isEnding', allowedSteps: ['reactivate'] })
    await harness.runUntilIdle()
    expect(findCurrent().status).toBe('SUSPENDED')
    await changeSubscription('reactivate')
    await harness.runUntilIdle()
    expect(findCurrent()).toMatchObject({
      status: 'ACTIVE',
      nextBillingAt: trialEndsAt.toISOString(),
    })
    await endTrial(true)
    expect((await harness.record()).subscription).toMatchObject({ lastPaymentAt: trialEndsAt })
  })

  it('cancels in the trial, reads to its end, and is never charged', async () => {
    await startTrialAsReader()
    expect(await changeSubscription('cancel')).toMatchObject({ entitled: true })
    await harness.advanceDays(8)
    await harness.runUntilIdle()
    expect(findCurrent().status).toBe('CANCELLED')
    expect((await harness.record()).subscription).toMatchObject({ state: 'ended' })
    expect(listPayments()).toEqual([])
  })

  it('keeps access for the grace period if the first payment after the trial fails', async () => {
    await startTrialAsReader()
    await endTrial(false)
    expect((await harness.record()).subscription).toMatchObject({
      state: 'paymentFailed',
      lastPaymentAt: null,
    })
    expect(harness.listSentEmails().at(-1)).toContain('didn’t go through')
    await harness.retryPayment()
    await harness.runUntilIdle()
    expect((await harness.record()).subscription).toMatchObject({
      state: 'active',
      lastPaymentAt: expect.any(Date),
    })
  })

  it('who has had a trial is billed at once', async () => {
    await useUpTrial()
    await startCheckout()
    expect(findCurrent().startsAt).toBeNull()
    harness.ledger.approve(harness.provider, payer)
    expect(await returnFromPayPal()).toMatchObject({ state: 'running', isTrial: false })
    expect(listPayments()).toHaveLength(1)
  })

  it('gets no second trial from a checkout that was started before the first', async () => {
    await storeReader()
    await harness.logIn()
    const earlier = await startCheckout()
    await harness.advanceMinutes(1)
    await startTrialAsReader()
    // Cancelled at PayPal, so that another one may begin.
    harness.ledger.cancel(harness.provider)
    await harness.runUntilIdle()
    harness.ledger.approve(earlier, payer)
    expect((await requestApproval(harness, earlier)).error?.code).toBe('trial_used')
    await harness.advanceDays(2)
    await harness.runUntilIdle()
    expect(findAtPayPal(harness, earlier).status).toBe('CANCELLED')
    expect(listPayments(earlier)).toEqual([])
  })

  it('who approves after the free days is billed at once, and reads once that is paid', async () => {
    await storeReader()
    await harness.logIn()
    await startCheckout()
    await harness.advanceDays(8)
    harness.ledger.setSlow(harness.provider, true)
    harness.ledger.approve(harness.provider, payer)
    expect(await returnFromPayPal()).toMatchObject({ state: 'pending', isTrial: false })
    harness.ledger.complete(listPayments()[0]!.id, true)
    expect(await returnFromPayPal()).toMatchObject({ state: 'running', isTrial: false })
  })
})

describe('a guest', () => {
  const createAccount = () =>
    readAnswer<SubscriptionResponse>(
      harness.post(`/api/checkout/${harness.provider}/account`, {
        first_name: 'Nimal',
        last_name: '',
        email: payer.email,
        requestId: crypto.randomUUID(),
      }),
    )
  const claim = () =>
    readAnswer<SubscriptionResponse>(harness.post(`/api/checkout/${harness.provider}/claim`, {}))

  async function startTrialAsGuest() {
    await startCheckout()
    harness.ledger.approve(harness.provider, payer)
    return returnFromPayPal()
  }

  it('starts a trial and takes it to a new account', async () => {
    expect(await startTrialAsGuest()).toMatchObject({
      state: 'running',
      isTrial: true,
      payer: { email: payer.email },
    })
    expect(await createAccount()).toMatchObject({ status: 'isSubscribed', entitled: true })
    expect(findCurrent().nextBillingAt).toBe(trialEndsAt.toISOString())
    expect(listPayments()).toEqual([])
    await endTrial(true)
    expect(listPayments()).toMatchObject([{ status: 'COMPLETED' }])
  })

  it('can’t claim it for an account that has had a trial, and is never charged', async () => {
    await useUpTrial()
    harness.cookies.clear()
    await startTrialAsGuest()
    await harness.logIn()
    expect((await claim()).error?.code).toBe('trial_used')
    expect((await harness.record()).subscription).toMatchObject({ state: 'ended' })
    // Again: the answer is the account's status.
    expect(await claim()).toMatchObject({ status: 'needsToRestart', entitled: false })
    await harness.advanceDays(2)
    await harness.runUntilIdle()
    expect(findCurrent().status).toBe('CANCELLED')
    expect(listPayments()).toEqual([])
  })
})
