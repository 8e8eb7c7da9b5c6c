import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MappingPlanOptions, planMapping } from '../run/plan-mapping.ts'
import { createTagGuess, guessCategory } from './guess-taxonomy.ts'
import { parseMapping } from './mapping.ts'
import type { SourceSurvey } from './source-survey.ts'

const archives = { category: '/category/{slug}', tag: '/tag/{slug}', author: null }

const buildPosts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    sourceId: `ghost:${at}`,
    kind: 'article' as const,
    slug: '',
    title: '',
    publishedAt: null,
    updatedAt: null,
  }))

const buildSurvey = (categories: string[], tags: string[], authors: string[]): SourceSurvey => ({
  site: { address: null, likelyAddress: null },
  posts: 12,
  excluded: new Map(),
  pages: new Map(),
  links: { total: 0, missing: 0, examples: [] },
  surveyedPosts: buildPosts(12),
  categories: new Map(categories.map((name) => [name, 3])),
  tags: new Map(tags.map((name) => [name, 1])),
  authors: new Map(authors.map((key) => [key, { author: null, posts: 2 }])),
  without: { category: 0, author: 0, image: 0 },
  undescribedPictures: 0,
})

const tags = new Map([
  ['lgbtq', 'LGBTQ'],
  ['india', 'India'],
  ['burma', 'Burma'],
  ['nepal', 'Nepal'],
  ['sriLanka', 'Sri Lanka'],
])

const planFor = (
  survey: SourceSurvey,
  existing: string | null = null,
  options: Partial<MappingPlanOptions> = {},
) =>
  planMapping({
    survey,
    existing,
    archives,
    authors: new Map([['jane-doe', 'Jane Doe']]),
    tags,
    questions: [],
    identity: null,
    needsOldSite: false,
    ...options,
  })

describe('a guessed mapping', () => {
  it.each([
    ['Politics', 'politics'],
    ['film-tv', 'film-and-tv'],
    ['Film & TV', 'film-and-tv'],
    ['Technology', 'business-tech'],
    ['Op-Eds', 'opinion'],
    ['Uncategorized', null],
    ['राजनीति', null],
  ])('maps the category %s to %s', (name, category) => expect(guessCategory(name)).toBe(category))

  it.each([
    ['Sri Lanka', 'sriLanka'],
    ['myanmar', 'burma'],
    ['LGBT', 'lgbtq'],
    ['cricket', null],
  ])('maps the tag %s to %s', (name, tag) => expect(createTagGuess(tags)(name)).toBe(tag))
})

