import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addEntry,
  applyCurrentArticles,
  type CurrentArticle,
  comparisonLifetime,
  getEntriesDueForComparison,
  maxComparedPerCall,
  maxSavedArticles,
  parseSavedArticles,
  recordComparison,
  removeEntries,
  resolveSavedAt,
  type SavedCard,
  type SavedEntry,
} from './saved-articles-record.ts'

const createdAt = new Date('2026-01-10T08:00:00Z')
const now = new Date('2026-11-21T12:00:00Z')

describe('the time at which an article counts as saved', () => {
  it('is now, or the time it had before its removal', () => {
    expect(resolveSavedAt(undefined, { createdAt, now })).toEqual(now)
    const before = new Date('2026-05-01T00:00:00Z')
    expect(resolveSavedAt(before, { createdAt, now })).toEqual(before)
  })

  it('is never in the future, or before the account was created', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (asked) => {
        const at = resolveSavedAt(asked, { createdAt, now })
        expect(at >= createdAt && at <= now).toBe(true)
      }),
    )
  })
})

const card: SavedCard = {
  title: 'A title',
  dek: 'A dek',
  category: 'food',
  authors: [{ slug: 'a-writer', name: 'A. Writer' }],
  image: { id: 'a-0123456789abcdef', alt: 'A', width: 3, height: 2 },
  access: 'metered',
  publishedAt: createdAt,
}
type Published = Extract<SavedEntry, { state: 'published' }>
const entry = (slug: string, minutes = 0, comparedAt = now): Published => ({
  ...card,
  state: 'published',
  slug,
  savedAt: new Date(createdAt.getTime() + minutes * 60_000),
  comparedAt,
})
const getSlugs = (entries: readonly SavedEntry[]) => entries.map(({ slug }) => slug)

function createList(...entries: readonly SavedEntry[]): readonly SavedEntry[] {
  return entries.reduce(
    (list, each) => {
      const added = addEntry(list, each)
      if (!added.ok) throw new Error('full')
      return added.value
    },
    [] as readonly SavedEntry[],
  )
}

describe('a list of saved articles', () => {
  it('keeps an article whose picture has no description', () => {
    const saved = { ...entry('a'), image: { ...card.image, alt: '' } }
    expect(parseSavedArticles({ articles: [saved] }).entries).toEqual([saved])
  })

  it('is sorted newest first, and keeps an entry’s place when saved again', () => {
    const list = createList(entry('a', 1), entry('c', 3), entry('b', 2), entry('a', 9))
    expect(getSlugs(list)).toEqual(['c', 'b', 'a'])
    expect(list[2]).toEqual(entry('a', 1))
    expect(getSlugs(removeEntries(list, ['b']))).toEqual(['c', 'a'])
    expect(removeEntries(list, ['x'])).toEqual(list)
  })

  it('is full at its maximum, and still accepts existing entries', () => {
    const list = Array.from({ length: maxSavedArticles }, (_, place) =>
      entry(`story-${place}`, -place),
    )
    expect(addEntry(list, entry('one-more', 1))).toEqual({ ok: false, failure: { kind: 'full' } })
    expect(addEntry(list, entry('story-7'))).toMatchObject({ ok: true })
    expect(addEntry(removeEntries(list, ['story-7']), entry('one-more', 1))).toMatchObject({
      ok: true,
    })
  })

  it('is full before it exceeds the size of a document', () => {
    const long: SavedCard = {
      ...card,
      dek: '字'.repeat(400),
      authors: Array.from({ length: 10 }, () => ({
        slug: 'w'.repeat(120),
        name: '字'.repeat(200),
      })),
      image: { ...card.image, alt: '字'.repeat(500) },
    }
    let list: readonly SavedEntry[] = []
    for (let place = 0; place < maxSavedArticles; place++) {
      const added = addEntry(list, { ...entry(`story-${place}`), ...long })
      if (!added.ok) break
      list = added.value
    }
    expect(list.length).toBeGreaterThan(50)
    expect(list.length).toBeLessThan(maxSavedArticles)
    const bytes = Buffer.byteLength(JSON.stringify(list))
    expect(bytes).toBeLessThan(1_048_576)
    // Updated articles don't make the list too large either.
    const full = createList(...list.slice(0, -1), entry('small'))
    const enlargedEntry = { ...card, ...long, title: '字'.repeat(200) }
    const changed = applyCurrentArticles(
      full,
      new Map([['small', { slug: 'small', card: enlargedEntry }]]),
    )
    expect(Buffer.byteLength(JSON.stringify(changed))).toBeLessThan(1_048_576)
  })

  it('is read as stored', () => {
    const list = createList(entry('a', 1), {
      ...entry('b', 2),
      state: 'unavailable',
      title: 'B',
    } as SavedEntry)
    expect(parseSavedArticles({ articles: list }).malformed).toBe(0)
    expect(getSlugs(parseSavedArticles({ articles: list }).entries)).toEqual(['b', 'a'])
    for (const fields of [undefined, null, {}, { articles: 'none' }]) {
      expect(parseSavedArticles(fields)).toEqual({ entries: [], malformed: 0 })
    }
  })

  it('keeps an entry with an outdated schema, and compares it again', () => {
    const stored = [{ ...entry('a'), category: 7 }, { slug: 'b', savedAt: now }, { title: 'c' }, 7]
    const { entries, malformed } = parseSavedArticles({ articles: stored })
    expect(malformed).toBe(2)
    expect(entries).toMatchObject([
      { slug: 'a', state: 'unavailable', title: 'A title' },
      { slug: 'b', state: 'unavailable', title: '' },
    ])
    expect(getSlugs(getEntriesDueForComparison(entries, now))).toEqual(['a', 'b'])
  })
})

