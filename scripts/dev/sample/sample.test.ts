import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import { contacts } from '../../../src/publication/identity.ts'
import { readManuscripts } from '../../desk/documents/manuscript.ts'
import { moveAhead } from './sample-documents.ts'
import { createSyntheticArticles } from './synthetic-articles.ts'

const readFolder = (folder: string) => readManuscripts(join(import.meta.dirname, folder))
const articles = readFolder('articles')
const published = articles.filter(({ fields }) => fields.status === 'published')
const withStatus = (status: string) => articles.filter(({ fields }) => fields.status === status)
const countAccess = (access: string) =>
  published.filter(({ fields }) => fields.access === access).length

describe('the sample publication', () => {
  it('has at least 40 published articles of 500 to 1,200 words in English, and a short one in Urdu', () => {
    expect(published.length).toBeGreaterThanOrEqual(40)
    const inUrdu = published.filter(({ fields }) => fields.language === 'ur')
    expect(inUrdu.map(({ body }) => renderBody(body).words > 250)).toEqual([true])
    const english = published.filter(({ fields }) => fields.language === undefined)
    const lengths = english.map(({ slug, body }) => [slug, renderBody(body).words] as const)
    expect(lengths.filter(([, words]) => words < 500 || words > 1200)).toEqual([])
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

  it('is metered for the most part, with some public and some for members', () => {
    expect(countAccess('public')).toBeGreaterThan(0)
    expect(countAccess('members')).toBeGreaterThan(0)
    expect(countAccess('metered')).toBeGreaterThan(published.length / 2)
  })

  it('has authors with biographies, events and free-standing pages', () => {
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

  it('has an event ahead, whenever it is loaded', () => {
    const startsAt = new Date('2026-12-12T18:30:00Z')
    const event = { startsAt, endsAt: new Date('2026-12-12T21:30:00Z') }
    expect(moveAhead(event, new Date('2026-12-05T18:29:00Z'))).toEqual(event)
    expect(moveAhead(event, new Date('2028-12-12T18:31:00Z'))).toEqual({
      startsAt: new Date('2029-12-12T18:30:00Z'),
      endsAt: new Date('2029-12-12T21:30:00Z'),
    })
  })

  it('names no other mail address than those of the desks', () => {
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

  it('are the same each time, and all different', () => {
    const synthetic = createSyntheticArticles(50, models)
    expect(createSyntheticArticles(50, models)).toEqual(synthetic)
    expect(new Set(synthetic.map(({ fields }) => fields.body)).size).toBe(50)
    expect(new Set(synthetic.map(({ path }) => path)).size).toBe(50)
  })
})
