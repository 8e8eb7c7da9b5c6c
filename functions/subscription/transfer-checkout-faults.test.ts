/** Claims of guests’ purchases: what they change in the account’s record, and what a refused one leaves as it was. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { startMonthlyCheckout } from './testing/checkout-steps.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
})
afterEach(() => harness.database.close())

/** Returns PayPal's id of the subscription. */
async function buyAsGuest() {
  const id = await startMonthlyCheckout(harness.openBrowser())
  harness.ledger.approve(id, payer)
  return id
}

async function claim(id: string) {
  await harness.logIn()
  const key = await harness.tokens.issueToken('finishCheckout', id, harness.now)
  const response = await harness.post(`/api/checkout/${id}/claim`, { key })
  await harness.runUntilIdle()
  return (await response.json()) as { error?: { code: string } }
}

const listPayments = (id: string) => harness.ledger.paymentsOf(id, new Date(0), harness.now)

describe('a claim by a reader who has cancelled', () => {
  it('leaves the access to be ended by a refund', async () => {
    await harness.applyEvent({ kind: 'cancel' })
    await harness.runUntilIdle()
    expect((await claim(await buyAsGuest())).error?.code).toBe('already_subscribed')
    harness.ledger.refund(listPayments(harness.provider)[0]!.id)
    await harness.runUntilIdle()
    const record = await harness.record()
    expect(record).toMatchObject({ subscription: { state: 'ended' }, formerAccess: null })
    expect(resolveEntitlement(record, harness.now).entitled).toBe(false)
  })
})
