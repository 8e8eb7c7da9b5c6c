/**
 * The origin of a visit is stored with its outcome, is exported and deleted with it, and never makes a request fail.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { getGiftPrice } from '../../../src/domain/gift/gift-length.ts'
import { getProvenAddress } from '../../../src/domain/proven-address.ts'
import { personalData } from '../../app/installed.ts'
import { BooksHarness, type Person } from '../../books/testing/books-harness.ts'
import { createRequestFrom } from '../../testing/request-from.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { payer } from '../../testing/worker-harness.ts'
import { readAttribution } from './read-attribution.ts'

const { minorUnits: price } = getGiftPrice(3, 'domestic')

let books: BooksHarness
let reader: Person
beforeEach(async () => {
  books = new BooksHarness(new Date('2026-03-01T12:00:00Z'))
  reader = await books.addReader('ama', 'US')
})

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

/** Lists records copied to the statistics database, by time. Columns without a value are omitted. */
async function listRecords() {
  await books.settle()
  return books.statistics
    .read('SELECT * FROM transitions ORDER BY at, kind')
    .map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
}
/** The statistics database copies everything except the campaign. */
const { campaign: _, ...copied } = attribution

describe('the attribution of a visit', () => {
  it('is recorded with the subscription, and with each of its later transitions', async () => {
    await books.subscribe(reader, 'monthly', { visit })
    await books.step(reader, 'cancel', { reason: 'price' })
    expect(await listRecords()).toMatchObject([
      { kind: 'started', ...copied },
      { kind: 'cancelled', reason: 'price', ...copied },
    ])
  })

  it('is recorded with the account of a guest who subscribes', async () => {
    const { worker } = books
    const post = async (path: string, body: object) => (await worker.post(path, body)).json()
    const choice = { kind: 'monthly', source: null, requestId, visit }
    const { id } = (await post('/api/checkout', choice)) as { id: string }
    books.ledger.approve(id, payer)
    await post(`/api/checkout/${id}/approval`, {})
    const account = { first_name: 'Nimal', last_name: '', email: 'nimal@example.com', requestId }
    // Simulates a lost response.
    for (let sent = 0; sent < 2; sent++) await post(`/api/checkout/${id}/account`, account)
    expect(await listRecords()).toMatchObject([
      { kind: 'registered', ...copied },
      { kind: 'started', ...copied },
    ])
    const users = await worker.queryAll({ collection: 'users' })
    expect(users.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ attribution }),
    )
  })

  it('is recorded with a gift that is bought, redeemed and refunded', async () => {
    const id = await books.buyGift(reader, 3, { visit })
    await books.settle()
    await books.redeem(reader, id)
    await books.settle()
    unwrap(books.ledger.refund(await books.findCapture(id)))
    expect(await listRecords()).toMatchObject([
      { kind: 'giftBought', plan: 'gift_3', amount: price, ...copied },
      { kind: 'giftRedeemed', plan: 'gift_3', amount: 0, ...copied },
      { kind: 'giftRefunded', plan: 'gift_3', amount: price, ...copied },
    ])
  })

  it('doesn’t turn a repeated order into a new order', async () => {
    const order = await books.startGift(reader, 3, { requestId, visit })
    expect(await books.startGift(reader, 3, { requestId })).toBe(order)
  })

  it.each([
    ['it isn’t an object', 'x', null],
    [
      'its page is too long',
      { ...visit, landing: { ...visit.landing, path: 'x'.repeat(301) } },
      { ...attribution, landing: '' },
    ],
    ['it names a person', { landing: null, lastArticle: 'a@example.com', wallArticle: 7 }, null],
  ])('loses its invalid part if %s, and the request succeeds', async (_, sent, expected) => {
    await books.startCheckout(reader, 'monthly', { visit: sent })
    const [checkout] = await books.worker.queryAll({ collection: 'checkouts' })
    expect(checkout!.fields.attribution).toEqual(expected)
  })
})

it('the copy of a reader’s data contains the attribution, which is deleted with the account', async () => {
  const { worker } = books
  await books.subscribe(reader, 'monthly', { visit })
  await books.buyGift(reader, 3, { visit })
  const address = getProvenAddress({ email: 'ama@example.com', emailVerified: true })
  const exported: string[] = []
  for (const { name, find } of personalData) {
    const rows = unwrap(await find(worker.deps.firestore, { uid: reader.uid, address }, 'export'))
    if (rows.some(({ fields }) => JSON.stringify(fields).includes('another-story')))
      exported.push(name)
  }
  expect(exported.sort()).toEqual(['gifts', 'purchases'])

  await books.deleteAccount(reader)
  for (const collection of ['checkouts', 'gifts', 'users', 'subscriptions', 'newsletter']) {
    const stored = JSON.stringify(await worker.queryAll({ collection }))
    expect(stored).not.toContain('another-story')
  }
  const records = await listRecords()
  expect(records).toContainEqual(
    expect.objectContaining({ kind: 'cancelled', reason: 'accountDeleted', ...copied }),
  )
  expect(JSON.stringify(records)).not.toMatch(/"ama|@|I-/)
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
])(
  'an attribution from %s with “%s” and %j is stored: %s',
  (country, Cookie, headers, isStored) => {
    const request = createRequestFrom(
      'https://verandah.example/api/checkout',
      {
        headers: { Cookie, ...headers },
      },
      country,
    )
    expect(readAttribution(request, visit)).toEqual(isStored ? attribution : null)
  },
)
