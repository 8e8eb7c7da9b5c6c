import { beforeEach, describe, expect, it } from 'vitest'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import {
  comparisonLifetime,
  maxComparedPerCall,
  maxSavedArticles,
  type SavedCard,
  type SavedEntry,
} from '../../src/domain/saved-articles-record.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { addToList, loadSavedList, removeFromList } from './saved-list-records.ts'

const uid = 'reader'
const image = { id: 'a-0123456789abcdef', alt: 'A', width: 3, height: 2 }
const card: SavedCard = {
  title: 'A title',
  dek: 'A dek',
  category: 'food',
  authors: [{ slug: 'a-writer', name: 'A. Writer' }],
  image,
  access: 'metered',
  publishedAt: new Date('2026-01-01'),
}
const article = {
  ...card,
  authors: ['a-writer'],
  image: { ...image, credit: 'C' },
  status: 'published',
  body: 'A text.',
}

const database = useMemoryFirestore()
let now: Date
let reads = 0
let commits = 0

/** Counts reads as Firestore bills them: one for each document requested. */
function countReads(firestore: Firestore): Pick<Firestore, 'get' | 'getAll' | 'commit'> {
  return {
    get(path) {
      reads++
      return firestore.get(path)
    },
    getAll(paths, fields) {
      reads += paths.length
      return firestore.getAll(paths, fields)
    },
    commit(writes) {
      commits++
      return firestore.commit(writes)
    },
  }
}

const deps = () => ({ firestore: countReads(database.firestore), log: () => {} })

const load = async (): Promise<readonly SavedEntry[]> =>
  unwrap(await loadSavedList(deps(), uid, now))

async function measureCost(work: () => Promise<unknown>) {
  reads = 0
  commits = 0
  await work()
  return { reads, commits }
}

const entry = (slug: string, place = 0): SavedEntry => ({
  ...card,
  state: 'published',
  slug,
  savedAt: new Date(now.getTime() - place * 60_000),
  comparedAt: new Date(0),
})

const storeList = (entries: readonly SavedEntry[]) =>
  database.commit([{ set: `savedArticles/${uid}`, fields: { articles: entries } }])

const storeArticles = (slugs: readonly string[], change: object = {}) =>
  database.commit(
    slugs.map((slug) => ({ set: `articles/${slug}`, fields: { ...article, ...change } })),
  )

beforeEach(() => {
  now = new Date('2026-11-22T12:00:00Z')
})

describe('the longest list', () => {
  const slugs = Array.from({ length: maxSavedArticles }, (_, place) => `story-${place}`)
  beforeEach(async () => {
    await storeArticles(slugs)
    await storeList(slugs.map(entry))
  })

  it('costs a bounded number of reads per call, and one read per call after the comparison', async () => {
    for (let compared = 0; compared < maxSavedArticles; compared += maxComparedPerCall) {
      expect(await measureCost(load)).toEqual({ reads: 1 + maxComparedPerCall, commits: 1 })
    }
    expect(await measureCost(load)).toEqual({ reads: 1, commits: 0 })
  })

  it('costs a bounded number of reads for simultaneous calls', async () => {
    const calls = 12
    const loadConcurrently = () => Promise.all(Array.from({ length: calls }, load))
    expect(await measureCost(loadConcurrently)).toMatchObject({ reads: calls + maxComparedPerCall })
    await storeList(slugs.map((slug) => ({ ...entry(slug), comparedAt: now })))
    now = new Date(now.getTime() + comparisonLifetime - 1)
    expect(await measureCost(loadConcurrently)).toEqual({ reads: calls, commits: 0 })
  })

  it('costs no more if every article has a new slug and a new author', async () => {
    const moved = await Promise.all(
      slugs.map(async (slug) => ({
        set: `redirects/${await hashRedirectPath(`/${slug}`)}`,
        fields: { from: `/${slug}`, to: `/new-${slug}` },
      })),
    )
    await database.commit(slugs.map((slug) => ({ remove: `articles/${slug}` })))
    await database.commit(moved)
    await storeArticles(
      slugs.map((slug) => `new-${slug}`),
      { authors: ['another'] },
    )
    await database.commit([{ set: 'authors/another', fields: { name: 'Another' } }])
    // One read each for the list, the old addresses, their redirects, the new addresses, the author, and the list
    // again.
    expect(await measureCost(load)).toEqual({
      reads: 1 + 3 * maxComparedPerCall + 1 + 1,
      commits: 2,
    })
    const list = await load()
    expect(list.filter(({ slug }) => slug.startsWith('new-'))).toHaveLength(2 * maxComparedPerCall)
    expect(list[0]).toMatchObject({ authors: [{ slug: 'another', name: 'Another' }] })
  })
})

describe('a list', () => {
  it('applies simultaneous changes', async () => {
    await storeArticles(['a', 'b', 'c', 'd'])
    await storeList([entry('a'), entry('b', 1)])
    await Promise.all([
      load(),
      addToList(deps(), uid, entry('c')),
      removeFromList(deps(), uid, ['a']),
      addToList(deps(), uid, entry('d')),
    ])
    expect((await load()).map(({ slug }) => slug).sort()).toEqual(['b', 'c', 'd'])
  })

  it('isn’t created again for a reader who was deleted during the call', async () => {
    await storeArticles(['a'], { title: 'Corrected' })
    await storeList([entry('a')])
    const { firestore, log } = deps()
    const list = await loadSavedList(
      {
        log,
        firestore: {
          ...firestore,
          async getAll(paths, fields) {
            await database.commit([{ remove: `savedArticles/${uid}` }])
            return firestore.getAll(paths, fields)
          },
        },
      },
      uid,
      now,
    )
    expect(list).toEqual({ ok: true, value: [] })
    expect(await database.read(`savedArticles/${uid}`)).toBeNull()
  })
})
