import { describe, expect, it } from 'vitest'
import { checkDocument } from './check-document.ts'
import type { PublicationLookup } from './check-references.ts'
import { describeProblem } from './problem.ts'

const fields = {
  title: 'A',
  dek: 'B',
  category: 'culture',
  tags: ['food'],
  authors: ['ayesha-siddiqui'],
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
  status: 'published',
  publishedAt: new Date('2026-11-01T00:00:00Z'),
}
const body = 'One.\n\n<!-- more -->\n\nTwo.'
const lookup = {
  hasDocument: (path) => ['authors/ayesha-siddiqui', 'tags/food', 'pages/about'].includes(path),
  names: {
    authors: new Map([['ayesha-siddiqui', 'Ayesha Siddiqui']]),
    tags: new Map([['food', 'Food and drink']]),
  },
} satisfies PublicationLookup

function check(
  change: Record<string, unknown>,
  facts: PublicationLookup = lookup,
  slug = 'a-story',
) {
  const { problems } = checkDocument(
    'articles',
    slug,
    { fields: { ...fields, ...change }, body },
    facts,
  )
  return problems.map(({ field, message, fix }) => [describeProblem(field, message), fix])
}

describe('a document', () => {
  it('without problems is returned as it will be stored', () => {
    const checked = checkDocument('articles', 'a-story', { fields, body }, lookup)
    expect(checked).toMatchObject({ fields: { ...fields, body, access: 'metered' }, problems: [] })
  })

  it.each([
    [
      { category: 'Culture' },
      expect.stringMatching(/^category: must be one of .*\. Did you mean culture\?$/),
      { value: 'culture' },
    ],
    [
      { category: 'cultur' },
      expect.stringContaining('Did you mean culture?'),
      { value: 'culture', isGuess: true },
    ],
    [{ category: 'x' }, expect.stringMatching(/^category: must be one of [^.]*$/), undefined],
    [
      { authors: ['Ayesha Siddiqui'] },
      'authors: "Ayesha Siddiqui" isn’t an author’s slug. Did you mean ayesha-siddiqui?',
      { value: 'ayesha-siddiqui' },
    ],
    [
      { authors: ['ayesha-sidiqi'] },
      'authors: author "ayesha-sidiqi" not found. Did you mean ayesha-siddiqui?',
      { value: 'ayesha-siddiqui', isGuess: true },
    ],
    [{ authors: ['nobody'] }, 'authors: author "nobody" not found', undefined],
    [{ tags: ['Food'] }, 'tags: tag "Food" not found. Did you mean food?', { value: 'food' }],
    [
      { tags: ['Food and drink'] },
      'tags: "Food and drink" isn’t a tag’s slug. Did you mean food?',
      { value: 'food' },
    ],
    [{ tags: ['a'.repeat(61)] }, expect.stringContaining('not found'), undefined],
    [
      { editorspick: true },
      'editorspick: unknown field. Did you mean editorsPick?',
      { name: 'editorsPick', isGuess: true },
    ],
    [{ updatedAt: new Date() }, 'updatedAt: unknown field', undefined],
    [
      { access: 'Members' },
      'access: must be one of public, metered, members. Did you mean members?',
      { value: 'members' },
    ],
    [
      { title: 1984 },
      'title: must be text, so it needs quotation marks in a file',
      { value: '1984' },
    ],
    [
      { tags: 'food, nepal' },
      'tags: must be a list, such as [one, two]',
      { value: ['food', 'nepal'] },
    ],
    [
      { image: 'a.jpg' },
      'image: must be a group of lines below its name, indented by two spaces',
      undefined,
    ],
  ])('has a suggestion for %j', (change, message, fix) => {
    expect(check(change)).toEqual([[message, fix]])
  })

  it('names a misspelt field beside other problems', () => {
    expect(check({ title: undefined, titel: 'A' })).toEqual([
      ['title: is missing', undefined],
      ['titel: unknown field. Did you mean title?', { name: 'title', isGuess: true }],
    ])
  })

  it('can also be checked without the publication’s names', () => {
    expect(check({ authors: ['Ayesha Siddiqui', 'nobody'] }, {})).toEqual([
      [
        'authors: "Ayesha Siddiqui" isn’t an author’s slug. Did you mean ayesha-siddiqui?',
        { value: 'ayesha-siddiqui', isGuess: true },
      ],
    ])
    const tooLong = check({ tags: ['a'.repeat(61)] }, {})
    expect(tooLong).toEqual([[expect.stringContaining('is longer than 60 characters'), undefined]])
  })

  it('can’t have another document’s address', () => {
    expect(check({}, lookup, 'about')).toEqual([
      ['pages/about already uses the address /about', undefined],
    ])
  })

  it('may keep a flagged picture only where it is stored', () => {
    const image = { ...fields.image, alt: '', altNeeded: true }
    expect(check({ image }, { ...lookup, stored: { ...fields, image } })).toEqual([])
    expect(check({ image }, { ...lookup, stored: null })).toEqual([
      ['image.alt: needs a description of the picture, for screen readers', undefined],
    ])
  })

  it('may show a subscribers’ picture to everybody only if it is stored again', () => {
    const id = 'b-0123456789abcdef'
    const figure = `::figure{image="${id}" alt="A" width="3" height="2"}`
    const stored = { ...fields, body: `${body}\n\n${figure}` }
    const opened = { fields: { ...fields, access: 'public' }, body: stored.body }
    const problemsOf = (facts: PublicationLookup) =>
      checkDocument('articles', 'a-story', opened, { ...facts, stored }).problems
    expect(problemsOf({})).toMatchObject([{ line: 7, message: expect.stringContaining(id) }])
    expect(problemsOf({ uploadedImageIds: new Set([id]) })).toEqual([])
  })
})
