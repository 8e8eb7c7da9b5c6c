import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncOverlap } from '../../src/contracts/site-files/build-timestamp.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { outageRetryDelay } from '../identity/outage-tracker.ts'
import type { Query } from '../platform/adapters/firestore.ts'
import {
  cacheMilliseconds,
  createRecentChanges,
  maxChanges,
  maxWait,
  maxWithdrawn,
  type RecentChanges,
  usableMilliseconds,
} from './recent-changes.ts'
import { queryChanges, type StoredChange } from './testing/query-changes.ts'

const built = new Date('2026-11-01T12:00:00Z')

/** Milliseconds since the build. */
let time: number
let recentChanges: RecentChanges
let queries: Query[]
let stored: StoredChange[]
let isUp: boolean
let failing: (query: Query) => boolean
let held: (() => void)[] | null
let note: Date | null
let cached: Promise<unknown>[]

const at = (milliseconds: number) => new Date(built.getTime() + milliseconds)

beforeEach(() => {
  time = 60_000
  queries = []
  stored = []
  isUp = true
  failing = () => false
  held = null
  note = built
  cached = []
  recentChanges = createRecentChanges({
    firestore: {
      async query(query) {
        queries.push(query)
        const found = { documents: queryChanges(stored, query), readAt: at(time) }
        if (held) await new Promise<void>((resolve) => held!.push(resolve))
        return isUp && !failing(query)
          ? succeed(found)
          : fail({ kind: 'unavailable', reason: 'TimeoutError' })
      },
    },
    builtAt: async () => note,
    now: () => at(time),
    log: () => {},
  })
})

const find = (slug: string, wait = { milliseconds: 10_000, usesKnown: false }) =>
  recentChanges.find(slug, wait, (work) => cached.push(work))
/** Asks as a request does for the closed part of a built story. */
const isWithdrawn = async (slug: string) =>
  (await find(slug, maxWait.builtArticle))?.status === 'withdrawn'
const statusOf = async (slug: string) => (await find(slug))?.status ?? null
const put = (slug: string, status: string, writtenAt = time) =>
  void stored.push({ id: slug, fields: { status, updatedAt: at(writtenAt) } })

