/** Tests orders that strangers start, and orders that are abandoned halfway. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import {
  buyAsGuest,
  claim,
  readAnswer,
  readCheckout,
} from '../subscription/testing/checkout-steps.ts'
import { type Browser, openReader, payGift, sendGiftOrder } from '../testing/counted-purchases.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'

const recipient = { name: 'Mira', email: 'mira@example.com' }
const buyerEmail = 'ama@example.com'

const startGift = async (browser: Browser) =>
  (await readAnswer<{ id: string }>(sendGiftOrder(browser, {}, { recipient }))).id

async function buyGift(harness: WorkerHarness, browser = harness.openBrowser()) {
  const id = await startGift(browser)
  harness.ledger.approveOrder(id, payer, 'paid')
  await payGift(browser, id)
  return id
}

async function createReader() {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.merge(`users/${harness.uid}`, { emailVerified: true })
  await harness.logIn()
  return harness
}

const findGifts = async (harness: WorkerHarness) =>
  (await harness.queryAll({ collection: 'gifts' })).map(({ fields }) => fields)

describe('a stranger who knows an address', () => {
  it('can’t hide the owner’s gifts behind unpaid gifts', async () => {
    const harness = await createReader()
    const id = await buyGift(harness)
    const [bought] = await findGifts(harness)
    for (let count = 0; count < 200; count++)
      await harness.store({ [`gifts/0-${count}`]: { ...bought, state: 'unpaid' } })
    const listed = await harness.get('/api/gifts')
    expect(await listed.json()).toMatchObject({ gifts: [{ id }] })
  })

  it('can’t add gifts from another account to the list that the owner sees', async () => {
    const harness = await createReader()
    const buyer = await openReader(harness, 'ravi')
    const id = await buyGift(harness, buyer)
    await harness.runUntilIdle()
    expect(await readAnswer(harness.get('/api/gifts'))).toEqual({ gifts: [] })
    const correction = { recipient: { name: 'Ama', email: buyerEmail } }
    expect((await harness.patch(`/api/gifts/${id}`, correction)).status).toBe(404)
    expect(await readAnswer(buyer.send('GET', '/api/gifts'))).toMatchObject({ gifts: [{ id }] })
    // The key in the receipt's link.
    const key = await harness.tokens.issueToken('gift', id, harness.now)
    const byLink = harness.openBrowser().send('GET', `/api/gifts?key=${key}`)
    expect(await readAnswer(byLink)).toMatchObject({ gifts: [{ id }] })
  })
})

describe('a buyer who deletes their account', () => {
  it('isn’t charged for a gift that they approved but didn’t finish', async () => {
    const harness = await createReader()
    const id = await startGift(harness.browser)
    harness.ledger.approveOrder(id, payer, 'paid')
    await harness.requestDeletion()
    await harness.remove()
    await harness.runUntilIdle()
    await harness.advanceMinutes(90)
    expect(harness.ledger.listOrders()).toMatchObject([{ status: 'APPROVED' }])
    expect(await findGifts(harness)).toMatchObject([{ state: 'unpaid' }])
  })

  it('still has the card sent if the payment is completed or a dispute is won afterwards', async () => {
    for (const hasDispute of [true, false]) {
      const harness = await createReader()
      const id = await startGift(harness.browser)
      harness.ledger.approveOrder(id, payer, hasDispute ? 'paid' : 'pending')
      await harness.post(`/api/gifts/${id}/payment`, undefined)
      const { id: capture } = harness.ledger.findCaptureOf(unwrap(harness.ledger.findOrder(id)))!
      if (hasDispute) harness.ledger.dispute(capture, null)
      await harness.advanceMinutes(1)
      await harness.requestDeletion()
      await harness.remove()
      if (hasDispute) harness.ledger.dispute(capture, 'won')
      else harness.ledger.complete(capture, true)
      await harness.runUntilIdle()
      expect(harness.listSentEmails()).toContain(
        'mira@example.com: Ama has given you three months of The Verandah',
      )
      expect(await findGifts(harness)).toMatchObject([{ state: 'sent', recipient: null }])
    }
  })

  it('is also removed from gifts bought as a guest with the verified address', async () => {
    const harness = await createReader()
    await buyGift(harness)
    await harness.runUntilIdle()
    await harness.requestDeletion()
    await harness.merge(`users/${harness.uid}`, { email: buyerEmail, emailVerified: true })
    await harness.remove()
    const forgotten = { buyerEmail: '', senderName: '', message: '', recipient: null }
    expect(await findGifts(harness)).toMatchObject([forgotten])
  })
})

describe('while a gift is redeemed or used,', () => {
  const redeem = async (harness: WorkerHarness, code: unknown, effect: string) =>
    harness.post(`/api/gift-cards/${String(code)}/redemption`, { effect })

  async function buyAndRedeem(harness: WorkerHarness) {
    await buyGift(harness)
    await harness.runUntilIdle()
    const [gift] = await harness.queryAll({ collection: 'gifts' })
    expect((await redeem(harness, gift!.fields.code, 'startsNow')).status).toBe(200)
    return gift!
  }

  it('claiming a guest’s purchase postpones its billing until the account’s gift ends', async () => {
    const harness = await createReader()
    const gift = await buyAndRedeem(harness)
    await harness.advanceDays(10)
    await harness.logIn()
    const id = await buyAsGuest(harness)
    expect((await claim(harness, id)).status).toBe(200)
    await harness.runUntilIdle()
    const { subscription, bank, bankFrom } = await harness.record()
    expect(subscription).toMatchObject({ state: 'active' })
    expect(bankFrom).toBeNull()
    // The month that had begun counts as used.
    expect(bank).toMatchObject([{ source: 'gift', id: gift.id, months: 2 }])
    expect(bank[0]!.rest / day).toBeCloseTo(21, 1)
    expect(unwrap(harness.ledger.find(id)).status).toBe('SUSPENDED')
  })

  it('a gift waits for the rest of a guest’s earlier purchase if the later purchase is a duplicate', async () => {
    const harness = await createReader()
    await harness.subscribe()
    await buyGift(harness)
    await harness.runUntilIdle()
    const [gift] = await findGifts(harness)
    await redeem(harness, gift!.code, 'postponesBilling')
    await harness.advanceDays(40)
    await harness.runUntilIdle()
    await harness.logIn()
    const id = await buyAsGuest(harness)
    await harness.runUntilIdle()
    const { uid } = await readCheckout(harness, id)
    const until = new Date(harness.now.getTime() + 40 * day)
    const formerAccess = { provider: 'I-0', until, lastPaymentAt: null, isDisputed: false }
    const fields = { ...(await harness.record(uid)), formerAccess }
    await harness.store({ [`subscriptions/${uid}`]: fields })
    const { bank } = await harness.record()
    expect(await (await claim(harness, id)).text()).toContain('already_subscribed')
    expect(await harness.record()).toMatchObject({ bank, bankFrom: null })
    await harness.applyEvent({ kind: 'cancel' })
    expect(await harness.record()).toMatchObject({ bank, bankFrom: until })
  })

  it('only one of two readers who redeem a gift at the same time gets the gift', async () => {
    const harness = await createReader()
    await buyGift(harness)
    await harness.runUntilIdle()
    const [gift] = await findGifts(harness)
    const other = await openReader(harness, 'b')
    const path = `/api/gift-cards/${String(gift!.code)}/redemption`
    const responses = await Promise.all([
      redeem(harness, gift!.code, 'startsNow'),
      other.send('POST', path, { effect: 'startsNow' }),
      redeem(harness, gift!.code, 'startsNow'),
      other.send('POST', path, { effect: 'startsNow' }),
    ])
    const records = [await harness.record(), await harness.record('b')]
    expect(records.map(({ bank }) => bank.length).sort()).toEqual([0, 1])
    expect(responses.filter(({ ok }) => ok)).toHaveLength(2)
  })

  it('a refund during the redemption removes the gifted time', async () => {
    for (const isFirst of [true, false]) {
      const harness = await createReader()
      await buyGift(harness)
      await harness.advanceMinutes(1)
      const [gift] = await findGifts(harness)
      harness.ledger.refund(String(gift!.capture))
      const refund = () => harness.advanceMinutes(1)
      const redemption = () => redeem(harness, gift!.code, 'startsNow')
      await Promise.all(isFirst ? [refund(), redemption()] : [redemption(), refund()])
      await harness.runUntilIdle()
      expect((await harness.record()).bank).toEqual([])
      expect(await findGifts(harness)).toMatchObject([{ state: 'refunded' }])
      expect((await redemption()).ok).toBe(false)
    }
  })
})

it.each(['__x__', 'a%2F..%2Fb', '%00%01%02', '%E2%80%AEabc', '...', 'x'.repeat(51)])(
  'an id like %s is refused before the database is queried',
  async (id) => {
    const harness = new WorkerHarness()
    const { status } = await harness.post(`/api/gifts/${id}/payment`, undefined)
    expect({ status, calls: harness.calls }).toEqual({ status: 404, calls: 0 })
  },
)

describe('a card that looks like a service’s or has a link', () => {
  const to = (name: string) => ({ recipient: { ...recipient, name } })

  it.each([
    { senderName: 'PayPal Support' },
    { senderName: 'evil.chat' },
    to('Veranda HQ'),
    { message: 'Claim at https://evil.example/x' },
  ])('can’t be ordered: %j', async (change) => {
    const harness = new WorkerHarness()
    const answer = await sendGiftOrder(harness.openBrowser(), {}, { recipient, ...change })
    expect([answer.status, await findGifts(harness)]).toEqual([400, []])
  })

  it('can’t be created through a correction', async () => {
    const harness = await createReader()
    const id = await startGift(harness.browser)
    const correct = async (name: string) =>
      (await harness.patch(`/api/gifts/${id}`, to(name))).status
    harness.ledger.approveOrder(id, payer, 'paid')
    await harness.post(`/api/gifts/${id}/payment`, {})
    expect(await correct('PayPal Support')).toBe(400)
    expect(await findGifts(harness)).toMatchObject([{ recipient }])
    expect(await correct('Mira Bai')).not.toBe(400)
  })

  it('isn’t confused with a card from several people who give together', async () => {
    const harness = new WorkerHarness()
    const senderName = 'Asha and everyone at the office'
    await sendGiftOrder(harness.openBrowser(), {}, { recipient, senderName })
    expect(await findGifts(harness)).toHaveLength(1)
  })
})

it('a guest’s order that is sent again with another bot check stays one order', async () => {
  const harness = new WorkerHarness()
  const browser = harness.openBrowser()
  const requestId = crypto.randomUUID()
  const start = (botCheck: string) =>
    readAnswer<{ id: string }>(sendGiftOrder(browser, {}, { requestId, botCheck }))
  const { id } = await start('one')
  expect(await start('another')).toMatchObject({ id })
  expect(await findGifts(harness)).toHaveLength(1)
})
