/** Supporters and operators who look after gifts, and the calls that are lost on the way. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { fail } from '../../src/domain/result.ts'
import { StaffHarness } from '../staff/testing/staff-harness.ts'
import { readAnswer } from '../subscription/testing/checkout-steps.ts'
import { payGift, sendGiftOrder } from '../testing/counted-purchases.ts'
import { interruptEachCall } from '../testing/interrupt-each-call.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { payer } from '../testing/worker-harness.ts'

let harness: StaffHarness
let support: Browser
let operator: Browser
let buyer: Browser
let id: string

const recipient = { name: 'Mira', email: 'mira@example.com' }
const until = '2027-09-01T00:00:00.000Z'

async function buyGift(changes: object = {}) {
  const order = { recipient, ...changes }
  const bought = await readAnswer<{ id: string }>(sendGiftOrder(buyer, {}, order))
  harness.ledger.approveOrder(bought.id, payer, 'paid')
  await payGift(buyer, bought.id)
  return bought.id
}

async function open() {
  harness = new StaffHarness()
  support = await harness.addStaff('sam', 'support')
  operator = await harness.addStaff('olu', 'operator')
  buyer = await harness.addReader('ama')
  id = await buyGift()
  await harness.runUntilIdle()
  await harness.logIn('sam', support)
  await harness.logIn('olu', operator)
}
beforeEach(open)

type Act = 'card' | 'void' | 'refund' | 'deadline'
const change = ({ send }: Browser, act: Act, more: object = {}, gift = id) =>
  send(act === 'deadline' ? 'PUT' : 'POST', `/api/desk/gifts/${gift}/${act}`, {
    ...(act === 'deadline' ? { until } : {}),
    ...more,
  })

const search = async ({ send }: Browser, query: string) => {
  const response = await send('POST', '/api/desk/gifts/search', { query })
  return ((await response.json()) as { gifts: Record<string, unknown>[] }).gifts
}
const readGift = () => harness.readFields(`gifts/${id}`)
const countCards = () => harness.listSentEmails().filter((line) => line.startsWith('mira@')).length

describe('a gift is found by', () => {
  const queries: Record<string, () => Promise<string>> = {
    'its code as it’s typed': async () => String((await readGift())!.code).toLowerCase(),
    'its order': async () => id,
    'the buyer’s address': async () => 'Ama@example.com',
    'the recipient’s address': async () => ' mira@example.com',
    'the reader’s address': async () => 'Ravi@example.com',
    'the buyer’s uid': async () => 'ama',
    'the reader’s uid': async () => 'ravi',
  }

  it.each(Object.entries(queries))('%s', async (_, getQuery) => {
    await harness.addReader('ravi')
    await harness.merge(`gifts/${id}`, { redeemer: 'ravi', state: 'redeemed' })
    const [found, ...others] = await search(support, await getQuery())
    expect(found).toMatchObject({ id, state: 'redeemed', recipient, buyerUid: 'ama' })
    expect(found).not.toHaveProperty('message')
    expect(others).toEqual([])
  })

  it('its buyer once, even if the buyer has redeemed it, and without strangers’ unpaid orders', async () => {
    await harness.merge(`gifts/${id}`, { redeemer: 'ama', state: 'redeemed' })
    const gift = (await readGift())!
    await harness.store({ 'gifts/UNPAID': { ...gift, state: 'unpaid', capture: null } })
    expect((await search(support, 'ama@example.com')).map((one) => one.id)).toEqual([id])
  })

  it('nobody else’s address', async () => {
    expect(await search(support, 'nobody@example.com')).toEqual([])
  })
})

describe('a change', () => {
  it.each<[Act, object, object]>([
    ['card', { state: 'sent' }, { kind: 'giftResent', before: null, after: null }],
    ['void', { state: 'voided' }, { kind: 'giftVoided', before: 'sent', after: 'voided' }],
    ['refund', { state: 'refunded' }, { kind: 'giftRefundRequested', before: 'sent', after: null }],
    [
      'deadline',
      { redeemableUntil: new Date(until) },
      { kind: 'giftExtended', before: expect.any(String), after: until },
    ],
  ])(
    '(%s) is recorded once in the gift’s history, and once among the acts',
    async (act, expected, recorded) => {
      const dryRun = await change(operator, act, { dryRun: true })
      expect(dryRun.status).toBe(200)
      expect(await harness.listActs()).toEqual([])
      for (const _ of [1, 2])
        expect((await change(operator, act, { message: 'Lost' })).status).toBe(200)
      const gift = (await readGift())!
      expect(gift).toMatchObject(expected)
      const own = (gift.history as object[]).filter((entry) => 'by' in entry && entry.by === 'olu')
      expect(own).toMatchObject([{ by: 'olu', message: 'Lost' }])
      expect(await harness.listActs()).toEqual([{ by: 'olu', key: null, subject: id, ...recorded }])
      await harness.runUntilIdle()
      expect(countCards()).toBe(act === 'card' ? 2 : 1)
      expect(harness.refunded).toHaveLength(act === 'refund' ? 1 : 0)
    },
  )

  it.each<[string, Act, () => Promise<unknown>, number, string]>([
    [
      'of no gift',
      'refund',
      () => harness.deps.firestore.commit([{ remove: `gifts/${id}` }]),
      404,
      'not_found',
    ],
    [
      'of a gift that isn’t paid',
      'refund',
      () => harness.merge(`gifts/${id}`, { state: 'unpaid', capture: null }),
      409,
      'not_possible',
    ],
    [
      'that comes too late',
      'void',
      () => harness.merge(`gifts/${id}`, { state: 'redeemed', redeemer: 'ravi' }),
      409,
      'not_possible',
    ],
    [
      'to an earlier time',
      'deadline',
      () => harness.merge(`gifts/${id}`, { redeemableUntil: new Date('2028-01-01') }),
      409,
      'not_possible',
    ],
    [
      'of a stored gift that is invalid',
      'refund',
      () => harness.merge(`gifts/${id}`, { length: 4 }),
      409,
      'not_possible',
    ],
  ])('%s is refused', async (_, act, prepare, status, code) => {
    await prepare()
    const before = await readGift()
    for (const dryRun of [true, false])
      await expectRefusal(change(operator, act, { dryRun }), status, code)
    expect(await readGift()).toEqual(before)
    expect(harness.refunded).toEqual([])
    expect(await harness.listActs()).toEqual([])
  })
})

describe('a refund', () => {
  it('that PayPal refuses leaves the gift unchanged, and is recorded as an act', async () => {
    harness.advance(200 * day)
    await harness.logIn('sam', support)
    const message = await expectRefusal(change(support, 'refund'), 409, 'not_possible')
    expect(message).toContain('REFUND_TIME_LIMIT_EXCEEDED')
    expect(await readGift()).toMatchObject({ state: 'sent' })
    expect(await harness.listActs()).toMatchObject([{ kind: 'giftRefundRequested' }])
  })

  it('that was made at PayPal itself ends the gift', async () => {
    harness.ledger.refund(String((await readGift())!.capture))
    harness.events.length = 0
    expect((await change(support, 'refund')).status).toBe(200)
    expect(await readGift()).toMatchObject({ state: 'refunded' })
  })

  it('says that the money was returned, even if the gift can’t be updated afterwards', async () => {
    const { refund } = harness.paypal
    Object.assign(harness.paypal, {
      refund: async (...parameters: Parameters<typeof refund>) => {
        await harness.merge(`gifts/${id}`, { length: 4 })
        return refund(...parameters)
      },
    })
    const message = await expectRefusal(change(support, 'refund'), 409, 'not_possible')
    expect(message).toContain(
      'PayPal refunded the payment, but the gift wasn’t updated: The stored gift',
    )
    expect(harness.refunded).toHaveLength(1)
  })

  it('is refused while PayPal isn’t responding', async () => {
    Object.assign(harness.paypal, { refund: async () => fail({ kind: 'unavailable', reason: '' }) })
    await expectRefusal(change(support, 'refund'), 503, 'unavailable')
    expect(await readGift()).toMatchObject({ state: 'sent' })
  })

  it('is made once, even if two supporters and PayPal’s event arrive at the same time', async () => {
    harness.meter.maxAttempts = 3
    const calls = [support, operator, support].map((browser) => change(browser, 'refund'))
    for (const response of await Promise.all(calls)) expect(response.status).toBe(200)
    await harness.runUntilIdle()
    expect(harness.refunded).toHaveLength(1)
    const history = (await readGift())!.history as { kind: string }[]
    expect(history.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })
})

describe('an interrupted call', () => {
  it.each<Act>(['card', 'void', 'refund', 'deadline'])(
    'takes effect once when it’s repeated, before or after PayPal’s event: %s',
    async (act) => {
      expect((await change(operator, act)).status).toBe(200)
      await harness.runUntilIdle()
      const expected = await readResult()
      const prepare = async () => {
        await open()
        return { harness, run: () => change(operator, act) }
      }
      for (const isEventFirst of [false, true]) {
        await interruptEachCall(prepare, async (run, at) => {
          if (isEventFirst) await harness.deliverEvents()
          expect((await run()).status).toBe(200)
          await harness.runUntilIdle()
          expect(await readResult(), at).toEqual(expected)
          const acts = await harness.listActs()
          expect(acts.length, at).toBeGreaterThanOrEqual(1)
          expect(acts.length, at).toBeLessThanOrEqual(act === 'refund' ? 2 : 1)
        })
      }
    },
  )

  async function readResult() {
    const { state, redeemableUntil, resends } = (await readGift())!
    // Emails that are due at the same time are sent in any order.
    const emails = harness.listSentEmails().toSorted()
    return { state, redeemableUntil, resends, emails, refunds: harness.refunded.length }
  }
})

it.each<[string, Act, object]>([
  ['a state', 'void', { state: 'paid' }],
  ['another name', 'refund', { by: 'Somebody' }],
  ['an amount', 'refund', { amount: 1 }],
  ['more time', 'card', { until }],
  ['another line of the history', 'void', { message: 'x\n2030-01-01  olu  refunded' }],
])('a request can’t also set %s', async (_, act, more) => {
  await expectRefusal(change(operator, act, more), 400, 'bad_request')
  expect(await readGift()).toMatchObject({ state: 'sent' })
})

it('a supporter can’t refund their own gift', async () => {
  await harness.merge(`gifts/${id}`, { buyerUid: 'sam' })
  await expectRefusal(change(support, 'refund'), 409, 'not_possible')
})

it('another document’s path isn’t accepted as an order’s id', async () => {
  await expectRefusal(change(operator, 'void', {}, '..%2Fusers%2Fama'), 404, 'not_found')
})
