/** Refunds while PayPal's answers change between two calls, or PayPal has forgotten the subscription. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOutboxItem } from '../../src/domain/subscription/outbox-item.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { runRefundItem } from './refund-items.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
})
afterEach(() => harness.database.close())

/** Ends the subscription at PayPal while its renewal is pending. */
async function endDuringRenewal() {
  await harness.subscribe()
  await harness.advanceDays(31)
  const { ledger, provider } = harness
  ledger.setSlow(provider, true)
  ledger.billSubscription(provider, true)
  ledger.cancel(provider)
  const payments = ledger.paymentsOf(provider, new Date(0), harness.now)
  return payments.find(({ status }) => status === 'PENDING')!
}

async function runReplacedItem() {
  const { uid, provider, now } = harness
  const lastDuePaymentAt = (await harness.record()).subscription!.seenPaymentAt
  const effect = { kind: 'replaced', uid, provider, lastDuePaymentAt } as const
  return runRefundItem(harness.deps, createOutboxItem(effect, now))
}

it.each([
  ['find', 1],
  ['find', 2],
  ['transactions', 1],
] as const)('refunds a renewal that is paid after %s, call %i', async (method, paidAfter) => {
  const renewal = await endDuringRenewal()
  const { paypal, ledger } = harness
  const isPending = () => ledger.payment(renewal.id)?.status === 'PENDING'
  const call = paypal[method] as (...options: unknown[]) => Promise<unknown>
  let calls = 0
  Object.assign(paypal, {
    async [method](...options: unknown[]) {
      const answer = await call(...options)
      if (++calls === paidAfter) ledger.complete(renewal.id, true)
      return answer
    },
  })
  const ran = await runReplacedItem()
  if (isPending()) {
    // Then the item runs again.
    expect(ran).toMatchObject({ ok: false, failure: { issue: 'PENDING' } })
    ledger.complete(renewal.id, true)
  }
  if (!ran.ok) expect((await runReplacedItem()).ok).toBe(true)
  expect(ledger.payment(renewal.id)?.status).toBe('REFUNDED')
})

it('ends a surplus subscription that PayPal has forgotten after a day', async () => {
  const { uid, now } = harness
  const effect = {
    kind: 'surplus',
    uid,
    provider: 'I-FORGOTTEN',
    reason: 'accountDeleted',
  } as const
  const item = createOutboxItem(effect, now)
  expect((await runRefundItem(harness.deps, item)).ok).toBe(false)
  await harness.advanceDays(1.1)
  expect(await runRefundItem(harness.deps, item)).toEqual({ ok: true, value: [] })
})
