import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paginateFromOldest } from './archive-pages.ts'
import {
  compareNewestFirst,
  createArchiveModel,
  list,
  listPlaced,
  listUnchanged,
} from './story-list.ts'

// Some of the stories are published at the same time.
const createStories = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    slug: `story-${at}`,
    publishedAt: new Date(Math.floor(at / 3) * 1000),
  })).sort(compareNewestFirst)

const readSlugs = (stories: readonly { readonly slug: string }[]) => stories.map(({ slug }) => slug)

describe('a list without changes', () => {
  it('has the first page of its archive, however many stories there are, and further stories for its feed', () => {
    fc.assert(
      fc.property(fc.nat(90), fc.nat(60), (count, minLength) => {
        const newestFirst = createStories(count)
        const { page, stories } = listUnchanged(createArchiveModel(newestFirst, minLength), [])
        expect(page).toEqual(paginateFromOldest(newestFirst)[0])
        expect(stories.length).toBeGreaterThanOrEqual(Math.min(count, minLength))
      }),
    )
  })
})

describe('a list with changes', () => {
  const newestFirst = createStories(70)
  const model = createArchiveModel(newestFirst)
  const oldest = newestFirst[model.archive!.size - 1]!
  const noneReplaced = { removed: new Set<string>(), replaced: new Map<string, never>() }

  it('gains new stories, and loses withdrawn stories', () => {
    const added = { slug: 'new', publishedAt: new Date(10_000_000) }
    const removed = new Set([newestFirst[1]!.slug])
    const { page } = list(model, { removed, replaced: new Map([['new', added]]), placed: [] })
    const [first, , ...others] = newestFirst.slice(0, model.archive!.size)
    expect(readSlugs(page.items)).toEqual(readSlugs([added, first!, ...others]))
    expect(page.older).toBe(model.archive!.older)
  })

  it('has the stories that editors have placed at its top, once each, even older stories', () => {
    const older = newestFirst.at(-1)!
    const withOlder = { ...model, placed: [older] }
    const placed = [older.slug, oldest.slug, 'withdrawn-since']
    const { page } = list(withOlder, { ...noneReplaced, placed })
    const others = newestFirst.slice(0, model.archive!.size - 1)
    expect(readSlugs(page.items)).toEqual(readSlugs([older, oldest, ...others]))
    const removed = new Set([older.slug])
    const without = list(withOlder, { ...noneReplaced, removed, placed }).page
    expect(readSlugs(without.items)).toEqual(readSlugs([oldest, ...others]))
  })
})

describe('a story that editors have placed', () => {
  const until = new Date('2026-12-24T18:00:00Z')
  const front = {
    ...{ lead: 'a', order: ['b'], pins: ['c'] },
    categoryPins: [{ category: 'food', slug: 'd', until }],
  }
  const before = new Date(until.getTime() - 1)

  it('stays on the front page until they remove it, and in a category until the time they set', () => {
    expect(listPlaced({ kind: 'front' }, front, until)).toEqual(['a', 'b', 'c'])
    expect(listPlaced({ kind: 'category', slug: 'food' }, front, before)).toEqual(['d'])
    expect(listPlaced({ kind: 'category', slug: 'food' }, front, until)).toEqual([])
    expect(listPlaced({ kind: 'category', slug: 'health' }, front, before)).toEqual([])
    expect(listPlaced({ kind: 'latest' }, front, before)).toEqual([])
    expect(listPlaced({ kind: 'category', slug: 'food' }, null, before)).toEqual([])
  })
})
