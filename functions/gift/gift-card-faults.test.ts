/** The gift card: who can open it, who sees the order behind it, and which orders are refused. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { BoughtGift, GiftCard } from '../../src/contracts/endpoints/gift-endpoints.ts'
import { day } from '../../src/domain/duration.ts'
import { readAnswer, readCode } from '../subscription/testing/checkout-steps.ts'
import { type Browser, openReader, payGift, sendGiftOrder } from '../testing/counted-purchases.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { maxShownByKey } from './bought-gifts.ts'

const recipient = { name: 'Mira', email: 'mira@example.com' }

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})

async function buyGift(buyer = harness.openBrowser(), changes: object = {}) {
  const order = { recipient, message: 'Enjoy', ...changes }
  const { id } = await readAnswer<{ id: string }>(sendGiftOrder(buyer, {}, order))
  harness.ledger.approveOrder(id, payer, 'paid')
  return (await readAnswer<{ gift: BoughtGift }>(payGift(buyer, id))).gift
}

const findCard = (browser: Browser, { code }: BoughtGift) =>
  readAnswer<GiftCard>(browser.send('GET', `/api/gift-cards/${code}`))
const redeem = (browser: Browser, { code }: BoughtGift) =>
  browser.send('POST', `/api/gift-cards/${code}/redemption`, { effect: 'startsNow' })

const formatDayAhead = (days: number) =>
  new Date(harness.now.getTime() + days * day).toISOString().slice(0, 10)

describe('a card', () => {
  it('can be redeemed by one reader, even repeatedly, and names no address', async () => {
    const gift = await buyGift()
    const [reader, other] = [await openReader(harness, 'ama'), await openReader(harness, 'ravi')]
    const card = await findCard(reader, gift)
    expect(card).toMatchObject({ state: 'open', senderName: 'Ama', effect: { kind: 'startsNow' } })
    expect(JSON.stringify(card)).not.toContain('@')
    const subscription = { status: 'isSubscribed', detail: 'gift', entitled: true }
    for (const _ of ['first', 'again'])
      expect(await readAnswer(redeem(reader, gift))).toMatchObject({ subscription })
    expect(await readCode(redeem(other, gift))).toBe('not_possible')
    expect((await findCard(other, gift)).state).toBe('redeemed')
    expect((await findCard(reader, gift)).state).toBe('redeemedByYou')
  })

  it('waits for the chosen day, except for the buyer', async () => {
    const buyer = await openReader(harness, 'ravi')
    const gift = await buyGift(buyer, { day: formatDayAhead(40) })
    const reader = await openReader(harness, 'ama')
    expect(await findCard(reader, gift)).toMatchObject({ state: 'notYet', message: '' })
    expect(await readCode(redeem(reader, gift))).toBe('not_possible')
    expect((await findCard(buyer, gift)).state).toBe('open')
  })

  it('can’t be opened after a refund or during a dispute', async () => {
    const { ledger } = harness
    const gift = await buyGift()
    const reader = await openReader(harness, 'ama')
    const { id: capture } = ledger.findCaptureOf(unwrap(ledger.findOrder(gift.id)))!
    const happenings = [
      [() => ledger.dispute(capture, null), 'disputed'],
      [() => ledger.dispute(capture, 'won'), 'open'],
      [() => ledger.refund(capture), 'void'],
    ] as const
    for (const [happen, state] of happenings) {
      happen()
      await harness.deliverEvents()
      expect((await findCard(reader, gift)).state).toBe(state)
      if (state !== 'open') expect(await readCode(redeem(reader, gift))).toBe('not_possible')
    }
  })
})

it('an order is shown only to its buyer and the bearer of its key', async () => {
  const [gift, other] = [await buyGift(), await buyGift()]
  const stranger = harness.openBrowser()
  expect(await readAnswer(payGift(stranger, gift.id))).toEqual({ state: 'paid', gift: null })
  expect(await readCode(stranger.send('GET', '/api/gifts'))).toBe('signed_out')
  const key = await harness.tokens.issueToken('gift', gift.id, harness.now)
  const correct = (id: string, more: object) =>
    stranger.send('PATCH', `/api/gifts/${id}`, { recipient, ...more })
  expect(await readCode(correct(gift.id, {}))).toBe('not_found')
  expect(await readCode(correct(other.id, { key }))).toBe('not_found')
  expect((await correct(gift.id, { key })).status).toBe(200)
})

describe('a guest’s key', () => {
  const guest = { buyerEmail: 'asha@example.com', message: 'A secret' }
  const listWithKeyOf = async ({ id }: BoughtGift) => {
    const key = await harness.tokens.issueToken('gift', id, harness.now)
    const path = `/api/gifts?${new URLSearchParams({ key })}`
    const stranger = harness.openBrowser()
    return (await readAnswer<{ gifts: BoughtGift[] }>(stranger.send('GET', path))).gifts
  }

  it('lists other gifts whose receipts went to the same address, but can’t open them', async () => {
    const [opened, other] = [await buyGift(undefined, guest), await buyGift(undefined, guest)]
    await buyGift(undefined, { ...guest, buyerEmail: 'somebody-else@example.com' })
    const listed = await listWithKeyOf(opened)
    expect(listed).toHaveLength(2)
    expect(listed.find(({ id }) => id === opened.id)).toMatchObject({ ...opened })
    const shown = listed.find(({ id }) => id !== opened.id)!
    expect(shown).toMatchObject({ length: other.length, price: other.price, state: 'scheduled' })
    expect(shown.paidAt).toBe(`${other.paidAt!.slice(0, 7)}-01T00:00:00.000Z`)
    for (const secret of [other.id, other.code, guest.message, '@', 'Mira', other.senderName])
      expect(JSON.stringify(shown)).not.toContain(secret)
  })

  it('lists only the newest other gifts, as many as a call may read', async () => {
    const opened = await buyGift(undefined, guest)
    const { fields } = unwrap(await harness.database.firestore.get(`gifts/${opened.id}`))!
    const copies = Array.from({ length: maxShownByKey + 5 }, (_, index) => [
      `gifts/COPY-${index}`,
      { ...fields, price: 100 + index, createdAt: new Date(harness.now.getTime() + index * day) },
    ])
    await harness.store(Object.fromEntries(copies))
    const prices = (await listWithKeyOf(opened)).map(({ price }) => price)
    expect(prices).toEqual([
      ...Array.from({ length: maxShownByKey }, (_, index) => 104 + maxShownByKey - index),
      opened.price,
    ])
  })

  it('lists no gifts bought with an account that has the same address, and an account’s key lists no guest’s gifts', async () => {
    const own = await buyGift(await openReader(harness, 'asha'))
    const asGuest = await buyGift(undefined, guest)
    for (const gift of [own, asGuest])
      expect((await listWithKeyOf(gift)).map(({ id }) => id)).toEqual([gift.id])
  })
})

it.each<[string, () => object]>([
  ['a day in the past', () => ({ day: '2020-02-29' })],
  ['a day that doesn’t exist', () => ({ day: '2026-02-30' })],
  ['a day more than a year ahead', () => ({ day: '2099-01-01' })],
  ['a day without a recipient', () => ({ recipient: null, day: formatDayAhead(7) })],
  ['no sender', () => ({ senderName: ' ' })],
  ['a message of 601 characters', () => ({ message: 'x'.repeat(601) })],
  ['a length without a price', () => ({ length: 9 })],
])('a gift with %s can’t be ordered', async (_, change) => {
  const order = { recipient, ...change() }
  expect(await readCode(sendGiftOrder(harness.openBrowser(), {}, order))).toBe('bad_request')
})

it('a gift stays unpaid if PayPal declines the payment', async () => {
  const buyer = harness.openBrowser()
  const { id } = await readAnswer<{ id: string }>(sendGiftOrder(buyer))
  harness.ledger.approveOrder(id, payer, 'declined')
  expect(await readCode(payGift(buyer, id))).toBe('payment_declined')
  const [stored] = await harness.queryAll({ collection: 'gifts' })
  expect(stored!.fields.state).toBe('unpaid')
})
