import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import { convertPost } from './convert-post.ts'
import {
  buildContext,
  convert,
  figure,
  figureWithCaption,
  generateWords,
  long,
  post,
} from './testing/convert-sample-post.ts'

it('convertPost keeps a post’s language if it differs from the publication’s', async () => {
  expect((await convert({ language: 'ur' })).fields).toMatchObject({ language: 'ur' })
  expect((await convert({ language: 'en' })).fields).not.toHaveProperty('language')
  const body =
    'Names: Meher.\n\nگاؤں کے لوگ صبح دریا پر آتے ہیں۔ ان کی زندگی اس دریا سے جڑی ہوئی ہے اور یہ کہانی اسی کی ہے۔'
  const guessed = await convert({ body: `${body}\n\n${body}` })
  expect(guessed).toMatchObject({
    fields: { language: 'ur' },
    notes: expect.arrayContaining(['language guessed from its words: ur']),
  })
})

describe('convertPost: status and access', () => {
  it('says why a published post becomes a draft', async () => {
    const short = await convertPost({ ...post, body: 'One.' }, buildContext())
    expect(short.ok && short.value.notes).toContainEqual(
      expect.objectContaining({ unpublishedBecause: 'too short for a closed part' }),
    )
    const draft = await convertPost({ ...post, body: 'One.', status: 'draft' }, buildContext())
    expect(draft.ok && draft.value.notes.some((note) => note.unpublishedBecause)).toBe(false)
  })

  it('dates a published post without a date by its last change', async () => {
    const updatedAt = new Date('2021-02-03')
    const undated = await convert({ publishedAt: null, updatedAt })
    expect(undated.fields).toMatchObject({ status: 'published', publishedAt: updatedAt })
    const draft = await convert({ status: 'draft', publishedAt: null, updatedAt })
    expect(draft.fields).toMatchObject({ status: 'draft' })
    expect(draft.fields).not.toHaveProperty('publishedAt')
  })

  it.each([
    ['draft', 'a past date', 'draft'],
    ['private', 'a past date', 'draft'],
    ['password-protected', 'a past date', 'draft'],
    ['scheduled', 'a past date', 'draft'],
    ['scheduled', 'a future date', 'scheduled'],
    ['scheduled', 'no date', 'draft'],
    ['published', 'no date', 'draft'],
    ['published', 'a future date', 'scheduled'],
    ['published', 'a past date', 'published'],
  ] as const)(
    'converts the status of a %s post with %s to “%s”',
    async (status, date, expected) => {
      const dates = {
        'a past date': post.publishedAt,
        'a future date': new Date('2027-01-01'),
        'no date': null,
      }
      const converted = await convert({ status, publishedAt: dates[date] })
      expect(converted.fields).toMatchObject({ status: expected })
    },
  )

  it('uses the source’s visibility, otherwise the mapping’s visibility', async () => {
    expect((await convert({ visibility: 'members' })).fields).toMatchObject({ access: 'members' })
    expect((await convert({})).fields).toMatchObject({ access: 'metered' })
    expect((await convert({}, { access: 'public' })).fields).toMatchObject({ access: 'public' })
  })

  it('never makes a closed post public just because it’s short', async () => {
    const cut = await convert({ body: 'One.\n\nTwo.' })
    expect(cut.fields).toMatchObject({ status: 'published', body: 'One.\n\n<!-- more -->\n\nTwo.' })
    const short = await convert({ body: 'One.' })
    expect(short.fields).toMatchObject({ status: 'draft', access: 'metered' })
    const open = await convert({ body: 'One.' }, { shortPosts: 'public' })
    expect(open.fields).toMatchObject({ status: 'published', access: 'public' })
    // shortPosts applies only to posts whose source says nothing.
    const closed = await convert({ body: 'One.', visibility: 'members' }, { shortPosts: 'public' })
    expect(closed.fields).toMatchObject({ status: 'draft', access: 'members' })
  })
})

