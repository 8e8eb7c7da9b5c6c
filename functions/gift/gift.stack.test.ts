import { describe, expect, it } from 'vitest'
import { triggerCron } from '../../scripts/dev/stack/stack-client.ts'
import { gifts } from '../../src/publication/offer.ts'
import { fakePayPal, listSubjects } from '../testing/checkout-requests.ts'
import { createEdgeClient, expectError, secondsAgo, stack } from '../testing/edge-client.ts'
import {
  buyGift,
  createGiftKey,
  createGiftOrder,
  findCard,
  redeem,
  requestPayment,
  sendGiftOrder,
  startGift,
} from '../testing/gift-requests.ts'
import { createReader, readFields } from '../testing/test-readers.ts'

/** Milliseconds, more than `unapprovedMemory` (functions/identity/caller-paypal.ts). */
const waiting = { timeout: 15_000 }

const runCron = () => triggerCron(stack)

const now = new Date()
const nextFebruary = `${now.getUTCFullYear() + (now.getUTCMonth() < 2 ? 0 : 1)}-02`
const formatDayAhead = (days: number) =>
  secondsAgo(-days * 24 * 60 * 60)
    .toISOString()
    .slice(0, 10)

describe('a guest who buys a gift', () => {
  it('pays once, gets a receipt, and the recipient gets the card', async () => {
    const buyer = createEdgeClient()
    const order = createGiftOrder()
    const id = await startGift(buyer, order)
    expect(await startGift(buyer, order)).toBe(id)
    await expectError(requestPayment(buyer, id), 409, 'not_approved')
    await fakePayPal.approve(id)
    // The Worker remembers for some seconds that it wasn't approved.
    await expect.poll(async () => (await requestPayment(buyer, id)).status, waiting).toBe(200)
    const answers = await Promise.all([1, 2, 3].map(() => requestPayment(buyer, id)))
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({
        state: 'paid',
        gift: { state: 'scheduled', price: gifts[0].domestic },
      })
    }
    await runCron()
    const { email } = order.recipient as { email: string }
    expect(await listSubjects(email)).toEqual(['Asha has given you twelve months of The Verandah'])
    expect(await listSubjects(String(order.buyerEmail))).toEqual([
      'Your gift of twelve months of The Verandah',
    ])
    await runCron()
    expect(await listSubjects(email)).toHaveLength(1)
    expect(await readFields(`gifts/${id}`)).toMatchObject({ state: 'sent', expiresAt: null })
  })

  it('shows the gift to nobody else but the bearer of its key', async () => {
    const buyer = createEdgeClient()
    const gift = await buyGift(buyer)
    const stranger = createEdgeClient()
    const answer = await requestPayment(stranger, gift.id)
    expect(await answer.json()).toEqual({ state: 'paid', gift: null })
    await expectError(stranger.send('GET /api/gifts'), 401, 'signed_out')
    const recipient = { name: 'Mallory', email: 'mallory@example.com' }
    const params = { id: gift.id }
    const corrected = stranger.send('PATCH /api/gifts/:id', { recipient }, { params })
    await expectError(corrected, 404, 'not_found')
    const key = await createGiftKey(gift.id)
    expect(
      await stranger.fetchJson('GET /api/gifts', undefined, { params: { key } }),
    ).toMatchObject({
      gifts: [{ id: gift.id, code: gift.code }],
    })
    const other = await buyGift(createEdgeClient())
    const foreign = stranger.send(
      'PATCH /api/gifts/:id',
      { recipient, key },
      { params: { id: other.id } },
    )
    await expectError(foreign, 404, 'not_found')
  })

  it.each([
    ['a day in the past', { day: '2020-02-29' }],
    ['a day that doesn’t exist', { day: `${nextFebruary}-30` }],
    ['a day more than a year ahead', { day: '2099-01-01' }],
    ['a day without a recipient', { recipient: null, day: formatDayAhead(7) }],
    ['no sender', { senderName: ' ' }],
    ['a message of 601 characters', { message: 'x'.repeat(601) }],
    ['a length without a price', { length: 9 }],
  ])('can’t order with %s', async (_, change) => {
    await expectError(
      sendGiftOrder(createEdgeClient(), createGiftOrder(change)),
      400,
      'bad_request',
    )
  })

  it('isn’t charged when the payment is declined, and can try again', async () => {
    const buyer = createEdgeClient()
    const id = await startGift(buyer)
    await fakePayPal.approve(id, { outcome: 'decline' })
    await expectError(requestPayment(buyer, id), 402, 'payment_declined')
    expect(await readFields(`gifts/${id}`)).toMatchObject({ state: 'unpaid' })
  })
})

describe('redeeming', () => {
  it('gives a new reader a year, once', async () => {
    const gift = await buyGift(createEdgeClient())
    const { client } = await createReader()
    const card = await findCard(client, gift.code)
    expect(card).toMatchObject({ state: 'open', senderName: 'Asha', effect: { kind: 'startsNow' } })
    expect(JSON.stringify(card)).not.toContain('@')
    for (let again = 0; again < 2; again++) {
      const redeemed = await redeem(client, gift.code)
      expect(await redeemed.json()).toMatchObject({
        subscription: { status: 'isSubscribed', detail: 'gift', entitled: true },
      })
    }
    const second = await createReader()
    await expectError(redeem(second.client, gift.code), 409, 'not_possible')
    expect((await findCard(second.client, gift.code)).state).toBe('redeemed')
    expect((await findCard(client, gift.code)).state).toBe('redeemedByYou')
  })

  it('waits for the chosen day, except for the buyer', async () => {
    const buyer = await createReader()
    const gift = await buyGift(buyer.client, createGiftOrder({ day: formatDayAhead(40) }))
    const { client } = await createReader()
    expect(await findCard(client, gift.code)).toMatchObject({ state: 'notYet', message: '' })
    await expectError(redeem(client, gift.code), 409, 'not_possible')
    expect((await findCard(buyer.client, gift.code)).state).toBe('open')
    await runCron()
    expect(await readFields(`gifts/${gift.id}`)).toMatchObject({ state: 'scheduled' })
  })

  it('isn’t possible after a refund or during a dispute', async () => {
    const gift = await buyGift(createEdgeClient(), createGiftOrder({ recipient: null }))
    const { client } = await createReader()
    const payment = await fakePayPal.findPayment(gift.id)
    await fakePayPal.trigger('dispute', { payment, outcome: null })
    await expect.poll(async () => (await findCard(client, gift.code)).state).toBe('disputed')
    await expectError(redeem(client, gift.code), 409, 'not_possible')
    await fakePayPal.trigger('dispute', { payment, outcome: 'won' })
    await expect.poll(async () => (await findCard(client, gift.code)).state).toBe('open')
    await fakePayPal.trigger('refund', { payment, status: 'REFUNDED' })
    await expect.poll(async () => (await findCard(client, gift.code)).state).toBe('void')
    await expectError(redeem(client, gift.code), 409, 'not_possible')
  })
})
