import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import { tagSlugs } from '../../../src/domain/tag.ts'
import type { ImportedPost } from '../import/imported.ts'
import { checkDocument } from '../validation.ts'
import { type TakenPost, takePost } from './import-post.ts'
import { type Mapping, mappingSchema } from './mapping.ts'

const now = new Date('2026-01-01T00:00:00Z')
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
const long = `${words(90)}.\n\nThe rest.`
const cover = { src: 'cover.jpg', alt: 'A cover', caption: null, credit: null }

const post: ImportedPost = {
  kind: 'article',
  sourceId: 'ghost:1',
  slug: 'one',
  title: 'One',
  dek: 'A dek.',
  body: long,
  image: cover,
  authors: ['jane'],
  categories: ['News'],
  tags: [],
  status: 'published',
  visibility: null,
  publishedAt: new Date('2020-01-01T00:00:00Z'),
  updatedAt: null,
  formerAddresses: [],
  notes: [],
}

const mappingOf = (changes: object = {}): Mapping =>
  mappingSchema.parse({
    timeZone: 'UTC',
    access: 'metered',
    shortPosts: 'draft',
    credit: 'Archive',
    categories: { News: 'politics', Eat: 'food', Misc: 'drop' },
    otherCategory: 'culture',
    tags: { india: 'india', Bharat: 'india', cats: 'drop' },
    ...changes,
  })

const pictures = {
  look: async (src: string) =>
    src === 'gone.jpg'
      ? fail({ reason: 'answers 503', passing: true })
      : succeed({ id: `${src.replace('.jpg', '')}-0123456789abcdef`, width: 3, height: 2 }),
}
const fallback = {
  id: 'cloth-0123456789abcdef',
  alt: 'Cloth',
  credit: 'Studio',
  width: 3,
  height: 2,
}

/** Of a post that is left out. */
const nothing: TakenPost = { fields: {}, pictures: new Map(), notes: [], missed: 0 }

async function take(changes: Partial<ImportedPost>, mapping: object = {}, others: object = {}) {
  const context = {
    mapping: mappingOf(mapping),
    pictures,
    authorSlug: (key: string) => (key === 'jane' ? 'jane-doe' : null),
    fallback: null,
    now,
    ...others,
  }
  const taken = await takePost({ ...post, ...changes }, context)
  if (!taken.ok) return { ...nothing, reason: taken.failure.join('; ') }
  const collection = changes.kind === 'page' ? 'pages' : 'articles'
  // Whatever comes in passes what the build asks of it.
  expect(checkDocument(collection, 'one', taken.value.fields).problems).toEqual([])
  return { reason: '', ...taken.value }
}

const figure = (src: string, alt = 'A figure') => `::figure{src="${src}" alt="${alt}"}`

describe('who may read what came in', () => {
  it.each([
    ['draft', post.publishedAt, 'draft'],
    ['private', post.publishedAt, 'draft'],
    ['behind-password', post.publishedAt, 'draft'],
    ['scheduled', new Date('2025-01-01'), 'draft'],
    ['scheduled', new Date('2027-01-01'), 'scheduled'],
    ['scheduled', null, 'draft'],
    ['published', null, 'draft'],
    ['published', new Date('2027-01-01'), 'scheduled'],
    ['published', post.publishedAt, 'published'],
  ] as const)('%s, of %s, is %s', async (status, publishedAt, expected) => {
    const taken = await take({ status, publishedAt })
    expect(taken.fields).toMatchObject({ status: expected })
  })

  it('follows the source, and the mapping where the source says nothing', async () => {
    expect((await take({ visibility: 'members' })).fields).toMatchObject({ access: 'members' })
    expect((await take({})).fields).toMatchObject({ access: 'metered' })
    expect((await take({}, { access: 'public' })).fields).toMatchObject({ access: 'public' })
  })

  it('leaves nothing closed open by being short', async () => {
    const cut = await take({ body: 'One.\n\nTwo.' })
    expect(cut.fields).toMatchObject({ status: 'published', body: 'One.\n\n<!-- more -->\n\nTwo.' })
    const short = await take({ body: 'One.' })
    expect(short.fields).toMatchObject({ status: 'draft', access: 'metered' })
    const open = await take({ body: 'One.' }, { shortPosts: 'public' })
    expect(open.fields).toMatchObject({ status: 'published', access: 'public' })
    // What its source had closed is never opened by a setting for those that it had not.
    const closed = await take({ body: 'One.', visibility: 'members' }, { shortPosts: 'public' })
    expect(closed.fields).toMatchObject({ status: 'draft', access: 'members' })
  })
})

