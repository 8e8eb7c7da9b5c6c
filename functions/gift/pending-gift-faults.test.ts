/** Gifts whose payment PayPal completes long after the buyer's approval. */
import { beforeEach, expect, it } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import { maxAutomaticRefunds } from '../../src/domain/subscription/purchase-limits.ts'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import { createRetentionJob } from '../app/retention-job.ts'
import { checkLog } from '../testing/check-log.ts'
import { openReader, payGift, startGift } from '../testing/counted-purchases.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'

let harness: WorkerHarness
/** PayPal's id for the payment. */
let capture: string
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.logIn()
  const id = await startGift(harness.browser)
  harness.ledger.approveOrder(id, payer, 'pending')
  await payGift(harness.browser, id)
  capture = harness.ledger.findCaptureOf(unwrap(harness.ledger.findOrder(id)))!.id
  await harness.runUntilIdle()
})

const listStates = async () =>
  (await harness.queryAll({ collection: 'gifts' })).map(({ fields }) => fields.state)
const readPaymentStatus = () => harness.ledger.payment(capture)?.status

async function runRetention() {
  const { firestore } = harness.database
  const { now } = harness
  const job = createRetentionJob({ firestore, now: () => now, log: checkLog })
  unwrap(await job.run({ startedAt: now, hasTime: () => true }))
}

async function deleteBuyer() {
  await harness.requestDeletion()
  await harness.remove()
  await harness.runUntilIdle()
}

it('a pending gift is refunded if its buyer deletes the account before the payment is completed', async () => {
  await deleteBuyer()
  harness.ledger.complete(capture, true)
  await harness.runUntilIdle()
  expect(readPaymentStatus()).toBe('REFUNDED')
  expect(await listStates()).toEqual(['refunded'])
  // No email is sent, and repeated events change nothing.
  expect(harness.listSentEmails().filter((email) => /gift/i.test(email))).toEqual([])
  expect(harness.refunded).toEqual([capture])
})

it('a deleted account’s pending gift is refunded even if PayPal’s event is lost', async () => {
  await deleteBuyer()
  harness.ledger.complete(capture, true)
  harness.events.length = 0
  await harness.advanceDays(1)
  await harness.runUntilIdle()
  expect(readPaymentStatus()).toBe('REFUNDED')
  expect(await listStates()).toEqual(['refunded'])
})

it.each([
  ['straight away', 0],
  ['after an outage of PayPal', 1],
])(
  'a pending gift is refunded %s if its buyer deletes the account while the payment is being recorded',
  async (_, outages) => {
    const { findOrder, refund } = harness.paypal
    let isDeleted = false
    let left = outages
    Object.assign(harness.paypal, {
      async findOrder(...options: Parameters<typeof findOrder>) {
        const found = await findOrder(...options)
        if (!isDeleted) {
          isDeleted = true
          await harness.requestDeletion()
          await harness.remove()
        }
        return found
      },
      refund: async (...options: Parameters<typeof refund>) =>
        left-- > 0 ? fail({ kind: 'unavailable', reason: 'away' } as const) : refund(...options),
    })
    harness.ledger.complete(capture, true)
    await harness.runUntilIdle()
    expect(readPaymentStatus()).toBe('REFUNDED')
    expect(await listStates()).toEqual(['refunded'])
  },
)

it('a gift stays valid if it is paid before the buyer deletes the account', async () => {
  harness.ledger.complete(capture, true)
  await harness.runUntilIdle()
  await deleteBuyer()
  await harness.runUntilIdle()
  expect(readPaymentStatus()).toBe('COMPLETED')
  expect(await listStates()).toEqual(['paid'])
})

it('a gift is stored for as long as its payment is pending', async () => {
  for (let checks = 0; checks < 29; checks++) {
    await harness.advanceDays(1)
    await harness.runCron()
  }
  await harness.advanceDays(5)
  await runRetention()
  harness.ledger.complete(capture, true)
  await harness.runUntilIdle()
  expect(await listStates()).toEqual(['paid'])
})

it('an unpaid gift is removed once it’s no longer checked', async () => {
  for (let checks = 0; checks < 63; checks++) {
    await harness.advanceDays(1)
    await harness.runCron()
  }
  expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  await harness.advanceDays(31)
  await runRetention()
  expect(await listStates()).toEqual([])
})

it('only a few gifts from deleted accounts are refunded automatically, and the rest wait for support', async () => {
  const browser = await openReader(harness, 'ravi')
  const orders: string[] = []
  for (let count = 0; count < maxAutomaticRefunds + 2; count++) {
    const order = await startGift(browser)
    harness.ledger.approveOrder(order, payer, 'pending')
    await payGift(browser, order)
    orders.push(order)
  }
  Object.assign(harness, { uid: 'ravi' })
  await deleteBuyer()
  for (const order of orders) {
    const payment = harness.ledger.findCaptureOf(unwrap(harness.ledger.findOrder(order)))!
    harness.ledger.complete(payment.id, true)
  }
  await harness.runUntilIdle()
  const statuses = orders.map(
    (order) => harness.ledger.findCaptureOf(unwrap(harness.ledger.findOrder(order)))!.status,
  )
  expect(statuses.filter((status) => status === 'REFUNDED')).toHaveLength(maxAutomaticRefunds)
  const stored = await harness.database.firestore.get(reconciliationPath)
  expect(orders).toContain(
    (unwrap(stored)?.fields.lastHeldRefund as { subscription: string } | undefined)?.subscription,
  )
})
