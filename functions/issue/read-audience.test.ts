import { beforeEach, expect, it } from 'vitest'
import {
  createInMemoryFirestore,
  type InMemoryFirestore,
} from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import {
  addAudiences,
  getHashRange,
  isAudienceComplete,
  noAudience,
} from '../../src/domain/issue/audience.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { readAudience } from './read-audience.ts'

const now = new Date('2026-11-29T02:30:00Z')
const consent = { consentedAt: new Date('2026-01-01'), ip: '', userAgent: '' }

let database: InMemoryFirestore
beforeEach(() => {
  database = createInMemoryFirestore()
})

const store = async (path: string, fields: Record<string, unknown>) =>
  unwrap(await database.firestore.commit([{ set: path, fields }]))

async function storeEntry(email: string, changes: Record<string, unknown> = {}) {
  const entry = { ...consent, email, uid: null, state: 'confirmed', source: 'footer', ...changes }
  await store(await getListPath(email), entry)
}

async function storeAccount(uid: string, email: string, { emailVerified = true, days = 1 } = {}) {
  await store(`users/${uid}`, { email, emailVerified })
  const complimentaryUntil = new Date(now.getTime() + days * 86_400_000)
  await store(`subscriptions/${uid}`, { complimentaryUntil })
}

async function listSubscribers() {
  const audience = unwrap(await readAudience(database.firestore, { from: '0000', to: null }, now))
  expect(audience.counts.candidates).toBe(
    audience.recipients.guest.length + audience.recipients.subscriber.length,
  )
  return audience.recipients.subscriber.map(({ email }) => email)
}

it('a subscriber gets the subscribers’ version, even after joining from a form', async () => {
  await storeEntry('account@example.com', { uid: 'one' })
  await storeAccount('one', 'account@example.com')
  await storeEntry('form@example.com')
  await storeAccount('two', 'form@example.com')
  await storeEntry('guest@example.com')
  expect((await listSubscribers()).sort()).toEqual(['account@example.com', 'form@example.com'])
})

it.each([
  ['whose address isn’t verified', { emailVerified: false }],
  ['whose subscription has ended', { days: -1 }],
])('an account %s gets the guests’ version', async (_, changes) => {
  await storeEntry('form@example.com')
  await storeAccount('one', 'form@example.com', changes)
  expect(await listSubscribers()).toEqual([])
})

it('every account is found among many entries', async () => {
  const addresses = Array.from({ length: 65 }, (_, index) => `reader-${index}@example.com`)
  for (const address of addresses) await storeEntry(address)
  for (const [index, address] of addresses.entries()) await storeAccount(`uid-${index}`, address)
  expect((await listSubscribers()).sort()).toEqual([...addresses].sort())
})

it('unconfirmed entries are counted without being read', async () => {
  for (const [index, changes] of [
    {},
    { pausedUntil: new Date('2026-12-01') },
    { ip: 'x'.repeat(100) },
    { state: 'unsubscribed' },
    { state: 'other' },
    ...Array.from({ length: 20 }, () => ({ state: 'pending' })),
  ].entries())
    await storeEntry(`reader-${index}@example.com`, changes)
  let read = 0
  const firestore: Firestore = {
    ...database.firestore,
    async *pages(query) {
      for await (const page of database.firestore.pages(query)) {
        if (query.collection === 'newsletter') read += unwrap(page).documents.length
        yield page
      }
    },
  }
  let counts = noAudience
  for (const part of [0, 1, 2]) {
    const audience = unwrap(await readAudience(firestore, getHashRange(part, 3), now))
    expect(isAudienceComplete(audience.counts)).toBe(true)
    counts = addAudiences(counts, audience.counts)
  }
  expect(read).toBe(4)
  expect(counts).toEqual({
    candidates: 25,
    recipients: { guest: 1, subscriber: 0 },
    exclusions: { pending: 20, unsubscribed: 1, paused: 1, malformed: 2 },
  })
})

it('readers who have unsubscribed since the approval and signed up again are counted as having left', async () => {
  const [before, since] = [new Date('2026-11-01'), new Date(now.getTime() - 60_000)]
  for (let index = 0; index < 9; index++)
    await storeEntry(`reader-${index}@example.com`, {
      state: 'pending',
      deliveryChangedAt: [null, before, since][index % 3],
    })
  let left = 0
  for (const part of [0, 1, 2]) {
    const range = getHashRange(part, 3)
    const { counts } = unwrap(await readAudience(database.firestore, range, now, now.getTime()))
    left += counts.ownChanges!.left
  }
  expect(left).toBe(3)
})
