import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEdgeClient, stack } from '../../../functions/testing/edge-client.ts'
import {
  buyGift,
  createGiftOrder,
  findCard,
  redeem,
} from '../../../functions/testing/gift-requests.ts'
import { createReader } from '../../../functions/testing/test-readers.ts'
import { addDays, getCalendarDay } from '../../../src/domain/time-zone.ts'
import { connectPayer } from '../../dev/fakes/paypal/paypal-payer.ts'
import { openKeyDesk } from '../testing/key-desk.ts'

const desk = await openKeyDesk('operator')

beforeAll(async () => {
  const refused = await run('find', 'nobody@example.com')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect((await desk.confirm(refused.errors)).status).toBe(204)
})
afterAll(desk.remove)

const run = (...args: string[]) => desk.run('gift', ...args)

it('desk gift finds a gift by code, order and addresses, and shows its history', async () => {
  // The card is for a later day, because the cron job may send today's card first.
  const day = addDays(getCalendarDay(new Date(), 'America/New_York'), 7)
  const order = createGiftOrder({ day })
  const gift = await buyGift(createEdgeClient(), order)
  const { email } = order.recipient as { email: string }
  for (const query of [gift.id, gift.code, email, String(order.buyerEmail)]) {
    const found = await run('find', query)
    expect(found).toMatchObject({ code: 0, errors: '' })
    expect(found.out).toContain(gift.id)
  }
  const shown = await run('show', gift.code)
  expect(shown.out).toMatch(/state +scheduled/)
  expect(shown.out).toContain('provider  captured')
  expect(await run('show', 'NOSUCHORDER')).toMatchObject({ code: 1, out: '' })
})

it('desk gift voids, extends and refunds gifts, with the operator’s name and reason', async () => {
  const buyer = await createReader()
  const gift = await buyGift(buyer.client, createGiftOrder({ recipient: null }))
  const { client } = await createReader()
  const extend = ['extend', gift.id, '--until', '2031-01-01T00:00:00Z', '--message', 'lost card']
  // Money needs another confirmation than readers' data.
  expect((await desk.confirm((await run(...extend)).errors)).status).toBe(204)
  expect(await run(...extend)).toMatchObject({ code: 0, errors: '' })
  expect((await findCard(client, gift.code)).redeemableUntil).toBe('2031-01-01T00:00:00.000Z')
  expect((await run('show', gift.id)).out).toContain('extend: lost card')
  expect((await redeem(client, gift.code)).status).toBe(200)
  expect(await run('void', gift.id)).toMatchObject({ code: 1 })
  expect(await run('refund', gift.id)).toMatchObject({ code: 0, errors: '' })
  const fakePayPal = connectPayer(stack.payPalUrl)
  expect(await fakePayPal.listRefunds(await fakePayPal.findPayment(gift.id))).toHaveLength(1)
  expect((await run('refund', gift.id)).code).toBe(0)
  expect(await fakePayPal.listRefunds(await fakePayPal.findPayment(gift.id))).toHaveLength(1)
  const acts = await desk.run('log', '--staff')
  expect(acts.out).toContain(`asked PayPal to refund the gift ${gift.id}`)
  expect(acts.out).not.toContain(gift.code)
})

it('desk gift invalidates a code without a refund', async () => {
  // The gift is given in person, because the cron job could email a card before the gift is void.
  const gift = await buyGift(createEdgeClient(), createGiftOrder({ recipient: null }))
  expect(await run('void', gift.id, '--dry-run')).toMatchObject({ code: 0 })
  expect((await findCard(createEdgeClient(), gift.code)).state).toBe('open')
  expect(await run('void', gift.id)).toMatchObject({ code: 0 })
  expect((await findCard(createEdgeClient(), gift.code)).state).toBe('void')
})
