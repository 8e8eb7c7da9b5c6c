import { describe, expect, it } from 'vitest'
import { articleSchema, getLastChangedAt, getLastCorrectedAt, isListedIn } from './article.ts'
import { estimateReadingMinutes } from './reading-time.ts'

const valid = {
  title: 'A title',
  dek: 'A dek',
  body: 'Text',
  category: 'food',
  tags: ['sriLanka'],
  authors: ['ruwani-abeysekara'],
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
  status: 'published',
  publishedAt: new Date(0),
  updatedAt: new Date(0),
}

describe('the schema of articles', () => {
  it('accepts a complete article and fills in defaults', () => {
    expect(articleSchema.parse(valid)).toMatchObject({
      access: 'metered',
      editorsPick: false,
      corrections: [],
    })
  })

  it.each([
    ['a published article without a date', { publishedAt: undefined }, 'publishedAt'],
    ['a category that no address can have', { category: 'No gossip' }, 'category'],
    ['a tag that no address can have', { tags: ['the moon'] }, 'tags'],
    ['no author', { authors: [] }, 'authors'],
    ['a picture without a description', { image: { ...valid.image, alt: '' } }, 'image'],
    ['a picture whose id is a path', { image: { ...valid.image, id: '../x' } }, 'image'],
    ['an unknown status', { status: 'deleted' }, 'status'],
    ['text for a date', { publishedAt: '2026-01-01' }, 'publishedAt'],
    ['a language by its name', { language: 'Urdu' }, 'language'],
  ])('refuses %s and names the field', (_name, change, field) => {
    const parsed = articleSchema.safeParse({ ...valid, ...change })
    expect(parsed.error?.issues[0]?.path[0]).toBe(field)
  })

  it('accepts an empty dek and an empty credit, and twelve authors', () => {
    const authors = Array.from({ length: 12 }, (_, number) => `author-${number}`)
    const bare = { ...valid, dek: '', authors, image: { ...valid.image, credit: '' } }
    expect(articleSchema.safeParse(bare).success).toBe(true)
    expect(articleSchema.safeParse({ ...bare, authors: [...authors, 'one-more'] }).success).toBe(
      false,
    )
  })

  it.each(['ur', 'hi', 'ur-Latn', undefined])('accepts the language %s', (language) => {
    expect(articleSchema.parse({ ...valid, language }).language).toBe(language)
  })

  it('accepts a draft without a date', () => {
    const { publishedAt: _, ...draft } = valid
    expect(articleSchema.safeParse({ ...draft, status: 'draft' }).success).toBe(true)
  })
})

describe('categories', () => {
  it('list an article under its own category, and under Editor’s Picks if it was picked', () => {
    expect(isListedIn({ category: 'food', editorsPick: false }, 'food')).toBe(true)
    expect(isListedIn({ category: 'food', editorsPick: false }, 'editors-picks')).toBe(false)
    expect(isListedIn({ category: 'food', editorsPick: true }, 'editors-picks')).toBe(true)
    expect(isListedIn({ category: 'food', editorsPick: true }, 'culture')).toBe(false)
  })
})

describe('reading time', () => {
  it.each([
    [0, 1],
    [100, 1],
    [690, 3],
  ])('is computed: %i words take %i minutes', (words, minutes) => {
    expect(estimateReadingMinutes(words)).toBe(minutes)
  })
})

describe('the day of the last correction', () => {
  const day = (date: number) => new Date(Date.UTC(2026, 8, date))
  const correctedOn = (...days: number[]) =>
    getLastCorrectedAt({
      publishedAt: day(5),
      corrections: days.map((date) => ({ at: day(date), text: 'It is told of another queen.' })),
    })

  it('is the day of the latest correction, in any order', () => {
    expect(correctedOn(14, 20, 9)).toEqual(day(20))
  })

  it('is null if nothing was corrected after publication', () => {
    expect(correctedOn()).toBeNull()
    expect(correctedOn(2, 5)).toBeNull()
  })
})

describe('the last change of an article', () => {
  const publishedAt = new Date('2026-11-01')
  const correction = (day: string) => ({ at: new Date(day), text: 'It was a Tuesday.' })

  it('is its publication, or its latest correction', () => {
    expect(getLastChangedAt({ publishedAt, corrections: [] })).toEqual(publishedAt)
    const corrections = [correction('2026-11-05'), correction('2026-11-03')]
    expect(getLastChangedAt({ publishedAt, corrections })).toEqual(new Date('2026-11-05'))
  })
})
