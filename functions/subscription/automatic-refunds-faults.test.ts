/** Readers who repeatedly buy surplus subscriptions: PayPal keeps its fee for each refunded payment. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import {
  automaticRefundPeriod,
  maxAutomaticRefunds,
  maxOpenPurchases,
} from '../../src/domain/subscription/purchase-limits.ts'
import { openReader } from '../testing/counted-purchases.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { openSubscriber, requestApproval, startMonthlyCheckout } from './testing/checkout-steps.ts'

type Payer = typeof payer

/** A guest pays, and claims the purchase for an account that already has a subscription. */
async function claimOneTooMany(harness: WorkerHarness, by: Payer, uid = harness.uid) {
  const browser = harness.openBrowser()
  const id = await startMonthlyCheckout(browser)
  harness.ledger.approve(id, by)
  await browser.send('POST', `/api/checkout/${id}/approval`, {})
  await harness.logIn(uid, browser)
  expect((await browser.send('POST', `/api/checkout/${id}/claim`, {})).status).toBe(409)
  await harness.runUntilIdle()
  return id
}

const countRefunds = ({ ledger }: WorkerHarness) =>
  ledger.listAllMovements().filter(({ code }) => code === 'T1107').length

const createPayer = (index: number): Payer => ({
  ...payer,
  email: `payer-${index}@example.com`,
})

describe('after a few automatic refunds', () => {
  it.each(['payer', 'account'])('refunds of the same %s wait', async (same) => {
    const harness = await openSubscriber()
    const accounts = same === 'account' ? 1 : maxAutomaticRefunds + 1
    const uids = [harness.uid]
    for (let index = 1; index < accounts; index++) {
      const uid = `reader-${index}`
      const browser = await openReader(harness, uid)
      const id = await startMonthlyCheckout(browser)
      harness.ledger.approve(id, createPayer(100 + index))
      await browser.send('POST', `/api/checkout/${id}/approval`, {})
      uids.push(uid)
    }
    const rounds = maxAutomaticRefunds + 2
    let id = ''
    for (let round = 0; round < rounds; round++) {
      const by = same === 'payer' ? payer : createPayer(round)
      id = await claimOneTooMany(harness, by, uids[round % uids.length])
    }
    expect(countRefunds(harness)).toBe(maxAutomaticRefunds)
    // The subscription is still cancelled immediately.
    expect(harness.ledger.find(id)).toMatchObject({ value: { status: 'CANCELLED' } })
    const stored = await harness.database.firestore.get('operations/reconciliation')
    expect(stored).toMatchObject({ value: { fields: { lastHeldRefund: { subscription: id } } } })
  })

  it('a waiting refund is made by support, or automatically after enough time', async () => {
    const harness = await openSubscriber()
    for (let round = 0; round < maxAutomaticRefunds; round++) await claimOneTooMany(harness, payer)
    const ids = [await claimOneTooMany(harness, payer), await claimOneTooMany(harness, payer)]
    const refund = async (id: string) => {
      const listed = await harness.paypal.transactions(id, new Date(0), harness.now)
      expect(listed).toMatchObject({ value: [{ status: 'COMPLETED' }] })
      return listed.ok ? harness.paypal.refund(listed.value[0]!.id, 'by-hand') : listed
    }
    await refund(ids[0]!)
    await harness.runUntilIdle()
    expect(countRefunds(harness)).toBe(maxAutomaticRefunds + 1)
    await harness.passDays(automaticRefundPeriod / day + 1)
    await harness.runUntilIdle()
    expect(countRefunds(harness)).toBe(maxAutomaticRefunds + 2)
    const outbox = await harness.queryAll({ collection: 'outbox' })
    expect(outbox.filter(({ fields }) => fields.kind === 'surplus')).toEqual([])
  })
})

it('approving all open checkouts at the same time causes no further automatic refunds', async () => {
  const harness = new WorkerHarness()
  await openReader(harness, harness.uid)
  await harness.logIn()
  const ids: string[] = []
  for (let count = 0; count < maxOpenPurchases; count++)
    ids.push(await startMonthlyCheckout(harness.browser))
  for (const id of ids) {
    harness.ledger.approve(id, payer)
    await requestApproval(harness, id)
  }
  await harness.runUntilIdle()
  expect(countRefunds(harness)).toBe(maxAutomaticRefunds)
})
