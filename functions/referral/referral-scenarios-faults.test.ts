import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMonthlyCheckout } from '../subscription/testing/checkout-steps.ts'
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
  readLedger,
  refer,
  referrer,
  renew,
  summarise,
} from './testing/referral-scenario.ts'

const day = 24 * 60 * 60 * 1000

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
})
afterEach(() => harness.database.close())

const readState = async () => (await harness.record()).subscription?.state

async function passMonth() {
  await harness.advanceDays(31)
  await harness.runUntilIdle()
}

describe('a friend who subscribes', () => {
  it('earns the referrer credit after 30 days, with an email each time', async () => {
    await refer(harness)
    await harness.subscribe()
    expect(await listKinds(harness)).toEqual(['pending'])
    const subject = 'ravi@example.com: A friend has subscribed with your link'
    expect(listSubjects(harness)).toContain(subject)
    await passMonth()
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(listSubjects(harness)).toContain('ravi@example.com: You’ve earned $20 credit')
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('earns nothing by renewing, nor with another subscription', async () => {
    const code = await addReferrer(harness)
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    await renew(harness)
    await harness.runUntilIdle()
    await harness.applyEvent({ kind: 'endNow' })
    await harness.runUntilIdle()
    harness.provider = await harness.createCheckout()
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    await passMonth()
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
  })

  it('whose payment fails earns nothing', async () => {
    await refer(harness)
    harness.ledger.setDeclining(harness.provider, true)
    await harness.subscribe()
    await passMonth()
    expect(await listKinds(harness)).toEqual([])
  })

  it('earns nothing if the payment is refunded before, whatever PayPal has reported', async () => {
    await refer(harness)
    await harness.subscribe()
    harness.ledger.refund(listPayments(harness)[0]!.id)
    harness.events.length = 0
    await passMonth()
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
  })

  it('takes unused credit back with a refund long after', async () => {
    await refer(harness)
    await harness.subscribe()
    await passMonth()
    await harness.advanceDays(60)
    harness.ledger.refund(listPayments(harness)[0]!.id)
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'earned', 'reversed'])
    expect(await summarise(harness, referrer)).toMatchObject({ available: 0, used: 0 })
  })

  it('keeps the credit if a later payment is refunded or disputed', async () => {
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
    await addCredit(harness, 2000)
    await harness.subscribe()
    await passMonth()
    expect(listRefunded(harness)).toEqual(['13.99'])
    expect(await readState()).toBe('active')
    expect((await listKinds(harness))!.at(-1)).toBe('reversed')
  })

  it('is counted once although every event comes many times', async () => {
    await refer(harness)
    approve(harness)
    const events = [...harness.events]
    for (const turn of [0, 1, 2]) {
      harness.events.push(...events.map((one) => ({ ...one, id: `${one.id}-${turn}` })))
      await harness.runUntilIdle()
    }
    await passMonth()
    harness.events.push(...events.map((one) => ({ ...one, id: `${one.id}-late` })))
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(listSubjects(harness).filter((one) => one.startsWith('ravi@'))).toHaveLength(2)
  })
})

describe('referring oneself', () => {
  const passEverything = async () => {
    await harness.subscribe()
    await passMonth()
    return (await summarise(harness, referrer)).earned
  }

  it.each<[string, string]>([
    ['the same inbox', 'Ravi+me@example.com'],
    ['the same address', 'ravi@example.com'],
  ])('doesn’t work with %s at PayPal', async (_, email) => {
    await refer(harness)
    harness.ledger.approve(harness.provider, { ...payer, email })
    expect(await passEverything()).toBe(0)
  })

  it('doesn’t work with the PayPal account of one’s own subscription', async () => {
    const code = await addReferrer(harness)
    const [friendUid, friendProvider] = [harness.uid, harness.provider]
    // The referrer subscribes first.
    Object.assign(harness, { uid: referrer })
    harness.provider = await harness.createCheckout()
    harness.ledger.approve(harness.provider, { ...payer, email: 'paypal-of-ravi@example.com' })
    await harness.runUntilIdle()
    Object.assign(harness, { uid: friendUid, provider: friendProvider })
    await addCodeToCheckout(harness, code)
    harness.ledger.approve(friendProvider, { ...payer, email: 'paypal-of-ravi@example.com' })
    expect(await passEverything()).toBe(0)
  })

  it('doesn’t work as a guest who claims the subscription afterwards', async () => {
    const code = await addReferrer(harness)
    harness.cookies.set(
      '__Host-referral',
      await harness.tokens.issueToken('referral', code, harness.now),
    )
    const id = await startMonthlyCheckout(harness.browser)
    harness.provider = id
    approve(harness)
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending'])
    harness.cookies.set(
      '__Host-session',
      await harness.tokens.issueSession(referrer, harness.now, harness.now),
    )
    expect((await harness.post(`/api/checkout/${id}/claim`, {})).status).toBe(200)
    await harness.runUntilIdle()
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
  })

  it('doesn’t work with two accounts and one PayPal account', async () => {
    const code = await addReferrer(harness)
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    Object.assign(harness, { uid: 'other' })
    harness.provider = await harness.createCheckout()
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    await passMonth()
    expect((await summarise(harness, referrer)).friends).toBe(1)
  })

  it('doesn’t work with somebody who has subscribed before', async () => {
    const code = await addReferrer(harness)
    await harness.subscribe()
    await harness.applyEvent({ kind: 'endNow' })
    await harness.runUntilIdle()
    // As a guest with the link, and then with the old account.
    harness.cookies.set(
      '__Host-referral',
      await harness.tokens.issueToken('referral', code, harness.now),
    )
    const id = await startMonthlyCheckout(harness.browser)
    harness.ledger.approve(id, { ...payer, email: 'another@example.com' })
    await harness.runUntilIdle()
    await harness.logIn()
    expect((await harness.post(`/api/checkout/${id}/claim`, {})).status).toBe(200)
    await passMonth()
    expect((await summarise(harness, referrer)).earned).toBe(0)
  })
})

