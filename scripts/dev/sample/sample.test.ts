import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import { contacts } from '../../../src/publication/identity.ts'
import { readManuscripts } from '../../desk/manuscripts/manuscript-file.ts'
import { prepareImages } from '../../desk/manuscripts/manuscript-images.ts'
import { createFrontPage, moveAhead } from './sample-documents.ts'
import { createSyntheticArticles } from './synthetic-articles.ts'

const readFolder = (folder: string) => readManuscripts(join(import.meta.dirname, folder))
const articles = readFolder('articles')
const published = articles.filter(({ fields }) => fields.status === 'published')
const withStatus = (status: string) => articles.filter(({ fields }) => fields.status === status)
const inEnglish = published
  .filter(({ fields }) => fields.language === undefined)
  .map(({ slug, fields, body }) => ({
    slug,
    words: renderBody(body).words,
    publishedAt: fields.publishedAt as Date,
  }))
const countAccess = (access: string) =>
  published.filter(({ fields }) => fields.access === access).length

describe('the sample publication', () => {
  it('has at least 40 published articles of 500 to 1,200 words in English, and a short one in Urdu', () => {
    const inUrdu = published.filter(({ fields }) => fields.language === 'ur')
    expect(inUrdu.map(({ body }) => renderBody(body).words > 250)).toEqual([true])
    expect(
      inEnglish.filter(({ words }) => words >= 500 && words <= 1200).length,
    ).toBeGreaterThanOrEqual(40)
    expect(inEnglish.filter(({ words }) => words > 1200)).toEqual([])
  })

  it('has three news stories of 150 to 250 words, from one month', () => {
    const news = inEnglish.filter(({ words }) => words < 500)
    expect(news.map(({ words }) => words >= 150 && words <= 250)).toEqual([true, true, true])
    expect(new Set(news.map(({ publishedAt }) => publishedAt.toISOString().slice(0, 7))).size).toBe(
      1,
    )
  })

  it('has a reportage with a tall, a wide and a square picture', async () => {
    const reportage = articles.find(({ slug }) => slug === 'where-the-river-was-on-tuesday')!
    const { images } = await prepareImages(reportage, import.meta.dirname)
    const ratios = images.map((image) => ('width' in image ? image.width / image.height : 0))
    expect(ratios.sort((one, other) => one - other)).toEqual([2 / 3, 1, 3 / 2, 3])
  })

  it('says on its front page that it’s a sample, and on three pages that its stories are invented', () => {
    expect(createFrontPage([]).note).toMatch(/sample.*invented/)
    for (const page of ['about', 'ethics'])
      expect(readFolder('pages').find(({ slug }) => slug === page)!.body).toMatch(
        /^\*The Verandah is a sample.*invented/,
      )
  })

  it('covers all categories and all tags', () => {
    const used = new Set(published.map(({ fields }) => fields.category))
    expect(categorySlugs.filter((slug) => !used.has(slug))).toEqual([])
    const tagged = new Set(published.flatMap(({ fields }) => fields.tags as string[]))
    const tagSlugs = readFolder('tags').map(({ slug }) => slug)
    expect(tagSlugs).toHaveLength(10)
    expect(tagSlugs.filter((tag) => !tagged.has(tag))).toEqual([])
  })

  it('has one scheduled, one draft, one withdrawn and one corrected article', () => {
    expect(withStatus('scheduled')).toHaveLength(1)
    expect(withStatus('draft')).toHaveLength(1)
    expect(withStatus('withdrawn')).toHaveLength(1)
    expect(published.filter(({ fields }) => fields.corrections)).toHaveLength(1)
  })

  it('is mostly metered, with some public stories and some for members', () => {
    expect(countAccess('public')).toBeGreaterThan(0)
    expect(countAccess('members')).toBeGreaterThan(0)
    expect(countAccess('metered')).toBeGreaterThan(published.length / 2)
  })

  it('has authors with biographies, events and standalone pages', () => {
    const authors = readFolder('authors')
    expect(authors.length).toBeGreaterThanOrEqual(8)
    for (const { body } of authors) expect(renderBody(body).words).toBeGreaterThan(60)
    expect(readFolder('events')).toHaveLength(3)
    expect(readFolder('pages').map(({ slug }) => slug)).toEqual([
      'about',
      'contact',
      'copyright',
      'ethics',
      'partner',
      'privacy',
      'terms',
      'why',
    ])
  })

  it('has an upcoming event, whenever it is loaded', () => {
    const startsAt = new Date('2026-12-12T18:30:00Z')
    const event = { startsAt, endsAt: new Date('2026-12-12T21:30:00Z') }
    expect(moveAhead(event, new Date('2026-12-05T18:29:00Z'))).toEqual(event)
    expect(moveAhead(event, new Date('2028-12-12T18:31:00Z'))).toEqual({
      startsAt: new Date('2029-12-12T18:30:00Z'),
      endsAt: new Date('2029-12-12T21:30:00Z'),
    })
  })

  it('contains only the desks’ email addresses', () => {
    const known = contacts.map(({ email }) => email)
    const texts = [
      ...articles,
      ...readFolder('pages'),
      ...readFolder('events'),
      ...readFolder('authors'),
    ]
    const named = texts.flatMap(({ body }) =>
      [...body.matchAll(/[\w.+-]+@[\w-]+\.[a-z]+/g)].map(([address]) => address),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((address) => !known.includes(address))).toEqual([])
  })

  it('repeats no paragraph', () => {
    const paragraphs = articles
      .flatMap(({ body }) => body.split('\n\n'))
      .filter((text) => text.length > 80)
    expect(new Set(paragraphs).size).toBe(paragraphs.length)
  })
})

describe('synthetic articles', () => {
  const models = articles.map(({ slug, fields, body }) => ({
    path: `articles/${slug}`,
    fields: { ...fields, body },
  }))

  it('are the same each time, and all different from each other', () => {
    const synthetic = createSyntheticArticles(50, models)
    expect(createSyntheticArticles(50, models)).toEqual(synthetic)
    expect(new Set(synthetic.map(({ fields }) => fields.body)).size).toBe(50)
    expect(new Set(synthetic.map(({ path }) => path)).size).toBe(50)
  })
})