describe('the picture over it', () => {
  it('is its own, with a description or its caption', async () => {
    expect((await take({})).fields.image).toMatchObject({ alt: 'A cover', credit: 'Archive' })
    const captioned = { ...cover, alt: null, caption: 'Asleep', credit: 'Roe' }
    expect((await take({ image: captioned })).fields.image).toMatchObject({
      alt: 'Asleep',
      credit: 'Roe',
    })
    const described = await take(
      { image: { ...cover, alt: null } },
      { descriptions: { 'cover.jpg': 'Said' } },
    )
    expect(described.fields.image).toMatchObject({ alt: 'Said' })
  })

  it('is the first of its text, or the one for such posts, or there is no article', async () => {
    const bare = { ...cover, alt: null }
    const body = `${long}\n\n${figure('a.jpg')}`
    expect((await take({ image: bare, body })).fields.image).toMatchObject({ alt: 'A figure' })
    expect((await take({ image: bare }, {}, { fallback })).fields.image).toEqual(fallback)
    expect((await take({ image: bare })).reason).toMatch(/no picture with a description/)
    const gone = await take({ image: { ...cover, src: 'gone.jpg' }, body })
    expect([gone.missed, gone.notes.join()]).toEqual([1, expect.stringContaining('answers 503')])
  })

  it('is none that its readers paid for', async () => {
    const body = `${words(90)}\n\n${figure('paid.jpg')}\n\nThe rest.`
    const closed = await take({ image: null, body, visibility: 'members' }, {}, { fallback })
    expect(closed.fields.image).toEqual(fallback)
    expect(closed.pictures.get('paid.jpg')).toEqual({ closed: true })
    const wasOpen = await take({ image: null, body })
    expect(wasOpen.fields.image).toMatchObject({ id: 'paid-0123456789abcdef' })
    expect(wasOpen.pictures.get('paid.jpg')).toEqual({ closed: false })
  })

  it('is closed in the text where it stands behind the lead-in alone', async () => {
    const body = `${figure('open.jpg')}\n\n${words(90)}\n\n${figure('shut.jpg')}`
    const { pictures: stood } = await take({ body })
    expect([...stood]).toEqual([
      ['open.jpg', { closed: false }],
      ['shut.jpg', { closed: true }],
      ['cover.jpg', { closed: false }],
    ])
  })
})

describe('the rest of it', () => {
  it('goes by the mapping', async () => {
    const taken = await take({
      categories: ['Misc', 'Eat', 'News'],
      tags: ['cats', 'Bharat', 'india'],
    })
    expect(taken.fields).toMatchObject({ category: 'food', tags: ['india'], authors: ['jane-doe'] })
    expect(taken.notes).toEqual([
      'its category Misc is left out',
      'it stood in politics as well, and has one category here',
      'its tag cats is left out',
    ])
    const bare = await take({ categories: ['Misc'] })
    expect(bare.fields).toMatchObject({ category: 'culture' })
    expect(bare.notes).toEqual([
      'its category Misc is left out',
      'it had no category that is kept: culture stands there',
    ])
    expect((await take({ authors: [] })).reason).toMatch(/no author/)
    const unsigned = await take({ authors: [] }, { otherAuthor: 'staff' })
    expect(unsigned.fields).toMatchObject({ authors: ['staff'] })
    expect(unsigned.notes).toEqual(['it had no author: staff stands there'])
  })

  it('takes every tag that there is', async () => {
    const all = Object.fromEntries(tagSlugs.map((tag) => [tag, tag]))
    const taken = await take({ tags: tagSlugs }, { tags: all })
    expect([taken.fields.tags, taken.notes]).toEqual([tagSlugs, []])
  })

  it('has a title and a dek of lengths that fit, made of its words where it has none', async () => {
    const taken = await take({
      title: '',
      dek: null,
      body: `He said “no”. Then he left.\n\n${long}`,
    })
    expect(taken.fields).toMatchObject({ title: expect.stringMatching(/^He said “no”\./) })
    const lengthy = await take({ title: words(90), dek: words(200) })
    expect(String(lengthy.fields.title)).toMatch(/^word0 .*…$/)
    expect(lengthy.notes).toHaveLength(2)
    expect((await take({ body: ' \n' })).reason).toMatch(/^has no text/)
  })

  it('becomes a page only where it was one in public', async () => {
    const page = await take({ kind: 'page', updatedAt: new Date('2021-01-01') })
    expect(page.fields).toEqual({
      title: 'One',
      dek: 'A dek.',
      body: long,
      revisedAt: new Date('2021-01-01'),
      importedFrom: 'ghost:1',
    })
    expect((await take({ kind: 'page', status: 'private' })).reason).toMatch(/no drafts/)
    const later = { kind: 'page', publishedAt: new Date('2027-01-01') } as const
    expect((await take(later)).reason).toMatch(/still to come/)
    for (const visibility of ['members', 'metered'] as const) {
      const closed = await take({ kind: 'page', visibility })
      expect(closed.reason).toMatch(/pages are open here/)
    }
    expect((await take({ kind: 'page', visibility: 'public' })).fields).toMatchObject({
      body: long,
    })
  })

  it('carries no script, whatever the source has in it', async () => {
    const { fields } = await take({
      title: '<script>alert(1)</script>',
      body: `<script>alert(2)</script> [x](javascript:alert(3))\n\n${long}`,
    })
    const { leadIn } = renderBody(String(fields.body))
    expect(leadIn).not.toMatch(/<script|href="javascript/)
  })
})
