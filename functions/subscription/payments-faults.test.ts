/** Subscribers' payments that fail or are late, or that PayPal reports before listing their outcome. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import type { WorkerHarness } from '../testing/worker-harness.ts'
import {
  changeList,
  findAtPayPal,
  listPayments,
  openSubscriber,
  readCode,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = await openSubscriber()
})

const readState = async () => (await harness.record()).subscription?.state
const listStatuses = () => listPayments(harness).map(({ status }) => status)

describe('a failed payment', () => {
  beforeEach(async () => {
    await harness.advanceDays(31)
    harness.ledger.billSubscription(harness.provider, false)
    await harness.runUntilIdle()
  })

  const findPending = () => listPayments(harness).find(({ status }) => status === 'PENDING')!
  const later = (seconds: number) => {
    harness.now = new Date(harness.now.getTime() + seconds * 1000)
  }

  it('is captured only once while the first capture is pending, across a minute boundary, and afterwards', async () => {
    harness.ledger.setSlow(harness.provider, true)
    expect(await readState()).toBe('paymentFailed')
    for (const seconds of [0, 20, 61, 3600]) {
      later(seconds)
      expect((await harness.retryPayment()).ok).toBe(true)
    }
    expect(listStatuses()).toEqual(['COMPLETED', 'PENDING'])
    harness.ledger.setSlow(harness.provider, false)
    harness.ledger.complete(findPending().id, true)
    expect((await harness.retryPayment()).ok).toBe(true)
    expect(listStatuses()).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await readState()).toBe('active')
  })

  it('is captured once if the same request arrives twice at the same time', async () => {
    await Promise.all([harness.retryPayment(), harness.retryPayment(), harness.retryPayment()])
    expect(listStatuses()).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await readState()).toBe('active')
  })

  it('is retried after a decline, whether immediate or after a pending state', async () => {
    harness.ledger.setDeclining(harness.provider, true)
    await harness.logIn()
    const answer = await harness.patch('/api/subscription', { step: 'retryPayment' })
    expect(answer.status).toBe(402)
    expect(await readCode(answer)).toBe('payment_declined')
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
    expect(listStatuses().filter((status) => status === 'COMPLETED')).toHaveLength(2)
    expect(await readState()).toBe('active')
  })

  it('resumes a suspended subscription when it’s retried, and can’t be retried again', async () => {
    harness.ledger.suspend(harness.provider)
    await harness.retryPayment()
    expect(findAtPayPal(harness, harness.provider).status).toBe('ACTIVE')
    expect(await harness.retryPayment()).toMatchObject({ failure: { kind: 'notPossible' } })
  })
})

describe('a refund that PayPal’s list shows late', () => {
  const findPayment = () => listPayments(harness)[0]!.id
  const listAs = (status: PayPalTransaction['status']) =>
    changeList(harness, (listed) => listed.map((payment) => ({ ...payment, status })))

  it.each([
    ['as completed', () => listAs('COMPLETED')],
    ['not at all', () => changeList(harness, () => [])],
  ])('ends access even if the payment is listed %s at first', async (_, list) => {
    const showRefund = list()
    harness.ledger.refund(findPayment())
    await harness.deliverEvents()
    expect(harness.events).toHaveLength(1)
    showRefund()
    await harness.runUntilIdle()
    expect(await readState()).toBe('ended')
    expect(harness.events).toEqual([])
  })

  it('ends access once the rest is refunded, even if only the first part is listed at first', async () => {
    const id = findPayment()
    harness.ledger.refund(id, { value: '5.00' })
    await harness.runUntilIdle()
    expect(await readState()).toBe('active')
    expect(harness.events).toEqual([])
    const showRefund = listAs('PARTIALLY_REFUNDED')
    harness.ledger.refund(id)
    await harness.deliverEvents()
    expect(harness.events).toHaveLength(1)
    showRefund()
    await harness.runUntilIdle()
    expect(await readState()).toBe('ended')
  })

  it('isn’t waited for after a reversal, because the list may never show it', async () => {
    listAs('COMPLETED')
    harness.ledger.reverse(findPayment())
    await harness.deliverEvents()
    expect(harness.events).toEqual([])
  })
})
