import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Likings, noAnswers } from './answers.ts'
import { categorySlugs } from './category.ts'
import { type Choosable, chooseForYou, worthChoosing } from './for-you.ts'
import { tagSlugs } from './tag.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 4, 3)

const story = (slug: string, change: Partial<Choosable> = {}): Choosable => ({
  slug,
  categories: ['culture'],
  tags: [],
  by: ['somebody'],
  at: now,
  ...change,
})
const likings = (change: Partial<Likings>): Likings => ({ ...noAnswers, ...change })
const choose = (stories: readonly Choosable[], liked: Likings, room = 4, without: string[] = []) =>
  chooseForYou(stories, liked, { room, without: new Set(without) }).map(({ slug }) => slug)

const stories = fc
  .array(
    fc.record({
      categories: fc.uniqueArray(fc.constantFrom(...categorySlugs), { minLength: 1, maxLength: 2 }),
      tags: fc.uniqueArray(fc.constantFrom(...tagSlugs), { maxLength: 3 }),
      by: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
      age: fc.nat(400),
    }),
    { maxLength: 80 },
  )
  .map((several) =>
    several
      .sort((one, other) => one.age - other.age)
      .map(({ age, ...rest }, at) => ({ ...rest, slug: `story-${at}`, at: now - age * day })),
  )
const someLikings = fc.record({
  categories: fc.uniqueArray(fc.constantFrom(...categorySlugs), { maxLength: 4 }),
  tags: fc.uniqueArray(fc.constantFrom(...tagSlugs), { maxLength: 4 }),
  authors: fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'x')),
})

describe('stories for a reader', () => {
  it('are all of those that something speaks for, up to the room, each once', () => {
    fc.assert(
      fc.property(stories, someLikings, fc.integer({ min: 1, max: 6 }), (all, liked, room) => {
        const without = new Set(all.slice(0, 3).map(({ slug }) => slug))
        const isLiked = ({ categories, tags, by, slug }: Choosable) =>
          !without.has(slug) &&
          (categories.some((category) => liked.categories.includes(category)) ||
            tags.some((tag) => liked.tags.includes(tag)) ||
            by.some((author) => liked.authors.includes(author)))
        const chosen = chooseForYou(all, liked, { room, without })
        expect(chosen.every(isLiked)).toBe(true)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.length).toBe(Math.min(room, all.filter(isLiked).length))
      }),
    )
  })

  it('of a writer whom they follow come first, until something else is much newer', () => {
    const all = [
      story('liked'),
      story('followed', { by: ['a-friend'], categories: ['food'], at: now - day }),
      story('followed-long-ago', { by: ['a-friend'], categories: ['food'], at: now - 60 * day }),
    ]
    const liked = likings({ categories: ['culture'], authors: ['a-friend'] })
    expect(choose(all, liked)).toEqual(['followed', 'liked', 'followed-long-ago'])
  })

  it('come from several categories where several are liked', () => {
    const all = [
      story('one'),
      story('two'),
      story('three'),
      story('cooking', { categories: ['food'], at: now - 90 * day }),
    ]
    expect(choose(all, likings({ categories: ['culture', 'food'] }), 3)).toEqual([
      'one',
      'cooking',
      'two',
    ])
    expect(choose(all, likings({ categories: ['culture'] }), 3)).toEqual(['one', 'two', 'three'])
  })

  it('are editors’ picks where those are liked, whatever they are about', () => {
    const all = [story('one'), story('pick', { categories: ['sports', 'editors-picks'] })]
    expect(choose(all, likings({ categories: ['editors-picks'] }))).toEqual(['pick'])
  })

  it('leave out what stands above them already', () => {
    const all = [story('lead'), story('other')]
    expect(choose(all, likings({ categories: ['culture'] }), 4, ['lead'])).toEqual(['other'])
  })
})

describe('the short list', () => {
  it('has the newest, and of every topic enough for who likes nothing else', () => {
    fc.assert(
      fc.property(stories, (all) => {
        const list = worthChoosing(all)
        expect(list).toEqual(all.filter((item) => list.includes(item)))
        expect(list.slice(0, 40)).toEqual(all.slice(0, 40))
        for (const category of categorySlugs) {
          const room = { room: 4, without: new Set<string>() }
          const liked = likings({ categories: [category] })
          expect(chooseForYou(list, liked, room)).toEqual(chooseForYou(all, liked, room))
        }
      }),
    )
  })

  it('does not grow with the archive', () => {
    const archive = Array.from({ length: 5000 }, (_, place) =>
      story(`story-${place}`, {
        categories: [categorySlugs[place % categorySlugs.length]!],
        tags: [tagSlugs[place % tagSlugs.length]!],
      }),
    )
    expect(worthChoosing(archive).length).toBeLessThan(90)
  })
})
