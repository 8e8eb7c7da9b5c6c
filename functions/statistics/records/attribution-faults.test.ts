/** Where a visit came from is stored with what it led to, is exported and deleted with it, and never stops a request. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getProvenAddress } from '../../../src/domain/proven-address.ts'
import { personalData } from '../../app/installed.ts'
import { createRequestFrom } from '../../testing/request-from.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { payer, WorkerHarness } from '../../testing/worker-harness.ts'
import { readAttribution } from './read-attribution.ts'

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})
afterEach(() => harness.database.close())

const visit = {
  landing: {
    path: '/a-story',
    search: '?utm_source=the-weekly&utm_campaign=2026-11-22',
    referrer: '',
  },
  lastArticle: 'another-story',
  wallArticle: 'a-story',
}
const attribution = {
  landing: '/a-story',
  source: 'newsletter',
  campaign: '',
  issue: '2026-11-22',
  lastArticle: 'another-story',
  wallArticle: 'a-story',
}

const requestId = '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11'
const choice = { kind: 'monthly', source: null, requestId }
const order = {
  length: 3,
  recipient: null,
  day: null,
  message: 'Enjoy',
  senderName: 'Ama',
  buyerEmail: 'buyer@example.com',
  requestId,
}

const listRecords = async () =>
  (await harness.queryAll({ collection: 'transitionRecords' })).map(({ fields }) => fields)

async function startCheckout(body: object = { ...choice, visit }) {
  const started = await harness.post('/api/checkout', body)
  expect(started.status).toBe(200)
  return ((await started.json()) as { id: string }).id
}

describe('the attribution of a visit', () => {
  it('is recorded with the subscription, and with each of its later transitions', async () => {
    await harness.storeReaderAndCheckout()
    await harness.logIn()
    harness.provider = await startCheckout()
    await harness.subscribe()
    await harness.patch('/api/subscription', { step: 'cancel', reason: 'price' })
    expect(await listRecords()).toMatchObject(
      (await listRecords()).map(({ kind }) => ({ kind, attribution })),
    )
    expect((await listRecords()).map(({ kind, reason }) => `${kind} ${reason}`).sort()).toEqual([
      'cancelled price',
      'started ',
    ])
  })

  it('is recorded with the account of a guest who subscribes', async () => {
    const id = await startCheckout()
    harness.ledger.approve(id, payer)
    await harness.post(`/api/checkout/${id}/approval`, {})
    const account = { first_name: 'Nimal', last_name: '', email: 'nimal@example.com', requestId }
    expect((await harness.post(`/api/checkout/${id}/account`, account)).status).toBe(200)
    // A lost response.
    await harness.post(`/api/checkout/${id}/account`, account)
    const records = await listRecords()
    expect(records.map(({ kind }) => kind).sort()).toEqual(['registered', 'started'])
    for (const record of records) expect(record).toMatchObject({ attribution })
    const [user] = await harness.queryAll({ collection: 'users' })
    expect(user!.fields).toMatchObject({ attribution })
  })

  it('is recorded with a gift that is bought, redeemed and refunded', async () => {
    await harness.storeReaderAndCheckout()
    await harness.logIn()
    const started = await harness.post('/api/gifts', { ...order, visit })
    const { id } = (await started.json()) as { id: string }
    harness.ledger.approveOrder(id, payer, 'paid')
    await harness.post(`/api/gifts/${id}/payment`, undefined)
    const [gift] = await harness.queryAll({ collection: 'gifts' })
    await harness.post(`/api/gift-cards/${String(gift!.fields.code)}/redemption`, {
      effect: 'startsNow',
    })
    harness.ledger.refund(
      String((await harness.queryAll({ collection: 'gifts' }))[0]!.fields.capture),
    )
    await harness.runUntilIdle()
    expect(
      (await listRecords()).map(({ kind, plan, amount }) => `${kind} ${plan} ${amount}`).sort(),
    ).toEqual([
      `giftBought gift_3 ${gift!.fields.price}`,
      'giftRedeemed gift_3 0',
      `giftRefunded gift_3 ${gift!.fields.price}`,
    ])
    for (const record of await listRecords()) expect(record).toMatchObject({ attribution })
  })

  it('doesn’t make the same order another one', async () => {
    const send = async (body: object) =>
      ((await (await harness.post('/api/gifts', body)).json()) as { id: string }).id
    expect(await send({ ...order, visit })).toBe(await send(order))
  })

  it.each([
    ['that the browser forbids, by GPC', visit, { 'Sec-GPC': '1' }],
    ['that the browser forbids, by DNT', visit, { DNT: '1' }],
    ['that is no object', 'x', {}],
    ['that is too long', { ...visit, landing: { ...visit.landing, path: 'x'.repeat(301) } }, {}],
    ['that names a person', { landing: null, lastArticle: 'ama@example.com', wallArticle: 7 }, {}],
  ])('%s is dropped, and the request succeeds', async (_, sent, headers) => {
    const browser = harness.openBrowser()
    const started = await browser.send('POST', '/api/checkout', { ...choice, visit: sent }, headers)
    expect(started.status).toBe(200)
    const [checkout] = await harness.queryAll({ collection: 'checkouts' })
    const stored = checkout!.fields.attribution
    if (stored === null) return
    // What is valid remains.
    expect(stored).toEqual({
      landing: '',
      source: 'newsletter',
      campaign: '',
      issue: '2026-11-22',
      lastArticle: 'another-story',
      wallArticle: 'a-story',
    })
    expect(headers).toEqual({})
  })
})

it('the reader’s copy of their data has it, and it is deleted with the account', async () => {
  await harness.storeReaderAndCheckout()
  await harness.logIn()
  harness.provider = await startCheckout()
  await harness.subscribe()
  const started = await harness.post('/api/gifts', { ...order, visit })
  const { id } = (await started.json()) as { id: string }
  harness.ledger.approveOrder(id, payer, 'paid')
  await harness.post(`/api/gifts/${id}/payment`, undefined)
  const address = getProvenAddress({ email: 'ama@example.com', emailVerified: true })
  const subject = { uid: harness.uid, address }
  const exported: string[] = []
  for (const { name, find } of personalData) {
    const rows = unwrap(await find(harness.deps.firestore, subject, 'export'))
    if (rows.some(({ fields }) => JSON.stringify(fields).includes('another-story')))
      exported.push(name)
  }
  expect(exported.sort()).toEqual(['gifts', 'purchases'])

  await harness.requestDeletion()
  await harness.remove()
  await harness.runUntilIdle()
  for (const collection of ['checkouts', 'gifts', 'users', 'subscriptions', 'newsletter']) {
    const stored = JSON.stringify(await harness.queryAll({ collection }))
    expect(stored).not.toContain('another-story')
  }
  const records = JSON.stringify(await listRecords())
  expect(records).toContain('another-story')
  expect(records).toContain('accountDeleted')
  expect(records).not.toMatch(/"ama|@|I-/)
})

it.each([
  ['LK', '', {}, true],
  ['LK', 'consent=1.refused.1790000000', {}, true],
  ['LK', '', { DNT: '1' }, false],
  ['DE', '', {}, false],
  ['DE', 'consent=ask', {}, false],
  ['DE', 'consent=1.refused.1790000000', {}, false],
  ['DE', 'consent=0.granted.1790000000', {}, false],
  ['DE', 'consent=1.granted.1790000000', {}, true],
  ['DE', 'consent=1.granted.1790000000', { 'Sec-GPC': '1' }, false],
  ['XX', '', {}, false],
])('from %s with “%s” and %j, it is stored: %s', (country, Cookie, headers, isStored) => {
  const request = createRequestFrom(
    'https://verandah.example/api/checkout',
    {
      headers: { Cookie, ...headers },
    },
    country,
  )
  expect(readAttribution(request, visit)).toEqual(isStored ? attribution : null)
})
