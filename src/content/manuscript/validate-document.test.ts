import { describe, expect, it } from 'vitest'
import { describeProblem } from './problem.ts'
import { maxDocumentBytes, validateDocument } from './validate-document.ts'

const article = {
  title: 'A',
  dek: 'B',
  body: 'One.\n\n<!-- more -->\n\nTwo.',
  category: 'food',
  tags: ['india'],
  authors: ['somebody'],
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
  status: 'published',
  publishedAt: new Date('2026-11-01T00:00:00Z'),
}

function validate(change: Record<string, unknown>, slug = 'a-story') {
  const checked = validateDocument('articles', slug, { ...article, ...change })
  return checked.problems.map(({ field, message, line }) =>
    line === undefined ? describeProblem(field, message) : `${field}: ${line}: ${message}`,
  )
}

describe('a document', () => {
  it('without problems gets the schema’s defaults', () => {
    const { fields } = validateDocument('articles', 'a-story', article)
    expect(fields).toMatchObject({ ...article, access: 'metered', corrections: [] })
    expect(fields).not.toHaveProperty('updatedAt')
  })

  it.each([
    [{ title: undefined }, 'title: is missing'],
    [{ dek: null }, 'dek: is missing'],
    [{ title: '' }, 'title: is empty'],
    [{ title: 'x'.repeat(201) }, 'title: is longer than 200 characters'],
    [{ tags: ['india', 'sri lanka'] }, 'tags: "sri lanka" isn’t a valid tag: use letters'],
    [{ tags: [null] }, 'tags: an entry is missing'],
    [{ authors: ['A B'] }, 'authors: "A B" isn’t a valid slug: use lowercase letters'],
    [{ corrections: [{ at: new Date(), text: '' }] }, 'corrections, entry 1, text: is empty'],
    [{ authors: [] }, 'authors: needs at least one author'],
    [{ publishedAt: '2026-11-21' }, 'publishedAt: must be a day and a time of day'],
    [{ image: { ...article.image, alt: '' } }, 'image.alt: needs a description'],
    [{ body: 'All of it is open.' }, 'body: has no text behind its free preview'],
    [{ body: 'One.\n\n::figure{image="x"}\n\n<!-- more -->\n\nTwo.' }, 'body: 3: ::figure needs'],
  ])('with %j has the problem “%s”', (change, expected) => {
    expect(validate(change)[0]).toContain(expected)
  })

  it('is limited in bytes, not in characters', () => {
    const body = `One.\n\n<!-- more -->\n\n${'字'.repeat(400_000)}`
    expect(validate({ body })).toEqual([
      expect.stringMatching(/^body: is too long: the document would have 1\d{6} bytes/),
    ])
  })

  it('reports all problems together', () => {
    expect(validate({ title: undefined, dek: null, access: 'x' })).toHaveLength(3)
  })

  it('is refused at a reserved or invalid address', () => {
    expect(validate({}, 'login')).toEqual(['"login" is reserved for the site itself'])
    expect(validate({}, 'Not a slug')[0]).toBe(
      '"Not a slug" isn’t a valid slug: use lowercase letters, digits and single hyphens, such as my-story. Did you mean not-a-slug?',
    )
    const { problems } = validateDocument('issues', 'a'.repeat(81), {})
    expect(problems[0]?.message).toContain('is longer than 80 characters')
  })

  it('reports unknown fields at any depth', () => {
    const { unknownFields } = validateDocument('articles', 'a', {
      ...article,
      editorspick: true,
      image: { ...article.image, motif: 'lamp' },
    })
    expect(unknownFields).toEqual([
      { field: ['image', 'motif'], meant: null },
      { field: ['editorspick'], meant: 'editorsPick' },
    ])
  })

  it('needs no text after its free preview if it is public', () => {
    expect(validate({ body: 'All of it is open.', access: 'public' })).toEqual([])
  })

  it('leaves room in Firestore’s limit for a revision’s own fields', () => {
    expect(maxDocumentBytes).toBeLessThan(1024 * 1024 - 10_000)
  })
})