describe('comparing a list with its articles', () => {
  const comparedAgo = (milliseconds: number) => new Date(now.getTime() - milliseconds)

  it('is due after a while, in batches, oldest comparison first', () => {
    const fresh = entry('fresh', 0, comparedAgo(comparisonLifetime - 1))
    const due = Array.from({ length: maxComparedPerCall + 5 }, (_, place) =>
      entry(`due-${place}`, 0, comparedAgo(comparisonLifetime + place)),
    )
    const first = getEntriesDueForComparison([fresh, ...due], now)
    expect(first).toHaveLength(maxComparedPerCall)
    expect(first[0]!.slug).toBe(due.at(-1)!.slug)
    const rest = getEntriesDueForComparison(recordComparison([fresh, ...due], first, now), now)
    expect(getSlugs(rest).sort()).toEqual(getSlugs(due.slice(0, 5)).sort())
  })

  it('updates changed, withdrawn and renamed articles only', () => {
    const list = createList(
      ...['same', 'corrected', 'withdrawn', 'old', 'old-double', 'double'].map((slug, place) =>
        entry(slug, -place),
      ),
    )
    const articles = new Map<string, CurrentArticle>([
      ['corrected', { slug: 'corrected', card: { ...card, title: 'Corrected' } }],
      ['withdrawn', { slug: 'withdrawn', card: null }],
      ['old', { slug: 'new', card }],
      ['old-double', { slug: 'double', card }],
      ['removed-meanwhile', { slug: 'removed-meanwhile', card }],
    ])
    const after = applyCurrentArticles(list, articles)
    expect(after).toMatchObject([
      list[0]!,
      { ...list[1], title: 'Corrected' },
      { slug: 'withdrawn', state: 'unavailable', title: 'A title', savedAt: list[2]!.savedAt },
      { ...list[3], slug: 'new' },
      list[5]!,
    ])
    expect(after).toHaveLength(5)
    expect(Object.keys(after[2]!)).not.toContain('dek')
  })

  it('returns identical JSON if nothing has changed', () => {
    const { entries } = parseSavedArticles({ articles: createList(entry('a', 1), entry('b', 2)) })
    const articles = new Map(entries.map(({ slug }) => [slug, { slug, card }]))
    expect(JSON.stringify(applyCurrentArticles(entries, articles))).toBe(JSON.stringify(entries))
  })
})