describe('a mapping file', () => {
  it('is proposed from the source, and asks for anything that can’t be guessed', () => {
    const text = planFor(buildSurvey(['Politics', 'Misc'], ['india', 'cats'], ['Jane Doe']))
    expect(text).toContain('Politics: politics # 3 posts')
    expect(text).toContain(
      '# Other categories in the source (number of posts):\n#   Misc (3)\notherCategory: choose\n',
    )
    expect(text).toContain(
      '# Other tags in the source (number of posts):\n#   cats (1)\notherTags: drop\n',
    )
    expect(text).toContain('# 2 posts, already exists')
    const parsed = parseMapping(text)
    const lines = text.split('\n')
    const line = 1 + lines.findIndex((one) => one.startsWith('otherCategory'))
    const problems = [{ line, reason: 'otherCategory: replace “choose”' }]
    expect(parsed).toEqual({ ok: false, failure: { isUnreadable: false, problems } })
  })

  it('is valid once everything is decided', () => {
    const text = planFor(buildSurvey(['News'], ['india'], ['jd'])).replaceAll(
      /: choose\b/g,
      ': culture',
    )
    const parsed = parseMapping(text)
    expect(parsed).toMatchObject({ ok: true, value: { access: 'metered', fallbackImage: null } })
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

  it('keeps the editor’s answers, and adds new entries of the source', () => {
    const first = planFor(buildSurvey(['Misc'], [], ['jd']))
    const edited = first
      .replace(/^categories:$/m, 'categories:\n  Misc: food # asked Ruwani')
      .replace('name: jd', 'name: J. Doe # she insists')
      .replace('timeZone: UTC', 'timeZone: Asia/Colombo')
    const second = planFor(buildSurvey(['Misc', 'Sport'], ['nepal'], ['jd', 'Roe']), edited)
    expect(second).toContain('Misc: food # asked Ruwani')
    expect(second).toContain('name: J. Doe # she insists')
    expect(second).toContain('timeZone: Asia/Colombo')
    expect(second).toContain('Sport: sports')
    expect(second).toContain('nepal: nepal')
    expect(second).toContain('slug: roe')
    expect(planFor(buildSurvey(['Misc', 'Sport'], ['nepal'], ['jd', 'Roe']), second)).toBe(second)
  })

  it('counts the pictures without a description', () => {
    const withPictures = (undescribedPictures: number) => ({
      ...buildSurvey([], [], ['jd']),
      undescribedPictures,
    })
    const first = planFor(withPictures(57))
    expect(first).toMatch(/^descriptions: # 57 pictures have no description$/m)
    expect(planFor(withPictures(1), first)).toMatch(/^descriptions: # 1 picture has no/m)
    const described = first.replace(/^(descriptions:.*)$/m, '$1\n  a.jpg: A cat asleep on a ledger')
    const parsed = parseMapping(
      planFor(withPictures(56), described).replaceAll(': choose', ': food'),
    )
    expect(parsed).toMatchObject({ ok: true })
    if (parsed.ok) expect(parsed.value.descriptions.size).toBe(1)
  })

  it('names each problem with its line', () => {
    const text = planFor(buildSurvey([], [], ['jd'])).replace(
      'otherCategory: choose',
      'otherCategory: food',
    )
    const broken = text
      .replace('timeZone: UTC', 'timeZone: Mars/Base')
      .replace('slug: jd', 'slug: Not A Slug')
      .replace('shortPosts: public\n', '')
    const parsed = parseMapping(broken)
    const lineOf = (start: string) =>
      broken.split('\n').findIndex((line) => line.trim().startsWith(start)) + 1
    const problems = [
      { line: lineOf('timeZone'), reason: expect.stringMatching(/^timeZone: .*time zone/) },
      { line: 1, reason: 'shortPosts: is missing' },
      { line: lineOf('slug:'), reason: expect.stringMatching(/^authors → jd → slug: ./) },
    ]
    expect(parsed).toEqual({ ok: false, failure: { isUnreadable: false, problems } })
    const unreadable = (line: number, reason = expect.any(String)) => ({
      ok: false,
      failure: { isUnreadable: true, problems: [{ line, reason }] },
    })
    expect(parseMapping('a: [1\nb: 2')).toEqual(unreadable(2))
    expect(parseMapping('')).toEqual(
      unreadable(1, 'the file isn’t a mapping. Correct or delete it.'),
    )
    const bomb = `a: &a [x]\n${'bcdefgh'.replace(/./g, (key, at) => {
      const before = 'abcdefgh'[at]
      return `${key}: &${key} [${Array(9).fill(`*${before}`).join(', ')}]\n`
    })}`
    expect(parseMapping(bomb)).toEqual(
      unreadable(1, 'the file uses more than 10 YAML aliases. Replace them with their values.'),
    )
  })

  it('accepts any names in a source', () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .filter((each) => each !== '__proto__')
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const text = planFor(buildSurvey(names, names, names))
        const decided = text.replaceAll(/: choose\b/g, ': culture')
        const parsed = parseMapping(decided)
        expect(parsed.ok ? [] : parsed.failure.problems).toEqual([])
        if (parsed.ok) expect([...parsed.value.authors.keys()].sort()).toEqual([...names].sort())
        expect(planFor(buildSurvey(names, names, names), text)).toBe(text)
      }),
      { examples: [[['\u2028\u0000']]] },
    )
  })
})

