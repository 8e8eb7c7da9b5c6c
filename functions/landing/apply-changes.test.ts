import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  frontStoriesPerCategory,
  type LandingList,
  type LandingStory,
} from '../../src/contracts/site-files/landing.ts'
import {
  compareNewestFirst,
  createArchiveModel,
  list,
} from '../../src/domain/archive/story-list.ts'
import { isListedIn } from '../../src/domain/article.ts'
import { type CategorySlug, categorySlugs } from '../../src/domain/category.ts'
import type { Change } from '../publishing/recent-changes.ts'
import { findEffects, maxReplaced, toListChanges } from './apply-changes.ts'
import { createLanding } from './create-landing.ts'
import { parseLandingPath } from './landing-path.ts'

const categories: readonly CategorySlug[] = ['culture', 'food', 'editors-picks']
type Status = 'published' | 'withdrawn' | 'draft' | 'scheduled'
type Stored = { readonly story: LandingStory; readonly status: Status }
type Archive = ReadonlyMap<string, Stored>

const createStory = (
  slug: string,
  day: number,
  category: CategorySlug,
  editorsPick = false,
): LandingStory => ({
  ...{ slug, title: slug, dek: '', category, editorsPick, access: 'metered', corrections: [] },
  ...{ tags: [], words: 1, publishedAt: new Date(Date.UTC(2026, 0, day)) },
  authors: [{ slug: 'somebody', name: 'Somebody' }],
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: '', width: 1, height: 1 },
})

const listPublished = (archive: Archive): LandingStory[] =>
  [...archive.values()]
    .filter(({ status }) => status === 'published')
    .map(({ story }) => story)
    .sort(compareNewestFirst)

/** Builds a list in the same way as src/pages/landing/lists. */
const buildList = (newestFirst: readonly LandingStory[]): LandingList =>
  JSON.parse(JSON.stringify(createArchiveModel(newestFirst)), (key, value) =>
    key === 'publishedAt' ? new Date(value) : value,
  )

function buildFront(newestFirst: readonly LandingStory[]): LandingList {
  const candidates = new Set([
    ...newestFirst.slice(0, frontStoriesPerCategory),
    ...categorySlugs.flatMap((category) =>
      newestFirst.filter((story) => isListedIn(story, category)).slice(0, frontStoriesPerCategory),
    ),
  ])
  return {
    stories: newestFirst.filter((story) => candidates.has(story)),
    isWhole: candidates.size === newestFirst.length,
    front: null,
  }
}

function findChanges(before: Archive, after: Archive): Map<string, Change> {
  const updatedAt = new Date('2027-01-01')
  return new Map(
    [...after]
      .filter(([slug, stored]) => before.get(slug) !== stored)
      .map(([slug, { story, status }]) => [
        slug,
        {
          status,
          updatedAt,
          place: { ...story, tags: [], authors: story.authors.map((author) => author.slug) },
        },
      ]),
  )
}

function update(path: string, model: LandingList, after: Archive, changes: Map<string, Change>) {
  const landingPath = parseLandingPath(path)!
  const effects = findEffects(landingPath.subject, model, [], changes)
  const loaded = [...effects].flatMap(([slug, { kind }]) =>
    kind === 'replace' ? [[slug, after.get(slug)!.story] as const] : [],
  )
  const shown = list(model, toListChanges(effects, new Map(loaded), []))
  return {
    effects,
    stories: shown.stories,
    landing: createLanding(landingPath, model, shown, null),
  }
}

const storedStory = (slug: string) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(...categories),
      fc.boolean(),
      fc.constantFrom<Status>(
        'published',
        'published',
        'published',
        'withdrawn',
        'scheduled',
        'draft',
      ),
    )
    .map(
      ([day, category, editorsPick, status]): Stored => ({
        story: createStory(slug, day, category, editorsPick),
        status,
      }),
    )

