/** What a reader's list costs, and what becomes of its articles. The database is in memory. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type InMemory,
  inMemoryFirestore,
} from '../../scripts/local/firestore-stand-in/in-memory.ts'
import { redirectKey } from '../../src/domain/redirect.ts'
import {
  comparedFor,
  mostCompared,
  mostSaved,
  type SavedCard,
  type SavedEntry,
} from '../../src/domain/saved-list.ts'
import type { Firestore, Write } from '../adapters/firestore.ts'
import { addToList, loadSavedList, removeFromList } from './saved-list.ts'

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

let memory: InMemory
let now: Date
let reads: number
let commits: number

/** Counts as Firestore bills: a read for each document asked for. */
function counted(firestore: Firestore): Pick<Firestore, 'get' | 'getAll' | 'commit'> {
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

const deps = () => ({ firestore: counted(memory.firestore), log: () => {} })

async function write(writes: readonly Write[]) {
  const written = await memory.firestore.commit(writes)
  if (!written.ok) throw new Error(JSON.stringify(written.failure))
}

async function load(): Promise<readonly SavedEntry[]> {
  const list = await loadSavedList(deps(), uid, now)
  if (!list.ok) throw new Error(list.failure.kind)
  return list.value
}

/** Answers what came of it and what it cost. */
async function cost(work: () => Promise<unknown>) {
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
  write([{ set: `savedArticles/${uid}`, fields: { articles: entries } }])

const storeArticles = (slugs: readonly string[], change: object = {}) =>
  write(slugs.map((slug) => ({ set: `articles/${slug}`, fields: { ...article, ...change } })))

beforeEach(() => {
  memory = inMemoryFirestore()
  now = new Date('2026-11-22T12:00:00Z')
})
afterEach(() => memory.close())

describe('the longest list', () => {
  const slugs = Array.from({ length: mostSaved }, (_, place) => `story-${place}`)
  beforeEach(async () => {
    await storeArticles(slugs)
    await storeList(slugs.map(entry))
  })

  it('costs a bounded number of reads per call, and one once it is compared', async () => {
    for (let compared = 0; compared < mostSaved; compared += mostCompared) {
      expect(await cost(load)).toEqual({ reads: 1 + mostCompared, commits: 1 })
    }
    expect(await cost(load)).toEqual({ reads: 1, commits: 0 })
  })

  it('costs a bounded number of reads per reader, however many calls are made at once', async () => {
    const calls = 12
    const loadAtOnce = () => Promise.all(Array.from({ length: calls }, load))
    expect(await cost(loadAtOnce)).toMatchObject({ reads: calls + mostCompared })
    await storeList(slugs.map((slug) => ({ ...entry(slug), comparedAt: now })))
    now = new Date(now.getTime() + comparedFor - 1)
    expect(await cost(loadAtOnce)).toEqual({ reads: calls, commits: 0 })
  })

  it('costs no more where every article was renamed, by authors whom the list does not know', async () => {
    const moved = await Promise.all(
      slugs.map(async (slug) => ({
        set: `redirects/${await redirectKey(`/${slug}`)}`,
        fields: { from: `/${slug}`, to: `/new-${slug}` },
      })),
    )
    await write(slugs.map((slug) => ({ remove: `articles/${slug}` })))
    await write(moved)
    await storeArticles(
      slugs.map((slug) => `new-${slug}`),
      { authors: ['another'] },
    )
    await write([{ set: 'authors/another', fields: { name: 'Another' } }])
    // The list, the old addresses, their redirects, the new ones, the author, and the list again.
    expect(await cost(load)).toEqual({ reads: 1 + 3 * mostCompared + 1 + 1, commits: 2 })
    const list = await load()
    expect(list.filter(({ slug }) => slug.startsWith('new-'))).toHaveLength(2 * mostCompared)
    expect(list[0]).toMatchObject({ authors: [{ slug: 'another', name: 'Another' }] })
  })

  it('costs the same to add to and to remove from as the shortest', async () => {
    const { firestore, log } = deps()
    expect(await cost(() => removeFromList({ firestore, log }, uid, slugs[0]!))).toEqual({
      reads: 1,
      commits: 1,
    })
    expect(await cost(() => addToList({ firestore, log }, uid, entry('one-more')))).toEqual({
      reads: 1,
      commits: 1,
    })
    expect(await addToList({ firestore, log }, uid, entry('too-many'))).toEqual({
      ok: false,
      failure: { kind: 'full' },
    })
  })
})

describe('a list', () => {
  it('costs one read where nothing was ever saved, and is not written', async () => {
    expect(await cost(load)).toEqual({ reads: 1, commits: 0 })
    expect(await load()).toEqual([])
    expect(await memory.firestore.get(`savedArticles/${uid}`)).toEqual({ ok: true, value: null })
  })

  it('loses nothing of what is saved and removed at once', async () => {
    await storeArticles(['a', 'b', 'c', 'd'])
    await storeList([entry('a'), entry('b', 1)])
    await Promise.all([
      load(),
      addToList(deps(), uid, entry('c')),
      removeFromList(deps(), uid, 'a'),
      addToList(deps(), uid, entry('d')),
    ])
    expect((await load()).map(({ slug }) => slug).sort()).toEqual(['b', 'c', 'd'])
  })

  it('shows a withdrawn article by its title alone, and whole again when it is published again', async () => {
    await storeArticles(['a'], { status: 'withdrawn' })
    await storeList([entry('a')])
    const later = () => {
      now = new Date(now.getTime() + comparedFor)
      return load()
    }
    const [gone] = await load()
    expect(gone).toMatchObject({ state: 'gone', slug: 'a', title: 'A title' })
    expect(Object.keys(gone!)).not.toContain('dek')
    await storeArticles(['a'], { title: 'Corrected' })
    await write([{ set: 'authors/a-writer', fields: { name: 'A. Writer' } }])
    expect(await later()).toMatchObject([
      { state: 'published', title: 'Corrected', authors: card.authors },
    ])
  })

  it('of a reader who was deleted meanwhile is not written again', async () => {
    await storeArticles(['a'], { title: 'Corrected' })
    await storeList([entry('a')])
    const { firestore, log } = deps()
    const list = await loadSavedList(
      {
        log,
        firestore: {
          ...firestore,
          async getAll(paths, fields) {
            await write([{ remove: `savedArticles/${uid}` }])
            return firestore.getAll(paths, fields)
          },
        },
      },
      uid,
      now,
    )
    expect(list).toEqual({ ok: true, value: [] })
    expect(await memory.firestore.get(`savedArticles/${uid}`)).toEqual({ ok: true, value: null })
  })
})
