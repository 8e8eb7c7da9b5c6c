import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessCategory, guessTag } from './guesses.ts'
import { isUnreadable, parseMapping } from './mapping.ts'
import { planMapping } from './mapping-plan.ts'
import type { Survey } from './survey.ts'

const archives = { category: '/category/{slug}', tag: '/tag/{slug}', author: null }

const surveyOf = (categories: string[], tags: string[], authors: string[]): Survey => ({
  posts: 12,
  categories: new Map(categories.map((name) => [name, 3])),
  tags: new Map(tags.map((name) => [name, 1])),
  authors: new Map(authors.map((key) => [key, { author: null, posts: 2 }])),
  without: { category: 0, author: 0, picture: 0 },
})

const plan = (survey: Survey, existing: string | null = null) =>
  planMapping(survey, existing, archives, new Set(['jane-doe']))

describe('a guess', () => {
  it.each([
    ['Politics', 'politics'],
    ['film-tv', 'film-and-tv'],
    ['Film & TV', 'film-and-tv'],
    ['Technology', 'business-tech'],
    ['Op-Eds', 'opinion'],
    ['Uncategorized', null],
    ['राजनीति', null],
  ])('at the category %s is %s', (name, category) => expect(guessCategory(name)).toBe(category))

  it.each([
    ['Sri Lanka', 'sriLanka'],
    ['myanmar', 'burma'],
    ['LGBT', 'lgbtq'],
    ['cricket', null],
  ])('at the tag %s is %s', (name, tag) => expect(guessTag(name)).toBe(tag))
})

describe('a mapping file', () => {
  it('is proposed with what there is, and asks for what cannot be guessed', () => {
    const text = plan(surveyOf(['Politics', 'Misc'], ['india', 'cats'], ['Jane Doe']))
    expect(text).toContain('Politics: politics # 3 posts')
    expect(text).toContain('Misc: choose # 3 posts')
    expect(text).toContain('cats: drop # 1 post\n')
    expect(text).toContain('# 2 posts, at the desk already')
    const parsed = parseMapping(text)
    const lines = text.split('\n')
    expect(parsed).toEqual({
      ok: false,
      failure: [
        {
          line: lines.findIndex((line) => line.includes('Misc: choose')) + 1,
          kind: 'undecided',
          name: 'categories → Misc',
        },
        {
          line: lines.findIndex((line) => line.startsWith('otherCategory')) + 1,
          kind: 'undecided',
          name: 'otherCategory',
        },
      ],
    })
  })

  it('is sound once everything is decided', () => {
    const text = plan(surveyOf(['News'], ['india'], ['jd'])).replaceAll(/: choose\b/g, ': culture')
    const parsed = parseMapping(text)
    expect(parsed).toMatchObject({ ok: true, value: { access: 'metered', fallbackPicture: null } })
    if (!parsed.ok) return
    expect([...parsed.value.categories]).toEqual([['News', 'politics']])
    expect(parsed.value.authors.get('jd')).toEqual({
      slug: 'jd',
      name: 'jd',
      role: null,
      place: null,
    })
    expect(parsed.value.archives).toEqual(archives)
  })

  it('keeps what the editor wrote, and gains what is new in the source', () => {
    const first = plan(surveyOf(['Misc'], [], ['jd']))
    const edited = first
      .replace('Misc: choose # 3 posts', 'Misc: food # asked Ruwani')
      .replace('name: jd', 'name: J. Doe # she insists')
      .replace('timeZone: UTC', 'timeZone: Asia/Colombo')
    const second = plan(surveyOf(['Misc', 'Sport'], ['nepal'], ['jd', 'Roe']), edited)
    expect(second).toContain('Misc: food # asked Ruwani')
    expect(second).toContain('name: J. Doe # she insists')
    expect(second).toContain('timeZone: Asia/Colombo')
    expect(second).toContain('Sport: sports')
    expect(second).toContain('nepal: nepal')
    expect(second).toContain('slug: roe')
    expect(plan(surveyOf(['Misc', 'Sport'], ['nepal'], ['jd', 'Roe']), second)).toBe(second)
  })

  it('names what is wrong with its line', () => {
    const text = plan(surveyOf([], [], ['jd'])).replace(
      'otherCategory: choose',
      'otherCategory: food',
    )
    const broken = text
      .replace('timeZone: UTC', 'timeZone: Mars/Base')
      .replace('slug: jd', 'slug: Not A Slug')
      .replace('shortPosts: draft\n', '')
    const parsed = parseMapping(broken)
    const lineOf = (start: string) =>
      broken.split('\n').findIndex((line) => line.trim().startsWith(start)) + 1
    expect(parsed.ok ? [] : parsed.failure).toEqual([
      {
        kind: 'invalid',
        line: lineOf('timeZone'),
        name: 'timeZone',
        detail: expect.stringContaining('time zone'),
      },
      { kind: 'missing', line: 1, name: 'shortPosts' },
      {
        kind: 'invalid',
        line: lineOf('slug:'),
        name: 'authors → jd → slug',
        detail: expect.any(String),
      },
    ])
    expect(parsed.ok || parsed.failure.some(isUnreadable)).toBe(false)
    expect(parseMapping('a: [1\nb: 2')).toMatchObject({
      ok: false,
      failure: [{ kind: 'not-yaml', line: 2 }],
    })
    expect(parseMapping('')).toMatchObject({ ok: false, failure: [{ kind: 'not-a-mapping' }] })
    const bomb = `a: &a [x]\n${'bcdefgh'.replace(/./g, (key, at) => {
      const before = 'abcdefgh'[at]
      return `${key}: &${key} [${Array(9).fill(`*${before}`).join(', ')}]\n`
    })}`
    expect(parseMapping(bomb)).toMatchObject({ ok: false, failure: [{ kind: 'endless-aliases' }] })
  })

  it('takes whatever a source calls its things', () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .filter((each) => each !== '__proto__')
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const text = plan(surveyOf(names, names, names))
        const decided = text.replaceAll(/: choose\b/g, ': culture')
        const parsed = parseMapping(decided)
        expect(parsed.ok ? [] : parsed.failure).toEqual([])
        if (parsed.ok) expect([...parsed.value.tags.keys()].sort()).toEqual([...names].sort())
      }),
    )
  })
})