describe('the changes since the build', () => {
  it('are queried with the required fields and time', async () => {
    await find('anything')
    expect(queries).toMatchObject([
      {
        collection: 'articles',
        where: [{ is: 'GREATER_THAN_OR_EQUAL', value: at(-syncOverlap) }],
        newestFirst: true,
        limit: maxChanges,
        fields: [
          ...['status', 'access', 'identifier', 'category', 'editorsPick', 'tags', 'authors'],
          'publishedAt',
        ],
      },
    ])
  })

  it('are cached for five seconds', async () => {
    await find('one')
    put('one', 'published')
    for (const wait of [0, 1, cacheMilliseconds - 2]) {
      time += wait
      expect(await statusOf('one')).toBeNull()
    }
    time += 1
    expect(await statusOf('one')).toBe('published')
    expect(queries).toHaveLength(2)
  })

  it('are queried once for simultaneous calls', async () => {
    put('one', 'published')
    held = []
    const all = Promise.all(Array.from({ length: 50 }, () => statusOf('one')))
    await expect.poll(() => held!.length).toBe(1)
    held[0]!()
    expect(new Set(await all)).toEqual(new Set(['published']))
    expect(queries).toHaveLength(1)
    // The request that started the query may end before the query does.
    expect(cached).toHaveLength(1)
  })

  it('are extended by later queries', async () => {
    put('first', 'published')
    await find('first')
    time += 3_600_000
    put('second', 'published')
    expect(await statusOf('second')).toBe('published')
    expect(await statusOf('first')).toBe('published')
    time += cacheMilliseconds
    put('first', 'withdrawn')
    expect(await statusOf('first')).toBe('withdrawn')
    expect((queries[2]!.where![0]!.value as Date) > at(0)).toBe(true)
  })

  it('ignore a result from before the invalidation', async () => {
    held = []
    const before = find('one')
    await expect.poll(() => held!.length).toBe(1)
    recentChanges.invalidate()
    put('one', 'published')
    const after = statusOf('one')
    await expect.poll(() => held!.length).toBe(2)
    for (const releaseQuery of held.toReversed()) releaseQuery()
    expect(await after).toBe('published')
    await before
    expect(await statusOf('one')).toBe('published')
    expect(queries).toHaveLength(2)
  })

  it('are the newest changes, up to the limit', async () => {
    for (let count = 0; count < maxChanges + 100; count++) put(`a-${count}`, 'published', count)
    expect(await statusOf('a-99')).toBeNull()
    expect(await statusOf('a-100')).toBe('published')
    time += cacheMilliseconds
    put('b', 'published')
    expect(await statusOf('b')).toBe('published')
    expect(await statusOf('a-100')).toBeNull()
    expect(await statusOf('a-101')).toBe('published')
  })

  function withdrawAndImportMany(withdrawals = 1) {
    for (let count = 0; count < withdrawals; count++) {
      put(`gone-${String(count).padStart(4, '0')}`, 'withdrawn')
    }
    for (let count = 1; count <= 600; count++) put(`a-${count}`, 'published', time + count)
    time += 600
  }

  it('contain a known withdrawn article after any number of publications', async () => {
    put('gone-0000', 'withdrawn')
    expect(await statusOf('gone-0000')).toBe('withdrawn')
    time += cacheMilliseconds
    withdrawAndImportMany()
    expect(await statusOf('gone-0000')).toBe('withdrawn')
    for (const _ of [1, 2, 3]) {
      time += 3_600_000
      withdrawAndImportMany()
      expect(await statusOf('gone-0000')).toBe('withdrawn')
      expect(await statusOf('a-600')).toBe('published')
    }
  })

  it.each([false, true])(
    'contain an unknown withdrawn article after an earlier query: %s',
    async (hasRun) => {
      if (hasRun) await find('anything')
      time += cacheMilliseconds
      queries = []
      withdrawAndImportMany()
      expect(await statusOf('gone-0000')).toBe('withdrawn')
      expect(await statusOf('a-600')).toBe('published')
      const fields = ['status', 'access', 'updatedAt']
      const where = [{ is: 'EQUAL', value: 'withdrawn' }]
      expect(queries).toMatchObject([{}, { where, fields, limit: maxChanges }])
    },
  )

  it('contain withdrawn articles up to a limit, read in pages', async () => {
    withdrawAndImportMany(maxChanges + 1)
    put('zz-gone', 'withdrawn', 0)
    expect(await statusOf(`gone-0${maxChanges}`)).toBe('withdrawn')
    expect(await statusOf('zz-gone')).toBe('withdrawn')
    expect(queries).toHaveLength(3)
    withdrawAndImportMany(maxWithdrawn + 1)
    queries = []
    time += cacheMilliseconds
    await find('anything')
    expect(queries).toHaveLength(1 + maxWithdrawn / maxChanges)
  })

  it('omit articles that were withdrawn before the build, or published again', async () => {
    put('before', 'withdrawn', -syncOverlap - 1)
    put('back', 'withdrawn')
    withdrawAndImportMany()
    expect([await statusOf('before'), await statusOf('back')]).toEqual([null, 'withdrawn'])
    time += cacheMilliseconds
    put('back', 'published')
    withdrawAndImportMany()
    expect(await statusOf('back')).toBeNull()
  })

  it('are queried again if the query of withdrawn articles failed', async () => {
    withdrawAndImportMany()
    failing = (query) => query.where![0]!.is === 'EQUAL'
    expect(await statusOf('gone-0000')).toBeNull()
    failing = () => false
    time += outageRetryDelay
    expect(await statusOf('gone-0000')).toBe('withdrawn')
  })

  it('omit only the malformed document', async () => {
    stored.push({ id: 'odd', fields: { status: 7, updatedAt: at(time) } })
    put('one', 'published')
    expect([await statusOf('odd'), await statusOf('one')]).toEqual([null, 'published'])
  })

  it('are unknown if the build’s time is unknown', async () => {
    note = null
    expect(await statusOf('one')).toBeNull()
    expect(queries).toEqual([])
  })
})

