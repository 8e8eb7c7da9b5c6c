import { afterEach, beforeEach, expect, it } from 'vitest'
import { mostReadSchema } from '../../../src/contracts/endpoints/statistics-endpoints.ts'
import type { AllDeps } from '../../app/installed.ts'
import { Reply } from '../../identity/handler.ts'
import { createRecentChanges, type RecentChanges } from '../../publishing/recent-changes.ts'
import { useMemoryFirestore } from '../../testing/memory-firestore.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { createMemoryDatabase, type MemoryDatabase } from '../testing/memory-database.ts'
import { storeRow } from '../testing/statistic-rows.ts'
import { createMostReadHandler } from './most-read.ts'
import { putStatistics } from './statistics-backup-handlers.ts'

const memory = useMemoryFirestore()
let database: MemoryDatabase
let recentChanges: RecentChanges
let now: Date
beforeEach(() => {
  database = createMemoryDatabase()
  now = new Date()
  recentChanges = createRecentChanges({
    firestore: memory.firestore,
    builtAt: async () => new Date(Date.now() - 60_000),
    now: () => new Date(),
    log: () => {},
  })
})
afterEach(() => database.close())

const minute = 60_000
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const createStories = (slugs: readonly string[]) =>
  slugs.map((slug) => ({ slug, title: slug.toUpperCase() }))

const storeList = (name: string, slugs: readonly string[], age = 0) =>
  storeRow(database, 'mostRead', {
    name,
    at: new Date(now.getTime() - age).toISOString(),
    stories: JSON.stringify(createStories(slugs)),
  })

/** A new isolate for each call. */
function callHandler() {
  const deps = {
    statistics: database,
    recentChanges,
    now: () => now,
    log: () => {},
    execution: { waitUntil: () => {}, passThroughOnException: () => {} },
  } satisfies Partial<AllDeps>
  return createMostReadHandler()({}, null, deps as unknown as AllDeps)
}

async function readLists() {
  const reply = unwrap(await callHandler())
  if (!(reply instanceof Reply)) throw new Error('no headers')
  expect(new Headers(reply.init.headers).get('Cache-Control')).toBe('private, max-age=300')
  const lists = mostReadSchema.parse(reply.body)
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, list?.map(({ slug }) => slug) ?? null]),
  )
}

it('answers five stories of each list', async () => {
  await storeList('now', names)
  await storeList('month', names.slice(0, 5))
  expect(await readLists()).toEqual({
    now: ['a', 'b', 'c', 'd', 'e'],
    week: null,
    month: ['a', 'b', 'c', 'd', 'e'],
  })
})

it('leaves out a story from the moment that it is withdrawn', async () => {
  await storeList('now', names)
  await storeList('week', names.slice(0, 5))
  await memory.store({
    'articles/b': { status: 'withdrawn', updatedAt: new Date() },
    'articles/c': { status: 'published', updatedAt: new Date() },
  })
  expect(await readLists()).toEqual({ now: ['a', 'c', 'd', 'e', 'f'], week: null, month: null })
})

it('doesn’t offer fewer than five, nor what the cron job hasn’t renewed', async () => {
  await storeList('now', names, 31 * minute)
  await storeList('week', names, 31 * minute)
  await storeList('month', names.slice(0, 4))
  expect(await readLists()).toEqual({ now: null, week: names.slice(0, 5), month: null })
})

it('is unavailable without the database', async () => {
  database.onTransaction = () => {
    throw new Error('down')
  }
  expect(await callHandler()).toMatchObject({ ok: false, failure: { code: 'unavailable' } })
})

it('lists each read of a restored day: a backup doesn’t say from which networks they were', async () => {
  const row = ['2026-11-20', 'rain', 'article', 'direct', 'guest', 'LK', 9, 7, 0, 0, 0, 0, 0, 0, 0]
  const deps = { statistics: database, log: () => {} } satisfies Partial<AllDeps>
  const input = { table: 'daily' as const, rows: [row], removed: [] }
  const [, signed] = [null, {}] as unknown as Parameters<typeof putStatistics>
  unwrap(await putStatistics(input, signed, deps as unknown as AllDeps))
  expect(database.read('SELECT slug, views, reads, listedReads, providerReads FROM daily')).toEqual(
    [{ slug: 'rain', views: 9, reads: 7, listedReads: 7, providerReads: 7 }],
  )
})
