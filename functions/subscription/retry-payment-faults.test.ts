import { beforeEach, expect, it } from 'vitest'
import type { WorkerHarness } from '../testing/worker-harness.ts'
import { findAtPayPal, listPayments, openSubscriber, readAnswer } from './testing/checkout-steps.ts'

let harness: WorkerHarness

beforeEach(async () => {
  harness = await openSubscriber()
  await harness.advanceDays(31)
  harness.ledger.billSubscription(harness.provider, false)
  await harness.runUntilIdle()
})

const payments = () => listPayments(harness).map(({ status }) => status)
const findPending = () => listPayments(harness).find(({ status }) => status === 'PENDING')!
const state = async () => (await harness.record()).subscription?.state
const later = (seconds: number) => {
  harness.now = new Date(harness.now.getTime() + seconds * 1000)
}

it('captures a failed payment once while the first capture is pending, across a minute boundary, and after it', async () => {
  harness.ledger.setSlow(harness.provider, true)
  expect(await state()).toBe('paymentFailed')
  for (const seconds of [0, 20, 61, 3600]) {
    later(seconds)
    expect((await harness.retryPayment()).ok).toBe(true)
  }
  expect(payments()).toEqual(['COMPLETED', 'PENDING'])
  harness.ledger.setSlow(harness.provider, false)
  harness.ledger.complete(findPending().id, true)
  expect((await harness.retryPayment()).ok).toBe(true)
  expect(payments()).toEqual(['COMPLETED', 'COMPLETED'])
  expect(await state()).toBe('active')
})

it('captures it once where the same request is sent twice at once', async () => {
  await Promise.all([harness.retryPayment(), harness.retryPayment(), harness.retryPayment()])
  expect(payments()).toEqual(['COMPLETED', 'COMPLETED'])
  expect(await state()).toBe('active')
})

it('tries it again after a decline, at once or after it was pending', async () => {
  harness.ledger.setDeclining(harness.provider, true)
  await harness.logIn()
  const answer = await harness.patch('/api/subscription', { step: 'retryPayment' })
  expect(answer.status).toBe(402)
  expect((await readAnswer<object>(answer)).error?.code).toBe('payment_declined')
  harness.ledger.setDeclining(harness.provider, false)
  harness.ledger.setSlow(harness.provider, true)
  await harness.retryPayment()
  const { id } = findPending()
  later(60)
  harness.ledger.complete(id, false)
  harness.ledger.setSlow(harness.provider, false)
  later(60)
  await harness.retryPayment()
  await harness.retryPayment()
  expect(payments().filter((status) => status === 'COMPLETED')).toHaveLength(2)
  expect(await state()).toBe('active')
})

it('resumes, by a retry, what PayPal has suspended, and isn’t possible again', async () => {
  harness.ledger.suspend(harness.provider)
  await harness.retryPayment()
  expect(findAtPayPal(harness, harness.provider).status).toBe('ACTIVE')
  expect(await harness.retryPayment()).toMatchObject({ failure: { kind: 'notPossible' } })
})
