import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categorySlugs } from './category.ts'
import { day } from './duration.ts'
import { defaultPreferences, type TopicPreferences } from './preferences/preferences.ts'
import {
  type RecommendationCandidate,
  recommendStories,
  selectCandidates,
} from './recommendation.ts'

const tagSlugs = ['india', 'nepal', 'sriLanka']
const now = Date.UTC(2026, 4, 3)

const story = (
  slug: string,
  change: Partial<RecommendationCandidate> = {},
): RecommendationCandidate => ({
  slug,
  categories: ['culture'],
  tags: [],
  authors: ['somebody'],
  publishedAt: now,
  ...change,
})
const topicPreferences = (change: Partial<TopicPreferences>): TopicPreferences => ({
  ...defaultPreferences,
  ...change,
})
const recommendSlugs = (
  stories: readonly RecommendationCandidate[],
  withTopics: TopicPreferences,
  maxCount = 4,
  without: string[] = [],
) =>
  recommendStories(stories, withTopics, { maxCount, excludedSlugs: new Set(without) }).map(
    ({ slug }) => slug,
  )

const stories = fc
  .array(
    fc.record({
      categories: fc.uniqueArray(fc.constantFrom(...categorySlugs), { minLength: 1, maxLength: 2 }),
      tags: fc.uniqueArray(fc.constantFrom(...tagSlugs), { maxLength: 3 }),
      authors: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
      age: fc.nat(400),
    }),
    { maxLength: 80 },
  )
  .map((several) =>
    several
      .sort((one, other) => one.age - other.age)
      .map(({ age, ...others }, index) => ({
        ...others,
        slug: `story-${index}`,
        publishedAt: now - age * day,
      })),
  )
const arbitraryTopics = fc.record({
  categories: fc.uniqueArray(fc.constantFrom(...categorySlugs), { maxLength: 4 }),
  tags: fc.uniqueArray(fc.constantFrom(...tagSlugs), { maxLength: 4 }),
  authors: fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'x')),
})

describe('the stories for a reader', () => {
  it('include all that match the topics, up to the maximum, each once', () => {
    fc.assert(
      fc.property(
        stories,
        arbitraryTopics,
        fc.integer({ min: 1, max: 6 }),
        (all, withTopics, maxCount) => {
          const excludedSlugs = new Set(all.slice(0, 3).map(({ slug }) => slug))
          const matchesTopics = ({ categories, tags, authors, slug }: RecommendationCandidate) =>
            !excludedSlugs.has(slug) &&
            (withTopics.categories.some((category) => categories.includes(category)) ||
              tags.some((tag) => withTopics.tags.includes(tag)) ||
              authors.some((author) => withTopics.authors.includes(author)))
          const chosen = recommendStories(all, withTopics, { maxCount, excludedSlugs })
          expect(chosen.every(matchesTopics)).toBe(true)
          expect(new Set(chosen).size).toBe(chosen.length)
          expect(chosen.length).toBe(Math.min(maxCount, all.filter(matchesTopics).length))
        },
      ),
    )
  })

  it('come first if they’re by followed writers, unless others are much newer', () => {
    const all = [
      story('liked'),
      story('followed', { authors: ['a-friend'], categories: ['food'], publishedAt: now - day }),
      story('followed-long-ago', {
        authors: ['a-friend'],
        categories: ['food'],
        publishedAt: now - 60 * day,
      }),
    ]
    const withTopics = topicPreferences({ categories: ['culture'], authors: ['a-friend'] })
    expect(recommendSlugs(all, withTopics)).toEqual(['followed', 'liked', 'followed-long-ago'])
  })

  it('come from several categories if several are chosen', () => {
    const all = [
      story('one'),
      story('two'),
      story('three'),
      story('cooking', { categories: ['food'], publishedAt: now - 90 * day }),
    ]
    expect(recommendSlugs(all, topicPreferences({ categories: ['culture', 'food'] }), 3)).toEqual([
      'one',
      'cooking',
      'two',
    ])
    expect(recommendSlugs(all, topicPreferences({ categories: ['culture'] }), 3)).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  it('are editors’ picks if the reader has chosen them', () => {
    const all = [story('one'), story('pick', { categories: ['sports', 'editors-picks'] })]
    expect(recommendSlugs(all, topicPreferences({ categories: ['editors-picks'] }))).toEqual([
      'pick',
    ])
  })

  it('leave out stories that are on the same page', () => {
    const all = [story('lead'), story('other')]
    expect(recommendSlugs(all, topicPreferences({ categories: ['culture'] }), 4, ['lead'])).toEqual(
      ['other'],
    )
  })
})

describe('the short list of stories to recommend', () => {
  it('contains the newest stories, and enough of every topic', () => {
    fc.assert(
      fc.property(stories, fc.nat(40), (all, onFront) => {
        const frontSlugs = new Set(all.slice(0, onFront).map(({ slug }) => slug))
        const list = selectCandidates(all, frontSlugs)
        expect(list).toEqual(all.filter((item) => list.includes(item)))
        expect(list.slice(0, 40)).toEqual(all.slice(0, 40))
        for (const category of categorySlugs) {
          const options = { maxCount: 4, excludedSlugs: frontSlugs }
          const withTopics = topicPreferences({ categories: [category] })
          expect(recommendStories(list, withTopics, options)).toEqual(
            recommendStories(all, withTopics, options),
          )
        }
      }),
    )
  })

  it('doesn’t grow with the archive', () => {
    const archive = Array.from({ length: 5000 }, (_, place) =>
      story(`story-${place}`, {
        categories: [categorySlugs[place % categorySlugs.length]!],
        tags: [tagSlugs[place % tagSlugs.length]!],
      }),
    )
    expect(selectCandidates(archive, new Set()).length).toBeLessThan(90)
  })
})
