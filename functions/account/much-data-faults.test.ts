/** Readers with more stored data than a Worker can hold in memory. */
import { describe, expect, it } from 'vitest'
import { maxDailyChanges } from '../../src/domain/subscription/purchase-limits.ts'
import { maxCopiedRows, maxDeletedRows } from '../identity/personal-data.ts'
import { openSubscriber } from '../subscription/testing/checkout-steps.ts'
import { openReader } from '../testing/counted-purchases.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { maxRounds } from './delete-reader.ts'

const gift = { length: 3, price: 2700, message: '', senderName: 'Ama', recipient: null }

async function storeGifts(harness: WorkerHarness, count: number, fields: object) {
  for (let index = 0; index < count; index += 100)
    await harness.store(
      Object.fromEntries(
        Array.from({ length: Math.min(100, count - index) }, (_, offset) => [
          `gifts/${crypto.randomUUID()}-${index + offset}`,
          { ...gift, ...fields },
        ]),
      ),
    )
}

const getCopy = async (harness: WorkerHarness) => {
  const response = await harness.get('/api/account/data')
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, object> & { readonly note?: string }
}

async function openVerifiedReader() {
  const harness = new WorkerHarness()
  await openReader(harness, harness.uid)
  const email = 'ama@example.com'
  const person = { email, emailVerified: true }
  const path = `users/${harness.uid}`
  await harness.merge(path, person)
  await harness.logIn()
  return { harness, person, path }
}

describe('a copy of a reader’s data', () => {
  it('lists the parts that it omits, and stays within its declared cost', async () => {
    const { harness } = await openVerifiedReader()
    await storeGifts(harness, maxCopiedRows, { buyerUid: harness.uid, state: 'sent' })
    expect((await getCopy(harness)).note).toBeUndefined()
    await storeGifts(harness, 100, { buyerUid: harness.uid, state: 'sent' })
    const copy = await getCopy(harness)
    expect(Object.keys(copy.gifts!)).toHaveLength(maxCopiedRows)
    expect(copy.note).toContain('gifts')
  })

  it('contains no orders that strangers started in the reader’s name', async () => {
    const { harness, person } = await openVerifiedReader()
    const fields = { buyerUid: 'guest-1', buyerEmail: person.email }
    await storeGifts(harness, maxCopiedRows + 1, { ...fields, state: 'unpaid' })
    await storeGifts(harness, 1, { ...fields, state: 'sent' })
    const copy = await getCopy(harness)
    expect([Object.keys(copy.gifts!).length, copy.note]).toEqual([1, undefined])
  })
})

describe('the deletion of an account', () => {
  it.each([
    ['the reader’s gifts', { buyerUid: 'ama' }],
    ['guests’ orders in the reader’s name', { buyerUid: 'guest-1' }],
  ])('removes %s in batches', async (_, owner) => {
    const { harness, person, path } = await openVerifiedReader()
    const count = maxRounds * maxDeletedRows + 1
    const fields = { buyerEmail: person.email, state: 'unpaid', ...owner }
    // Another account's gifts to the same address are kept and don't prevent the deletion.
    await storeGifts(harness, maxDeletedRows + 1, { ...fields, buyerUid: 'another' })
    await storeGifts(harness, count, fields)
    await harness.requestDeletion()
    await harness.merge(path, person)
    const { query } = harness.database.firestore
    let largest = 0
    Object.assign(harness.database.firestore, {
      async query(...options: Parameters<typeof query>) {
        const found = await query.apply(harness.database.firestore, options)
        const { collection } = options[0]
        if (found.ok && collection === 'gifts')
          largest = Math.max(largest, found.value.documents.length)
        return found
      },
    })
    expect(await harness.remove()).toMatchObject({ ok: false })
    expect(await harness.remove()).toMatchObject({ ok: true })
    expect(largest).toBe(maxDeletedRows + 1)
    Object.assign(harness.database.firestore, { query })
    const left = await harness.queryAll({ collection: 'gifts' })
    const owners = left.map(({ fields: { buyerUid } }) => buyerUid)
    expect(new Set(owners)).toEqual(new Set(['another', 'deletedAccount']))
  })
})

it('a reader who cancels and reactivates all day reaches a limit, but can still cancel', async () => {
  const harness = await openSubscriber()
  await harness.logIn()
  const patch = async (step: object) => (await harness.patch('/api/subscription', step)).status
  const statuses: number[] = []
  for (let count = 0; count < maxDailyChanges; count++) {
    await patch({ step: 'cancel', reason: 'price' })
    statuses.push(await patch({ step: 'reactivate' }))
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const parent = `subscriptions/${harness.uid}`
  const history = await harness.queryAll({ collection: 'history', parent })
  expect(history.length).toBeLessThanOrEqual(maxDailyChanges + 2)
  expect((await harness.record()).subscription?.state).toBe('ending')
  await harness.advanceDays(1)
  expect(await patch({ step: 'reactivate' })).toBe(200)
})