describe('convertPost', () => {
  it('follows the mapping', async () => {
    const converted = await convert({
      categories: ['Misc', 'Eat', 'News'],
      tags: ['cats', 'Bharat', 'india'],
    })
    expect(converted.fields).toMatchObject({
      category: 'food',
      tags: ['india'],
      authors: ['jane-doe'],
    })
    expect(converted.notes).toEqual([
      'category Misc not imported',
      'also in politics: not imported, because articles have one category here',
      'tag cats not imported',
    ])
    const bare = await convert({ categories: ['Misc'] })
    expect(bare.fields).toMatchObject({ category: 'culture' })
    expect(bare.notes).toEqual([
      'category Misc not imported',
      'no mapped category: culture is used instead',
    ])
    // Ghost's tags are categories too.
    const both = ['News', 'cats', 'india']
    const tagged = await convert({ categories: both, tags: both })
    expect(tagged.notes).toEqual(['tag cats not imported'])
    expect((await convert({ authors: [] })).reason).toMatch(/no author/)
    const unsigned = await convert({ authors: [] }, { otherAuthor: 'staff' })
    expect(unsigned.fields).toMatchObject({ authors: ['staff'] })
    expect(unsigned.notes).toEqual(['no author: staff is used instead'])
  })

  it('removes invisible characters', async () => {
    const converted = await convert({ title: 'Rain\u0007 \u202eagain', tags: [] })
    expect(converted.fields).toMatchObject({ title: 'Rain again', publishedAt: expect.any(Date) })
    expect(converted.notes).toContain('invisible characters removed')
  })

  it('imports at most twelve authors', async () => {
    const authors = Array.from({ length: 14 }, (_, number) => `author-${number}`)
    const crowded = await convert({ authors }, {}, { authorSlug: (key: string) => key })
    expect(crowded.fields).toMatchObject({ authors: authors.slice(0, 12) })
    expect(crowded.notes).toEqual(['2 of its authors not imported: the limit is 12'])
  })

  it('leaves the dek empty if neither the post nor its text provides one', async () => {
    const bare = await convert({ dek: null, body: figure('a.jpg'), visibility: 'public' })
    expect(bare.fields).toMatchObject({ dek: '' })
    expect(bare.notes).toContain('no excerpt, and no usable sentence')
  })

  it('imports every tag', async () => {
    const tagSlugs = ['lgbtq', 'sriLanka']
    const all = Object.fromEntries(tagSlugs.map((tag) => [tag, tag]))
    const converted = await convert({ tags: tagSlugs }, { tags: all })
    expect([converted.fields.tags, converted.notes]).toEqual([tagSlugs, []])
  })

  it('shortens titles and deks, and creates missing titles and deks from the text', async () => {
    const converted = await convert({
      title: '',
      dek: null,
      body: `He said “no”. Then he left.\n\n${long}`,
    })
    expect(converted.fields).toMatchObject({ title: expect.stringMatching(/^He said “no”\./) })
    const captioned = { ...figureWithCaption, dek: 'A ferry in the mist The river…' }
    const generated = await convert(captioned)
    expect(generated.fields).toMatchObject({ dek: 'The river was low.' })
    expect(generated.notes).toContain(
      'excerpt made from a caption or heading: the beginning of its text is used instead',
    )
    const lengthy = await convert({ title: generateWords(90), dek: generateWords(200) })
    expect(String(lengthy.fields.title)).toMatch(/^word0 .*…$/)
    expect(lengthy.notes).toHaveLength(2)
    expect((await convert({ body: ' \n' })).reason).toMatch(/^has no text/)
  })

  it('converts only public pages', async () => {
    const page = await convert({ kind: 'page', updatedAt: new Date('2021-01-01') })
    expect(page.fields).toEqual({
      title: 'One',
      dek: 'A dek.',
      body: long,
      revisedAt: new Date('2021-01-01'),
    })
    expect((await convert({ kind: 'page', status: 'private' })).reason).toMatch(/only be published/)
    const later = { kind: 'page', publishedAt: new Date('2027-01-01') } as const
    expect((await convert(later)).reason).toMatch(/in the future/)
    for (const visibility of ['members', 'metered'] as const) {
      const closed = await convert({ kind: 'page', visibility })
      expect(closed.reason).toMatch(/pages are always public here/)
    }
    expect((await convert({ kind: 'page', visibility: 'public' })).fields).toMatchObject({
      body: long,
    })
  })

  it('removes scripts', async () => {
    const { fields } = await convert({
      title: '<script>alert(1)</script>',
      body: `<script>alert(2)</script> [x](javascript:alert(3))\n\n${long}`,
    })
    const { freePreview } = renderBody(String(fields.body))
    expect(freePreview).not.toMatch(/<script|href="javascript/)
  })
})
