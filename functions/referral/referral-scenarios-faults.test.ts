/** Friends whose first payment is enough for the credit. monthly-friend-faults.test.ts covers those who pay monthly. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { referralCredit } from '../../src/domain/subscription/offer.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { maxAutomaticRefunds } from '../../src/domain/subscription/purchase-limits.ts'
import { formatPayPalValue } from '../platform/adapters/paypal-payments.ts'
import { startMonthlyCheckout } from '../subscription/testing/checkout-steps.ts'
import { openReader } from '../testing/counted-purchases.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  addCodeToCheckout,
  addCredit,
  addReferrer,
  approve,
  listKinds,
  listPayments,
  listRefunded,
  listSubjects,
  passMonth,
  readLedger,
  readState,
  refer,
  referrer,
  renew,
  summarise,
} from './testing/referral-scenario.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout('annual_99')
})

describe('a friend who subscribes', () => {
  it('earns the referrer credit after 30 days, with an email each time', async () => {
    await refer(harness)
    await harness.subscribe()
    expect(await listKinds(harness)).toEqual(['pending'])
    const subject = 'ravi@example.com: A friend has subscribed through your link'
    expect(listSubjects(harness)).toContain(subject)
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(listSubjects(harness)).toContain(
      `ravi@example.com: You’ve earned ${formatMoney(referralCredit)} credit`,
    )
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('earns nothing by renewing, or with another subscription', async () => {
    const code = await addReferrer(harness)
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    await renew(harness)
    await harness.runUntilIdle()
    await harness.applyEvent({ kind: 'endNow' })
    await harness.runUntilIdle()
    harness.provider = await harness.createCheckout('annual_99')
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
  })

  it('earns nothing through payments for surplus purchases whose refunds are pending', async () => {
    const code = await addReferrer(harness)
    const friend = await openReader(harness, harness.uid)
    friend.cookies.set(
      '__Host-referral',
      await harness.tokens.issueToken('referral', code, harness.now),
    )
    const purchases: string[] = []
    for (let count = 0; count <= maxAutomaticRefunds + 1; count++)
      purchases.push(await startMonthlyCheckout(friend))
    for (const id of purchases) {
      harness.ledger.approve(id, payer)
      await friend.send('POST', `/api/checkout/${id}/approval`, {})
    }
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual([])
  })

  it('earns nothing if the payment fails', async () => {
    await refer(harness)
    harness.ledger.setDeclining(harness.provider, true)
    await harness.subscribe()
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual([])
  })

  it('earns no credit if the payment is refunded beforehand, even without PayPal’s event', async () => {
    await refer(harness)
    await harness.subscribe()
    harness.ledger.refund(listPayments(harness)[0]!.id)
    harness.events.length = 0
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
  })

  it('costs the referrer unused credit if the payment is refunded, even much later', async () => {
    await refer(harness)
    await harness.subscribe()
    await passMonth(harness)
    await harness.advanceDays(60)
    harness.ledger.refund(listPayments(harness)[0]!.id)
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'earned', 'reversed'])
    expect(await summarise(harness, referrer)).toMatchObject({ available: 0, used: 0 })
  })

  it('doesn’t cost the referrer the credit if a later payment is refunded or disputed', async () => {
    await refer(harness)
    await harness.subscribe()
    await renew(harness)
    await harness.runUntilIdle()
    const [, second] = listPayments(harness)
    harness.ledger.dispute(second!.id, null)
    await harness.runUntilIdle()
    harness.ledger.refund(second!.id)
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
  })

  it('earns nothing with a payment that was itself returned as credit', async () => {
    await refer(harness)
    const price = getPlanPrice('annual_99')
    await addCredit(harness, price.minorUnits)
    await harness.subscribe()
    await passMonth(harness)
    expect(listRefunded(harness)).toEqual([formatPayPalValue(price)])
    expect(await readState(harness)).toBe('active')
    expect((await listKinds(harness))!.at(-1)).toBe('reversed')
  })

  it('is counted once, even if every event is delivered many times', async () => {
    await refer(harness)
    approve(harness)
    const events = [...harness.events]
    for (const turn of [0, 1, 2]) {
      harness.events.push(...events.map((one) => ({ ...one, id: `${one.id}-${turn}` })))
      await harness.runUntilIdle()
    }
    await passMonth(harness)
    harness.events.push(...events.map((one) => ({ ...one, id: `${one.id}-late` })))
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(listSubjects(harness).filter((one) => one.startsWith('ravi@'))).toHaveLength(2)
  })
})

describe('deleting an account', () => {
  it('deletes a referrer’s ledger and link', async () => {
    const code = await addReferrer(harness)
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    const friendUid = harness.uid
    Object.assign(harness, { uid: referrer })
    await harness.requestDeletion()
    await harness.runUntilIdle()
    Object.assign(harness, { uid: friendUid })
    await passMonth(harness)
    expect(await readLedger(harness, referrer)).toBeNull()
    for (const collection of ['referrals', 'referralCodes', 'outbox'])
      expect([collection, await harness.queryAll({ collection })]).toEqual([collection, []])
  })

  it('leaves nothing about a friend in the ledger, and the credit isn’t earned', async () => {
    await refer(harness)
    await harness.subscribe()
    await harness.requestDeletion()
    await harness.runUntilIdle()
    const payerId = unwrap(await harness.paypal.find(harness.provider)).payer.id
    const text = JSON.stringify(await readLedger(harness, referrer))
    for (const identity of [harness.uid, harness.provider, payerId, 'ama@', payer.email])
      expect(text).not.toContain(identity)
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
    expect(harness.now.getTime()).toBeGreaterThan(new Date('2026-03-31').getTime() + day)
  })

  it('prevents a friend’s credit if it precedes a dispute, however the dispute ends', async () => {
    await refer(harness)
    await harness.subscribe()
    const [payment] = listPayments(harness)
    await harness.requestDeletion()
    await harness.runUntilIdle()
    harness.ledger.dispute(payment!.id, null)
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
    expect((await summarise(harness, referrer)).available).toBe(0)
  })

  it('leaves credit that was earned through a friend before the deletion', async () => {
    await refer(harness)
    await harness.subscribe()
    await passMonth(harness)
    await harness.requestDeletion()
    await harness.runUntilIdle()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).available).toBe(referralCredit.minorUnits)
  })
})