describe('the questions of a mapping file', () => {
  const countQuestions = (text: string) => {
    const parsed = parseMapping(text)
    const problems = parsed.ok ? [] : parsed.failure.problems
    return problems.filter(({ reason }) => reason.endsWith(': replace “choose”')).length
  }

  it('ask once for all categories without a counterpart, however many there are', () => {
    const names = Array.from({ length: 300 }, (_, at) => `shelf-${at}`)
    const text = planFor(buildSurvey(names, names, []))
    expect(countQuestions(text)).toBe(1)
    expect(text).toContain('and 260 more with at most 3 posts each')
    expect(text.split('\n').length).toBeLessThan(100)
  })

  it('are answered with the category that most posts have', () => {
    const { categories, ...survey } = buildSurvey(['Sport', 'Food'], [], [])
    const text = planFor({
      ...survey,
      categories: new Map([...categories, ['Food', 1]]),
      surveyedPosts: buildPosts(5),
    })
    expect(text).toContain('otherCategory: sports # as Sport, which 3 of 5 posts have')
    expect(countQuestions(text)).toBe(0)
  })

  it('name the only author for posts without an author, and ask if there are several', () => {
    const without = { category: 0, author: 2, image: 0 }
    const planAuthors = (...authors: string[]) =>
      planFor({ ...buildSurvey([], [], authors), without })
    expect(planAuthors('Meher Bano')).toContain('otherAuthor: meher-bano # 2 posts')
    expect(planAuthors('Meher Bano', 'Ruwani')).toContain('otherAuthor: choose # 2 posts')
    expect(planAuthors()).toContain('otherAuthor: choose # 2 posts')
    expect(planAuthors()).toContain('To add an author whom the source doesn’t name')
  })

  it('ask whether an author with another author’s slug is the same person', () => {
    const authors = new Map([
      ['meher', 'Meher Bano'],
      ['ruwani', 'RUWANI'],
    ])
    const text = planFor(buildSurvey([], [], ['meher', 'ruwani']), null, { authors })
    expect(text).toContain('meher is Meher Bano here')
    expect(text).toContain('slug: choose')
    expect(text).toContain('slug: ruwani')
    const parsed = parseMapping(text)
    expect(parsed.ok ? [] : parsed.failure.problems.map(({ reason }) => reason)).toEqual([
      'otherCategory: replace “choose”',
      'authors → meher → slug: replace “choose”',
    ])
  })

  it('ask for the old site’s address if it identifies the source, unless the source reveals it', () => {
    const survey = buildSurvey([], [], [])
    const asking = planFor(survey, null, { needsOldSite: true })
    expect(asking).toContain('oldSite: choose')
    expect(countQuestions(asking)).toBe(2)
    const likelyAddress = 'https://ice.example'
    const revealed = { ...survey, site: { address: null, likelyAddress } }
    const filled = planFor(revealed, null, { needsOldSite: true })
    expect(filled).toContain('oldSite: https://ice.example # found in the source: check it')
    expect(planFor(survey, filled, { needsOldSite: true })).toBe(filled)
  })

  it('have one answer for all addresses in use, and the answer stays when the plan runs again', () => {
    const post = { ...buildPosts(1)[0]!, slug: 'water', title: 'Water #1\nmore' }
    const questions = [
      { post, slug: 'water', importedFrom: null },
      { post, slug: 'ice', importedFrom: 'ghost:ice.example#1' },
    ]
    const text = planFor(buildSurvey([], [], []), null, { questions })
    expect(text).toContain('#   water: written with the desk; here “Water #1 more”\n')
    expect(text).toContain('#   ice: imported from ghost:ice.example#1')
    expect(text).toContain('otherAddresses: choose # 2 addresses')
    expect(countQuestions(text)).toBe(2)
    const decided = text.replace('otherAddresses: choose', 'otherAddresses: new')
    const again = planFor(buildSurvey([], [], []), decided, { questions: questions.slice(1) })
    expect(again).toContain('otherAddresses: new')
    expect(again).not.toContain('#   water:')
  })

  it('name each folder once', () => {
    const text = planFor(buildSurvey([], [], []), null, { identity: 'a1b2c3d4' })
    expect(text).toContain('source: a1b2c3d4\n')
    expect(planFor(buildSurvey([], [], []), text, { identity: 'e5' })).toBe(text)
  })
})
