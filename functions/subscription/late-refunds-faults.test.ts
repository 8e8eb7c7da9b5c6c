/** PayPal reports a refund before its list of payments shows it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { succeed } from '../../src/domain/result.ts'
import type { PayPalTransaction } from '../adapters/paypal-payments.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

let harness: WorkerHarness

beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
})
afterEach(() => harness.database.close())

const findPayment = () =>
  harness.ledger.paymentsOf(harness.provider, new Date(0), harness.now)[0]!.id

/** What PayPal lists until the returned function is called. */
function listLate(list: (payment: PayPalTransaction) => readonly PayPalTransaction[]) {
  const { transactions } = harness.paypal
  const listEarlierState: typeof transactions = async (...options) =>
    succeed(unwrap(await transactions(...options)).flatMap(list))
  Object.assign(harness.paypal, { transactions: listEarlierState })
  return () => Object.assign(harness.paypal, { transactions })
}

const listAsCompleted = () => listLate((payment) => [{ ...payment, status: 'COMPLETED' }])

it.each([
  ['as completed', listAsCompleted],
  ['not at all', () => listLate(() => [])],
])('ends the access although PayPal lists the payment %s at first', async (_, list) => {
  const showRefund = list()
  harness.ledger.refund(findPayment())
  await harness.deliverEvents()
  expect(harness.events).toHaveLength(1)
  showRefund()
  await harness.runUntilIdle()
  expect((await harness.record()).subscription?.state).toBe('ended')
  expect(harness.events).toEqual([])
})

it('ends the access although PayPal lists a part as refunded at first, when the rest has been too', async () => {
  const id = findPayment()
  harness.ledger.refund(id, { value: '5.00' })
  await harness.runUntilIdle()
  const showRefund = listLate((payment) => [{ ...payment, status: 'PARTIALLY_REFUNDED' }])
  harness.ledger.refund(id)
  await harness.deliverEvents()
  expect(harness.events).toHaveLength(1)
  showRefund()
  await harness.runUntilIdle()
  expect((await harness.record()).subscription?.state).toBe('ended')
})

it('accepts the event of a partial refund, and the access continues', async () => {
  harness.ledger.refund(findPayment(), { value: '5.00' })
  await harness.runUntilIdle()
  expect((await harness.record()).subscription?.state).toBe('active')
  expect(harness.events).toEqual([])
})

it('doesn’t ask for the event of a reversal again, which the list may never show', async () => {
  listAsCompleted()
  harness.ledger.reverse(findPayment())
  await harness.deliverEvents()
  expect(harness.events).toEqual([])
})