describe('using credit', () => {
  it('returns a whole payment without ending the subscription, and the rest of the next', async () => {
    await harness.subscribe()
    await addCredit(harness, 2000)
    await renew(harness)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', '13.99'])
    expect(await readState()).toBe('active')
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: 601, used: 1399 })
    await renew(harness)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', '13.99', '6.01'])
    await renew(harness)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', '13.99', '6.01', '0.00'])
    expect(await readState()).toBe('active')
    const used = listSubjects(harness).filter((one) => one.includes('of your credit'))
    expect(used).toEqual([
      'ama@example.com: We’ve used $13.99 of your credit',
      'ama@example.com: We’ve used $6.01 of your credit',
    ])
  })

  it('leaves the rest of the payment refundable, which then ends the subscription', async () => {
    await harness.subscribe()
    await addCredit(harness, 601)
    await renew(harness)
    await harness.runUntilIdle()
    unwrap(await harness.paypal.refund(listPayments(harness)[1]!.id, 'the rest'))
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', '13.99'])
    expect(await readState()).toBe('ended')
    // What was returned as credit isn't returned twice.
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: 0, used: 601 })
  })

  it('isn’t possible for a payment that was refunded first, and pays for nothing', async () => {
    await harness.subscribe()
    await addCredit(harness, 2000)
    const { paidThrough } = (await harness.record()).subscription!
    await renew(harness)
    harness.ledger.refund(listPayments(harness)[1]!.id)
    await harness.passDays(3)
    expect((await harness.record()).subscription).toMatchObject({
      state: 'paymentFailed',
      cause: 'missing',
      paidThrough,
    })
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: 2000, used: 0 })
  })

  it('gives way to a refund between its own storing and PayPal’s answer', async () => {
    await harness.subscribe()
    await addCredit(harness, 2000)
    await renew(harness)
    const { refundPart } = harness.paypal
    const payment = listPayments(harness)[1]!.id
    let isRefunded = false
    Object.assign(harness.paypal, {
      refundPart: (...options: Parameters<typeof refundPart>) => {
        if (!isRefunded) harness.ledger.refund(payment)
        isRefunded = true
        return refundPart(...options)
      },
    })
    await harness.runUntilIdle()
    expect(await readState()).toBe('ended')
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: 2000, used: 0 })
    expect(listRefunded(harness)).toEqual(['0.00', '13.99'])
  })

  it('is undone if PayPal has been unavailable for 180 days', async () => {
    await harness.subscribe()
    await addCredit(harness, 2000)
    await renew(harness)
    const { refundPart } = harness.paypal
    Object.assign(harness.paypal, {
      refundPart: async () => ({ ok: false, failure: { kind: 'unavailable', reason: 'away' } }),
    })
    await harness.runUntilIdle()
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: 601, used: 1399 })
    Object.assign(harness.paypal, { refundPart })
    await harness.advanceDays(181)
    await harness.runUntilIdle()
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: 2000, used: 0 })
    expect(listRefunded(harness)).toEqual(['0.00', '0.00'])
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('waits for the end of a dispute', async () => {
    await harness.subscribe()
    await addCredit(harness, 601)
    await renew(harness)
    const [, payment] = listPayments(harness)
    harness.ledger.dispute(payment!.id, null)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', '0.00'])
    harness.ledger.dispute(payment!.id, 'won')
    for (let attempt = 0; attempt < 4; attempt++) await harness.advanceMinutes(90)
    expect(listRefunded(harness)).toEqual(['0.00', '6.01'])
    expect(await readState()).toBe('active')
  })

  it('happens once although the payment is reported and checked simultaneously', async () => {
    await harness.subscribe()
    await addCredit(harness, 2000)
    await renew(harness)
    const [event] = harness.events.filter(({ text }) => text.includes('PAYMENT.SALE.COMPLETED'))
    for (let copy = 0; copy < 20; copy++)
      harness.events.push({ ...event!, id: `${event!.id}-${copy}` })
    await Promise.all(Array.from({ length: 5 }, () => harness.advanceMinutes(0)))
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', '13.99'])
    expect(await listKinds(harness, harness.uid)).toEqual(['granted', 'used', 'settled'])
  })
})

describe('deleting an account', () => {
  it('ends a referrer’s ledger and link', async () => {
    const code = await addReferrer(harness)
    await addCodeToCheckout(harness, code)
    await harness.subscribe()
    const friendUid = harness.uid
    Object.assign(harness, { uid: referrer })
    await harness.requestDeletion()
    await harness.runUntilIdle()
    Object.assign(harness, { uid: friendUid })
    await passMonth()
    expect(await readLedger(harness, referrer)).toBeNull()
    for (const collection of ['referrals', 'referralCodes', 'outbox'])
      expect([collection, await harness.queryAll({ collection })]).toEqual([collection, []])
  })

  it('of a friend leaves nothing about them in the ledger, and the credit is earned', async () => {
    await refer(harness)
    await harness.subscribe()
    await harness.requestDeletion()
    await harness.runUntilIdle()
    const payerId = unwrap(await harness.paypal.find(harness.provider)).payer.id
    const text = JSON.stringify(await readLedger(harness, referrer))
    for (const identity of [harness.uid, harness.provider, payerId, 'ama@', payer.email])
      expect(text).not.toContain(identity)
    await passMonth()
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(harness.now.getTime()).toBeGreaterThan(new Date('2026-03-31').getTime() + day)
  })
})
