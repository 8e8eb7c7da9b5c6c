import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CurrentArticle,
  comparedFor,
  dueEntries,
  mostCompared,
  mostSaved,
  parseSavedList,
  type SavedCard,
  type SavedEntry,
  savingTime,
  withComparison,
  withCurrent,
  withEntry,
  withoutEntry,
} from './saved-list.ts'

const createdAt = new Date('2026-01-10T08:00:00Z')
const now = new Date('2026-11-21T12:00:00Z')

describe('when an article counts as saved', () => {
  it('is now, or the time that it had before it was taken off', () => {
    expect(savingTime(undefined, { createdAt, now })).toEqual(now)
    const before = new Date('2026-05-01T00:00:00Z')
    expect(savingTime(before, { createdAt, now })).toEqual(before)
  })

  it('is never in times to come, nor before the reader was there', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (asked) => {
        const at = savingTime(asked, { createdAt, now })
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
const slugsOf = (entries: readonly SavedEntry[]) => entries.map(({ slug }) => slug)

function listOf(...entries: readonly SavedEntry[]): readonly SavedEntry[] {
  return entries.reduce(
    (list, each) => {
      const added = withEntry(list, each)
      if (!added.ok) throw new Error('full')
      return added.value
    },
    [] as readonly SavedEntry[],
  )
}

describe('a list of saved articles', () => {
  it('has the one saved last first, and each once, where it was', () => {
    const list = listOf(entry('a', 1), entry('c', 3), entry('b', 2), entry('a', 9))
    expect(slugsOf(list)).toEqual(['c', 'b', 'a'])
    expect(list[2]).toEqual(entry('a', 1))
    expect(slugsOf(withoutEntry(list, 'b'))).toEqual(['c', 'a'])
    expect(withoutEntry(list, 'x')).toEqual(list)
  })

  it('is full at its number of entries, which keeps those that it has', () => {
    const list = Array.from({ length: mostSaved }, (_, place) => entry(`story-${place}`, -place))
    expect(withEntry(list, entry('one-more', 1))).toEqual({ ok: false, failure: { kind: 'full' } })
    expect(withEntry(list, entry('story-7'))).toMatchObject({ ok: true })
    expect(withEntry(withoutEntry(list, 'story-7'), entry('one-more', 1))).toMatchObject({
      ok: true,
    })
  })

  it('is full before it is too large for one document, whatever its entries say', () => {
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
    for (let place = 0; place < mostSaved; place++) {
      const added = withEntry(list, { ...entry(`story-${place}`), ...long })
      if (!added.ok) break
      list = added.value
    }
    expect(list.length).toBeGreaterThan(50)
    expect(list.length).toBeLessThan(mostSaved)
    const bytes = Buffer.byteLength(JSON.stringify(list))
    expect(bytes).toBeLessThan(1_048_576)
    // Nor does it grow beyond that by what becomes of an article.
    const full = listOf(...list.slice(0, -1), entry('small'))
    const grown = { ...card, ...long, title: '字'.repeat(200) }
    const changed = withCurrent(full, new Map([['small', { slug: 'small', card: grown }]]))
    expect(Buffer.byteLength(JSON.stringify(changed))).toBeLessThan(1_048_576)
  })

  it('is what was stored', () => {
    const list = listOf(entry('a', 1), {
      ...entry('b', 2),
      state: 'gone',
      title: 'B',
    } as SavedEntry)
    expect(parseSavedList({ articles: list }).malformed).toBe(0)
    expect(slugsOf(parseSavedList({ articles: list }).entries)).toEqual(['b', 'a'])
    for (const fields of [undefined, null, {}, { articles: 'none' }]) {
      expect(parseSavedList(fields)).toEqual({ entries: [], malformed: 0 })
    }
  })

  it('keeps an entry that was stored under other rules, and has it compared again', () => {
    const stored = [
      { ...entry('a'), category: 'gossip' },
      { slug: 'b', savedAt: now },
      { title: 'c' },
      7,
    ]
    const { entries, malformed } = parseSavedList({ articles: stored })
    expect(malformed).toBe(2)
    expect(entries).toMatchObject([
      { slug: 'a', state: 'gone', title: 'A title' },
      { slug: 'b', state: 'gone', title: '' },
    ])
    expect(slugsOf(dueEntries(entries, now))).toEqual(['a', 'b'])
  })
})

describe('comparing a list with its articles', () => {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

  it('is due after a while, for a number of entries at once, the longest wait first', () => {
    const fresh = entry('fresh', 0, ago(comparedFor - 1))
    const due = Array.from({ length: mostCompared + 5 }, (_, place) =>
      entry(`due-${place}`, 0, ago(comparedFor + place)),
    )
    const first = dueEntries([fresh, ...due], now)
    expect(first).toHaveLength(mostCompared)
    expect(first[0]!.slug).toBe(due.at(-1)!.slug)
    const rest = dueEntries(withComparison([fresh, ...due], first, now), now)
    expect(slugsOf(rest).sort()).toEqual(slugsOf(due.slice(0, 5)).sort())
  })

  it('corrects, withdraws, follows renamed ones, and leaves the others alone', () => {
    const list = listOf(
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
    const after = withCurrent(list, articles)
    expect(after).toMatchObject([
      list[0]!,
      { ...list[1], title: 'Corrected' },
      { slug: 'withdrawn', state: 'gone', title: 'A title', savedAt: list[2]!.savedAt },
      { ...list[3], slug: 'new' },
      list[5]!,
    ])
    expect(after).toHaveLength(5)
    expect(Object.keys(after[2]!)).not.toContain('dek')
  })

  it('changes nothing where nothing has changed, to the byte', () => {
    const { entries } = parseSavedList({ articles: listOf(entry('a', 1), entry('b', 2)) })
    const articles = new Map(entries.map(({ slug }) => [slug, { slug, card }]))
    expect(JSON.stringify(withCurrent(entries, articles))).toBe(JSON.stringify(entries))
  })
})
