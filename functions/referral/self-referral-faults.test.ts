/** Attempts to earn credit by referring oneself, or somebody who isn't new. */
import { beforeEach, describe, expect, it } from 'vitest'
import { referralCredit } from '../../src/domain/subscription/offer.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  addCodeToCheckout,
  addReferrer,
  approve,
  listKinds,
  listRefunded,
  passMonth,
  refer,
  referrer,
  startAsGuest,
  summarise,
} from './testing/referral-scenario.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout('annual_99')
})

/** PayPal's id for the payer doesn't change with the address. */
const shared = { ...payer, id: 'SHAREDACCOUNT' }

describe('referring oneself', () => {
  const passEverything = async () => {
    await harness.subscribe()
    await passMonth(harness)
    return (await summarise(harness, referrer)).earned
  }

  it.each<[string, string]>([
    ['the same inbox', 'Ravi+me@example.com'],
    ['the same address', 'ravi@example.com'],
  ])('earns nothing with %s at PayPal', async (_, email) => {
    await refer(harness)
    harness.ledger.approve(harness.provider, { ...payer, email })
    expect(await passEverything()).toBe(0)
  })

  it('earns nothing with the PayPal account of one’s own subscription', async () => {
    const code = await addReferrer(harness)
    const [friendUid, friendSubscription] = [harness.uid, harness.provider]
    // The referrer subscribes first.
    Object.assign(harness, { uid: referrer })
    harness.provider = await harness.createCheckout('annual_99')
    harness.ledger.approve(harness.provider, { ...payer, email: 'paypal-of-ravi@example.com' })
    await harness.runUntilIdle()
    Object.assign(harness, { uid: friendUid, provider: friendSubscription })
    await addCodeToCheckout(harness, code)
    harness.ledger.approve(friendSubscription, { ...payer, email: 'paypal-of-ravi@example.com' })
    expect(await passEverything()).toBe(0)
  })

  it('loses the credit if the referrer later uses the same PayPal account', async () => {
    await refer(harness)
    harness.ledger.approve(harness.provider, shared)
    await harness.runUntilIdle()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).available).toBe(referralCredit.minorUnits)
    Object.assign(harness, { uid: referrer })
    harness.provider = await harness.createCheckout('annual_99')
    harness.ledger.approve(harness.provider, { ...shared, email: 'paypal-of-ravi@example.com' })
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'earned', 'reversed'])
    expect(listRefunded(harness)).toEqual(['0.00'])
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('earns nothing as a guest who claims the subscription afterwards', async () => {
    const code = await addReferrer(harness)
    const id = await startAsGuest(harness, code)
    harness.provider = id
    approve(harness)
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending'])
    await harness.logIn(referrer)
    expect((await harness.post(`/api/checkout/${id}/claim`, {})).status).toBe(200)
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
  })

  it('is counted as one friend with two accounts and one PayPal account', async () => {
    const code = await addReferrer(harness)
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    Object.assign(harness, { uid: 'other' })
    harness.provider = await harness.createCheckout('annual_99')
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).friends).toBe(1)
  })

  it('earns nothing through a subscriber who has since deleted the account', async () => {
    harness.ledger.approve(harness.provider, payer)
    await harness.runUntilIdle()
    await harness.requestDeletion()
    await harness.runUntilIdle()
    await harness.storeReaderAndCheckout('annual_99')
    await refer(harness)
    expect(await passEverything()).toBe(0)
  })

  it('earns nothing through somebody who has subscribed before', async () => {
    const code = await addReferrer(harness)
    await harness.subscribe()
    await harness.applyEvent({ kind: 'endNow' })
    await harness.runUntilIdle()
    // The reader uses the link as a guest, and then claims the purchase with the old account.
    const id = await startAsGuest(harness, code)
    harness.ledger.approve(id, { ...payer, email: 'another@example.com' })
    await harness.runUntilIdle()
    await harness.logIn()
    expect((await harness.post(`/api/checkout/${id}/claim`, {})).status).toBe(200)
    await passMonth(harness)
    expect((await summarise(harness, referrer)).earned).toBe(0)
  })
})
