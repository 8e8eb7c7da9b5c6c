import { beforeEach, expect, it } from 'vitest'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import type { RecentChanges } from './recent-changes.ts'
import { publishScheduled } from './scheduled-articles.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const database = useMemoryFirestore()
let firestore: Firestore
let logged: number
let hasTime: boolean

beforeEach(() => {
  firestore = database.firestore
  logged = 0
  hasTime = true
})

const article = (publishedAt: Date, own: Fields = {}) => ({
  title: 'The last bookshop on Hill Road',
  dek: 'What closed with it.',
  body: 'One.',
  category: 'food',
  tags: ['sriLanka'],
  authors: ['ruwani-abeysekara'],
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
  access: 'members',
  status: 'scheduled',
  publishedAt,
  updatedAt: now,
  ...own,
})

const store = (articles: Readonly<Record<string, Fields>>) =>
  database.store(
    Object.fromEntries(Object.entries(articles).map(([id, fields]) => [`articles/${id}`, fields])),
  )

const statusOf = async (slug: string) => (await database.read(`articles/${slug}`))?.status

const publish = (runPublish = firestore) =>
  publishScheduled(
    {
      firestore: runPublish,
      recentChanges: { invalidate: () => {} } as Partial<RecentChanges> as RecentChanges,
      now: () => now,
      log: () => void logged++,
    },
    { hasTime: () => hasTime },
  )

it('an article is published even if a hundred malformed articles are due before it', async () => {
  const malformed = Array.from({ length: 100 }, (_, index) => [
    `malformed-${index}`,
    article(at(-1000), { title: '' }),
  ])
  await store(Object.fromEntries(malformed))
  await store({ good: article(at(-1)), later: article(at(1)) })
  const published = await publish()
  expect(published).toMatchObject({ value: { done: 1, failed: 100, waitingSince: null } })
  expect([await statusOf('good'), await statusOf('later')]).toEqual(['published', 'scheduled'])
})

it('the other articles are published if one article throws an error, or Firestore refuses it', async () => {
  await store({ one: article(at(-3)), two: article(at(-2)), three: article(at(-1)) })
  const fails: Firestore = {
    ...firestore,
    get: (path) => {
      if (path === 'articles/one') throw new TypeError()
      return firestore.get(path)
    },
    commit: async (writes) => {
      const isTwo = writes.some((write) => 'set' in write && write.set === 'articles/two')
      if (isTwo) return { ok: false, failure: { kind: 'rejected', status: 400, reason: '' } }
      return firestore.commit(writes)
    },
  }
  expect(await publish(fails)).toMatchObject({ value: { done: 1, failed: 2 } })
  expect(await statusOf('three')).toBe('published')
})

it('the job that publishes scheduled articles costs one query if nothing is due', async () => {
  await store({ one: article(at(10)), two: article(at(20)) })
  const found: number[] = []
  const countReads: Firestore = {
    ...firestore,
    query: async (query) => {
      const answer = await firestore.query(query)
      if (answer.ok) found.push(answer.value.documents.length)
      return answer
    },
  }
  expect(await publish(countReads)).toMatchObject({ value: { done: 0, failed: 0 } })
  expect(found).toEqual([0])
})

it('the job that publishes scheduled articles leaves the rest to the next run while Firestore is unavailable', async () => {
  await store({ one: article(at(-3)), two: article(at(-2)) })
  const unavailable: Firestore = {
    ...firestore,
    get: async () => ({ ok: false, failure: { kind: 'unavailable', reason: 'TimeoutError' } }),
  }
  expect(await publish(unavailable)).toMatchObject({ value: { failed: 0, waitingSince: at(-3) } })
  expect(await publish()).toMatchObject({ value: { done: 2, waitingSince: null } })
})

it('the job that publishes scheduled articles stops when its time is up, and reports since when the next article has been due', async () => {
  await store({ one: article(at(-3)) })
  hasTime = false
  expect(await publish()).toMatchObject({ value: { done: 0, waitingSince: at(-3) } })
})
