import { expect, it } from 'vitest'
import { useMemoryFirestore } from '../../../functions/testing/memory-firestore.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { findGifts } from './find-gifts.ts'

const database = useMemoryFirestore()

const gift = {
  code: '7K2M9QXT4B6H0WZE',
  buyerUid: 'guest-1',
  buyerEmail: 'buyer@example.com',
  length: 3,
  price: 3900,
  recipient: { name: 'Ama', email: 'recipient@example.com' },
  senderName: 'Kofi',
  message: '',
  deliverAt: null,
  createdAt: new Date('2030-01-01T00:00:00Z'),
  attribution: null,
  state: 'redeemed',
  redeemer: 'mira',
}

/** Returns the gifts' ids, and the paths that were read directly. */
async function find(query: string) {
  const { firestore } = database
  const read: string[] = []
  const get: typeof firestore.get = (path, ...others) => {
    read.push(path)
    return firestore.get(path, ...others)
  }
  const gifts = await findGifts({ firestore: { ...firestore, get } } as Desk, query)
  return { ids: gifts.map(({ id }) => id), read }
}

it.each([
  ['7k2m-9qxt-4b6h-0wze'],
  ['ORDER1'],
  ['Buyer@example.com'],
  ['recipient@example.com'],
  ['Reader@example.com'],
  ['guest-1'],
  ['mira'],
])('a gift is found by %s', async (query) => {
  await database.store({ 'gifts/ORDER1': gift, 'users/mira': { email: 'reader@example.com' } })
  expect(await find(query)).toMatchObject({ ids: ['ORDER1'] })
})

it.each([['mira'], ['reader@example.com']])(
  'a gift that its buyer has redeemed is found once by %s',
  async (query) => {
    const own = { ...gift, buyerUid: 'mira', buyerEmail: 'reader@example.com', recipient: null }
    await database.store({ 'gifts/ORDER1': own, 'users/mira': { email: 'reader@example.com' } })
    expect(await find(query)).toMatchObject({ ids: ['ORDER1'] })
  },
)

it('an order is looked up only once', async () => {
  expect(await find('NOSUCHORDER')).toEqual({ ids: [], read: ['gifts/NOSUCHORDER'] })
})
