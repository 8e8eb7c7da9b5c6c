import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createInMemoryFirestore,
  type InMemoryFirestore,
} from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import { unwrap } from '../testing/unwrap.ts'
import { readAudience } from './read-audience.ts'

const now = new Date('2026-11-29T02:30:00Z')
const consent = { consentedAt: new Date('2026-01-01'), ip: '', userAgent: '' }

let database: InMemoryFirestore
beforeEach(() => {
  database = createInMemoryFirestore()
})
afterEach(() => database.close())

const store = async (path: string, fields: Record<string, unknown>) =>
  unwrap(await database.firestore.commit([{ set: path, fields }]))

async function storeEntry(email: string, uid: string | null = null) {
  const entry = { ...consent, email, uid, state: 'confirmed', source: 'footer' }
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

it('a subscriber gets the subscribers’ version, also after joining from a form', async () => {
  await storeEntry('account@example.com', 'one')
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

it('finds every account among many entries', async () => {
  const addresses = Array.from({ length: 65 }, (_, index) => `reader-${index}@example.com`)
  for (const address of addresses) await storeEntry(address)
  for (const [index, address] of addresses.entries()) await storeAccount(`uid-${index}`, address)
  expect((await listSubscribers()).sort()).toEqual([...addresses].sort())
})
