/** PayPal reports a refund before its list of payments shows it. */
import { beforeEach, expect, it } from 'vitest'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import type { WorkerHarness } from '../testing/worker-harness.ts'
import { changeList, listPayments, openSubscriber } from './testing/checkout-steps.ts'

let harness: WorkerHarness

beforeEach(async () => {
  harness = await openSubscriber()
})

const findPayment = () => listPayments(harness)[0]!.id

const listAs = (status: PayPalTransaction['status']) =>
  changeList(harness, (listed) => listed.map((payment) => ({ ...payment, status })))

it.each([
  ['as completed', () => listAs('COMPLETED')],
  ['not at all', () => changeList(harness, () => [])],
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

it('ends the access once the rest of a part is refunded, although PayPal lists only the part at first', async () => {
  const id = findPayment()
  harness.ledger.refund(id, { value: '5.00' })
  await harness.runUntilIdle()
  expect((await harness.record()).subscription?.state).toBe('active')
  expect(harness.events).toEqual([])
  const showRefund = listAs('PARTIALLY_REFUNDED')
  harness.ledger.refund(id)
  await harness.deliverEvents()
  expect(harness.events).toHaveLength(1)
  showRefund()
  await harness.runUntilIdle()
  expect((await harness.record()).subscription?.state).toBe('ended')
})

it('doesn’t ask for the event of a reversal again, which the list may never show', async () => {
  listAs('COMPLETED')
  harness.ledger.reverse(findPayment())
  await harness.deliverEvents()
  expect(harness.events).toEqual([])
})
