import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type InMemory,
  inMemoryFirestore,
} from '../../scripts/local/firestore-stand-in/in-memory.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import type { ChangedList } from './changed-list.ts'
import { publishScheduled } from './scheduled-articles.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

let database: InMemory
let firestore: Firestore
let logged: number
let hasTime: boolean

beforeEach(() => {
  database = inMemoryFirestore()
  firestore = database.firestore
  logged = 0
  hasTime = true
})
afterEach(() => database.close())

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

async function store(articles: Readonly<Record<string, Fields>>) {
  const writes = Object.entries(articles).map(([id, fields]) => ({ set: `articles/${id}`, fields }))
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

async function statusOf(slug: string) {
  const found = await firestore.get(`articles/${slug}`)
  return found.ok && found.value?.fields.status
}

const publish = (over = firestore) =>
  publishScheduled(
    {
      firestore: over,
      changedList: { forget: () => {} } as Partial<ChangedList> as ChangedList,
      now: () => now,
      log: () => void logged++,
    },
    { hasTime: () => hasTime },
  )

it('publishes what is due although a hundred malformed articles are due before it', async () => {
  const malformed = Array.from({ length: 100 }, (_, index) => [
    `malformed-${index}`,
    article(at(-1000), { category: 'gossip' }),
  ])
  await store(Object.fromEntries(malformed))
  await store({ good: article(at(-1)), later: article(at(1)) })
  const published = await publish()
  expect(published).toMatchObject({ value: { done: 1, failed: 100, waitingSince: null } })
  expect([await statusOf('good'), await statusOf('later')]).toEqual(['published', 'scheduled'])
})

it('publishes the others if handling one throws, or the database refuses one', async () => {
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

it('reads nothing but one query where nothing is due, however much is scheduled', async () => {
  await store({ one: article(at(10)), two: article(at(20)) })
  const found: number[] = []
  const counted: Firestore = {
    ...firestore,
    query: async (query) => {
      const answer = await firestore.query(query)
      if (answer.ok) found.push(answer.value.documents.length)
      return answer
    },
  }
  expect(await publish(counted)).toMatchObject({ value: { done: 0, failed: 0 } })
  expect(found).toEqual([0])
})

it('leaves the rest to the next run while the database is away', async () => {
  await store({ one: article(at(-3)), two: article(at(-2)) })
  const away: Firestore = {
    ...firestore,
    get: async () => ({ ok: false, failure: { kind: 'unavailable', reason: 'TimeoutError' } }),
  }
  expect(await publish(away)).toMatchObject({ value: { failed: 0, waitingSince: at(-3) } })
})

it('stops when the time of the run is over, and says since when the next one has been due', async () => {
  await store({ one: article(at(-3)) })
  hasTime = false
  expect(await publish()).toMatchObject({ value: { done: 0, waitingSince: at(-3) } })
})
