import { describe, expect, it } from 'vitest'
import { checkDocument, largestDocument } from './validation.ts'

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

function problems(change: Record<string, unknown>, slug = 'a-story') {
  const checked = checkDocument('articles', slug, { ...article, ...change })
  return checked.problems.map(({ field, message, line }) =>
    [field.join('.'), ...(line === undefined ? [] : [line]), message].join(': '),
  )
}

describe('a document', () => {
  it('that is sound has no problems, and gets the schema’s defaults', () => {
    const { fields } = checkDocument('articles', 'a-story', article)
    expect(fields).toMatchObject({ ...article, access: 'metered', corrections: [] })
    expect(fields).not.toHaveProperty('updatedAt')
  })

  it.each([
    [{ title: undefined }, 'title: is missing'],
    [{ dek: null }, 'dek: is missing'],
    [{ title: '' }, 'title: is empty'],
    [{ title: 'x'.repeat(201) }, 'title: is longer than 200 characters'],
    [{ tags: ['atlantis'] }, 'tags.0: must be one of lgbtq, bollywood'],
    [{ authors: [] }, 'authors: needs at least one author'],
    [{ publishedAt: '2026-11-21' }, 'publishedAt: must be a time with its zone'],
    [{ image: { ...article.image, alt: '' } }, 'image.alt: needs a description'],
    [{ body: 'All of it is open.' }, 'body: has nothing behind its lead-in'],
    [{ body: 'One.\n\n::figure{image="x"}\n\n<!-- more -->\n\nTwo.' }, 'body: 3: ::figure needs'],
  ])('%j', (change, expected) => {
    expect(problems(change)[0]).toContain(expected)
  })

  it('has to fit into Firestore by its bytes, not by its letters', () => {
    const body = `One.\n\n<!-- more -->\n\n${'字'.repeat(400_000)}`
    expect(problems({ body })).toEqual([
      expect.stringMatching(/^body: is too long: the document would have 1\d{6} bytes/),
    ])
  })

  it('says everything at once', () => {
    expect(problems({ title: undefined, dek: '', category: 'x' })).toHaveLength(3)
  })

  it('may not stand at an address of the site, or at none', () => {
    expect(problems({}, 'login')).toEqual([': /login is an address of the site itself'])
    expect(problems({}, 'Not a slug')[0]).toContain('must be lowercase')
  })

  it('names fields that nobody knows, however deep', () => {
    const { unknown } = checkDocument('articles', 'a', {
      ...article,
      editorspick: true,
      image: { ...article.image, motif: 'lamp' },
    })
    expect(unknown).toEqual([['image', 'motif'], ['editorspick']])
  })

  it('may be public as a whole, and is then not asked for what is behind its lead-in', () => {
    expect(problems({ body: 'All of it is open.', access: 'public' })).toEqual([])
  })

  it('leaves room in Firestore’s mebibyte for a revision’s own fields', () => {
    expect(largestDocument).toBeLessThan(1024 * 1024 - 10_000)
  })
})
