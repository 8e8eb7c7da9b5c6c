/** A subscriber's payments that fail, are late, or that PayPal reports before its list shows what has become of them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { isEntitled } from '../../src/domain/subscription/entitlement.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import type { WorkerHarness } from '../testing/worker-harness.ts'
import {
  changeList,
  findAtPayPal,
  listKept,
  listPayments,
  openSubscriber,
  readAnswer,
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

  it('is captured once while the first capture is pending, across a minute boundary, and after it', async () => {
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

  it('is captured once where the same request is sent twice at once', async () => {
    await Promise.all([harness.retryPayment(), harness.retryPayment(), harness.retryPayment()])
    expect(listStatuses()).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await readState()).toBe('active')
  })

  it('is tried again after a decline, at once or after it was pending', async () => {
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
    expect(listStatuses().filter((status) => status === 'COMPLETED')).toHaveLength(2)
    expect(await readState()).toBe('active')
  })

  it('resumes, by a retry, what PayPal has suspended, and can’t be retried again', async () => {
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
  ])('ends the access although the payment is listed %s at first', async (_, list) => {
    const showRefund = list()
    harness.ledger.refund(findPayment())
    await harness.deliverEvents()
    expect(harness.events).toHaveLength(1)
    showRefund()
    await harness.runUntilIdle()
    expect(await readState()).toBe('ended')
    expect(harness.events).toEqual([])
  })

  it('ends the access once the rest of a part is refunded, although only the part is listed at first', async () => {
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

  it('isn’t waited for after a reversal, which the list may never show', async () => {
    listAs('COMPLETED')
    harness.ledger.reverse(findPayment())
    await harness.deliverEvents()
    expect(harness.events).toEqual([])
  })
})

/** Lists what the reader has paid in the end, oldest payment first. */
const listPaid = () =>
  listKept(harness)
    .map(({ minorUnits }) => minorUnits)
    .filter((kept) => kept > 0)

/** Time passes until `end`, and the reader has access all the time. */
async function passTime(end: string) {
  while (harness.now < new Date(end)) {
    await harness.passDays(0.25, 6)
    const isOpen = isEntitled(await harness.record(), harness.now)
    expect([harness.now, isOpen]).toEqual([harness.now, true])
  }
}

const resumption = 'ama@example.com: Your payments resume on 1 July 2026'
const refund = 'ama@example.com: We’ve refunded a payment'

// Payments are due on the first day of a month at 10:00, so those of April, May and June are skipped.
it.each([
  ['skip', [resumption]],
  ['charge', [resumption, refund]],
] as const)(
  'a gift skips three payments if PayPal can %s them, although it’s away when they should resume',
  async (mode, emails) => {
    harness.ledger.setMissedDates(mode)
    await harness.applyEvent({ kind: 'redeemGift', gift: 'gift', months: 3, endFailing: false })
    await harness.runUntilIdle()
    await passTime('2026-06-28T12:00Z')
    harness.unavailableService = 'paypal'
    await passTime('2026-06-30T20:00Z')
    expect(findAtPayPal(harness, harness.provider).status).toBe('SUSPENDED')
    harness.unavailableService = null
    await passTime('2026-07-05T12:00Z')
    expect(listPaid()).toEqual([1399, 1399])
    const paidThrough = new Date('2026-08-01T10:00Z')
    expect((await harness.record()).subscription).toMatchObject({ used: [], paidThrough })
    await passTime('2026-08-02T12:00Z')
    expect(listPaid()).toEqual([1399, 1399, 1399])
    expect(harness.listSentEmails().slice(2)).toEqual(emails)
  },
)