describe('while Firestore is unavailable or slow', () => {
  it('the last list is used, and one call per interval tries again', async () => {
    put('one', 'withdrawn')
    await find('one')
    isUp = false
    time += cacheMilliseconds
    for (const wait of [0, 1, outageRetryDelay - 2]) {
      time += wait
      expect(await statusOf('one')).toBe('withdrawn')
    }
    expect(queries).toHaveLength(2)
    isUp = true
    put('two', 'published')
    time += 1
    expect(await statusOf('two')).toBe('published')
    expect(queries).toHaveLength(3)
  })

  it('callers wait up to their limit, counted from the query’s start', async () => {
    await find('anything')
    time += cacheMilliseconds
    held = []
    expect(await find('one', { milliseconds: 1, usesKnown: false })).toBeNull()
    time += 5
    expect(await find('one', { milliseconds: 1, usesKnown: false })).toBeNull()
    put('one', 'published')
    expect(queries).toHaveLength(2)
  })

  it('a query without a response is abandoned', async () => {
    await find('anything')
    time += cacheMilliseconds
    held = []
    await find('one', { milliseconds: 1, usesKnown: false })
    put('one', 'published')
    time += 60_000
    held = null
    expect(await statusOf('one')).toBe('published')
  })
})

describe('a withdrawal by another isolate', () => {
  it('applies within ten seconds, and no request waits for an isolate’s usable list', async () => {
    await find('anything')
    put('gone', 'withdrawn', time + 1)
    held = []
    time += usableMilliseconds - 1
    expect(await isWithdrawn('gone')).toBe(false)
    for (const respond of held) respond()
    await Promise.all(cached)
    expect(await isWithdrawn('gone')).toBe(true)
  })

  it('applies to the first request after nine seconds without any', async () => {
    await find('anything')
    put('gone', 'withdrawn', time + 1)
    time += usableMilliseconds
    expect(await isWithdrawn('gone')).toBe(true)
  })

  it('counts a list’s age from the start of its query, however slow Firestore is', async () => {
    held = []
    const first = find('anything')
    put('gone', 'withdrawn', time + 1)
    await vi.waitFor(() => expect(held).toHaveLength(1))
    time += usableMilliseconds
    held[0]!()
    await first
    held = null
    time += cacheMilliseconds
    expect(await isWithdrawn('gone')).toBe(true)
  })

  it('is queried again as soon as a slow query’s list is too old', async () => {
    held = []
    const first = find('anything')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    time += usableMilliseconds
    put('gone', 'withdrawn')
    held[0]!()
    await first
    held = null
    expect(await isWithdrawn('gone')).toBe(true)
  })

  it('doesn’t use the list from before it if the isolate is told to query again', async () => {
    await find('anything')
    put('gone', 'withdrawn')
    recentChanges.invalidate()
    expect(await isWithdrawn('gone')).toBe(true)
  })
})

describe('callers without a list', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    put('gone', 'withdrawn')
    held = []
  })
  afterEach(() => void vi.useRealTimers())

  it('wait longer for the first list, because an article may be withdrawn', async () => {
    const found = find('gone', maxWait.builtArticle)
    await vi.advanceTimersByTimeAsync(1900)
    held![0]!()
    expect((await found)?.status).toBe('withdrawn')
  })

  it('wait at most two seconds if Firestore has never responded', async () => {
    const found = find('gone', maxWait.builtArticle)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await found).toBeNull()
  })
})