const archives = fc
  .tuple(
    fc.integer({ min: 0, max: 90 }),
    fc.array(fc.integer({ min: 0, max: 95 }), { maxLength: 8 }),
  )
  .chain(([size, changed]) =>
    fc.record({
      before: fc.tuple(...Array.from({ length: size }, (_, index) => storedStory(`a-${index}`))),
      changed: fc.tuple(...[...new Set(changed)].map((index) => storedStory(`a-${index}`))),
    }),
  )
  .map(({ before, changed }) => {
    const toEntry = (stored: Stored) => [stored.story.slug, stored] as const
    const old: Archive = new Map(before.map(toEntry))
    const next: Archive = new Map([...old, ...changed.map(toEntry)])
    return { old, next }
  })

describe('a list with the changes since the build', () => {
  it('equals the next build’s landing page, down to the oldest story of the last build’s page', () => {
    fc.assert(
      fc.property(archives, fc.constantFrom(...categories), ({ old, next }, category) => {
        const select = (archive: Archive) =>
          listPublished(archive).filter((story) => isListedIn(story, category))
        const list = buildList(select(old))
        const { landing } = update(`/category/${category}`, list, next, findChanges(old, next))
        const oldest = list.isWhole ? undefined : list.stories.at(-1)
        const expected = select(next).filter(
          ({ publishedAt }) => !oldest || publishedAt >= oldest.publishedAt,
        )
        expect(landing).toMatchObject({ archive: { items: expected.slice(0, 100) } })
      }),
    )
  })

  it('contains the stories from which the front page is arranged', () => {
    fc.assert(
      fc.property(archives, ({ old, next }) => {
        const list = buildFront(listPublished(old))
        const { stories } = update('/', list, next, findChanges(old, next))
        for (const category of categories) {
          const newest = (all: readonly LandingStory[]) =>
            all.filter((story) => isListedIn(story, category)).slice(0, 16)
          // Eight changes can remove eight of the 24.
          expect(newest(stories)).toEqual(newest(listPublished(next)))
        }
        const published = new Set(listPublished(next))
        expect(stories.filter((story) => !published.has(story))).toEqual([])
      }),
    )
  })

  it('never contains an unpublished story, even if nothing can be read', () => {
    fc.assert(
      fc.property(archives, ({ old, next }) => {
        const model = buildFront(listPublished(old))
        const effects = findEffects({ kind: 'front' }, model, [], findChanges(old, next))
        const { stories } = list(model, toListChanges(effects, new Map(), []))
        const statuses = stories.map(({ slug }) => next.get(slug)!.status)
        expect(new Set(statuses)).toEqual(new Set(statuses.length > 0 ? ['published'] : []))
      }),
    )
  })

  it('isn’t affected by stories on numbered pages, drafts or unreadable documents', () => {
    const old: Archive = new Map(
      Array.from({ length: 60 }, (_, index) => {
        const story = createStory(`a-${index}`, 100 + index, 'food')
        return [story.slug, { story, status: 'published' }] as const
      }),
    )
    const list = buildList(listPublished(old))
    const unread = { status: 'published', updatedAt: new Date(), place: null } as const
    const next = new Map<string, Stored>([
      ...old,
      ['a-3', { story: createStory('a-3', 103, 'food'), status: 'withdrawn' }],
      ['draft', { story: createStory('draft', 300, 'food'), status: 'draft' }],
      ['elsewhere', { story: createStory('elsewhere', 300, 'culture'), status: 'published' }],
    ])
    const changes = findChanges(old, next).set('unread', unread)
    expect(update('/category/food', list, next, changes).effects.size).toBe(0)
    changes.set('a-59', unread)
    expect([...update('/category/food', list, next, changes).effects.keys()]).toEqual(['a-59'])
  })

  it('reads a limited number of the newest stories', () => {
    const next: Archive = new Map(
      Array.from({ length: 500 }, (_, index) => {
        const story = createStory(`a-${index}`, index, 'food')
        return [story.slug, { story, status: 'published' }] as const
      }),
    )
    const { stories } = update('/latest', buildList([]), next, findChanges(new Map(), next))
    expect(stories.map(({ slug }) => slug)).toEqual(
      Array.from({ length: maxReplaced }, (_, index) => `a-${499 - index}`),
    )
  })
})
