import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type BuiltPage,
  findNamed,
  hasClass,
  openBuiltSite,
  readTextContent,
} from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { type ArticleCopy, loadContentCopy } from '../content/content-copy.ts'
import { getLastChangedAt } from '../domain/article.ts'
import { site as publication } from '../publication/identity.ts'

const stack = readRunningStack()
const { SITE_URL, BUILD_STATE } = stack.buildEnvironment
const contentCopy = loadContentCopy(BUILD_STATE)!

const site = openBuiltSite(stack)
const pages = site.pages()

/** Google's documented requirements and recommendations for our types. */
const address = z.url().startsWith(`${SITE_URL}/`)
const words = z.string().min(1)
const dateSchema = z.iso.datetime()
const reference = z.strictObject({ '@id': address })
const publisher = z.strictObject({
  '@type': z.literal('NewsMediaOrganization'),
  '@id': z.literal(`${SITE_URL}/#organization`),
  name: words.optional(),
  url: z.literal(`${SITE_URL}/`).optional(),
})
const image = z.strictObject({
  '@type': z.literal('ImageObject'),
  url: address,
  width: z.string().regex(/^\d+$/),
  height: z.string().regex(/^\d+$/),
})
const place = z.strictObject({
  '@type': z.literal('Place'),
  name: words,
  address: words.optional(),
})
const personFields = {
  '@type': z.literal('Person'),
  '@id': address,
  name: words,
  jobTitle: words,
  url: address,
}

const graphSchema = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(
    z.discriminatedUnion('@type', [
      z.strictObject({
        '@type': z.literal('NewsMediaOrganization'),
        '@id': z.literal(`${SITE_URL}/#organization`),
        name: z.literal(publication.name),
        description: words,
        url: z.literal(`${SITE_URL}/`),
        logo: image,
        foundingDate: z.literal('2019-02-15'),
        email: z.email(),
        publishingPrinciples: address,
        correctionsPolicy: address,
        ethicsPolicy: address,
        sameAs: z.array(z.url()).min(1),
      }),
      z.strictObject({
        '@type': z.literal('WebSite'),
        '@id': address,
        name: words,
        description: words,
        url: z.literal(`${SITE_URL}/`),
        inLanguage: words,
        publisher: reference,
      }),
      z.strictObject({
        '@type': z.literal('NewsArticle'),
        '@id': address,
        mainEntityOfPage: address,
        url: address,
        headline: words,
        description: words,
        image: z.array(image).min(1),
        datePublished: dateSchema,
        dateModified: dateSchema,
        articleSection: words,
        keywords: z.array(words),
        wordCount: z.int().positive(),
        timeRequired: z.string().regex(/^PT\d+M$/),
        inLanguage: words,
        author: z.array(z.strictObject(personFields)).min(1),
        publisher,
        copyrightHolder: publisher,
        copyrightYear: z.int(),
        correction: z
          .array(
            z.strictObject({
              '@type': z.literal('CorrectionComment'),
              text: words,
              datePublished: dateSchema,
            }),
          )
          .min(1)
          .optional(),
        isAccessibleForFree: z.boolean(),
        hasPart: z
          .strictObject({
            '@type': z.literal('WebPageElement'),
            isAccessibleForFree: z.literal(false),
            // Google only accepts class selectors.
            cssSelector: z.string().regex(/^\.[a-z-]+$/),
          })
          .optional(),
      }),
      z.strictObject({
        '@type': z.literal('BreadcrumbList'),
        itemListElement: z
          .array(
            z.strictObject({
              '@type': z.literal('ListItem'),
              position: z.int(),
              name: words,
              item: address,
            }),
          )
          .min(2)
          .refine((items) => items.every(({ position }, index) => position === index + 1)),
      }),
      z.strictObject({
        '@type': z.literal('ProfilePage'),
        url: address,
        mainEntity: z.strictObject({
          ...personFields,
          image,
          workLocation: place,
          worksFor: reference,
        }),
      }),
      z.strictObject({
        '@type': z.literal('Event'),
        '@id': address,
        name: words,
        description: words,
        url: address,
        image: z.array(image).min(1),
        startDate: dateSchema,
        endDate: dateSchema,
        eventStatus: z.literal('https://schema.org/EventScheduled'),
        eventAttendanceMode: z.literal('https://schema.org/OfflineEventAttendanceMode'),
        location: place.required(),
        organizer: publisher.required(),
      }),
    ]),
  ),
})

type Graph = z.infer<typeof graphSchema>['@graph']

const parseGraph = (page: BuiltPage): Graph => {
  const scripts = findNamed(page, 'script', 'type', 'application/ld+json')
  expect(scripts).toHaveLength(1)
  return graphSchema.parse(JSON.parse(readTextContent(scripts[0]!)))['@graph']
}

const findPage = (path: string) => pages.find((page) => page.path === path)!

const findOnly = <Type extends Graph[number]['@type']>(graph: Graph, type: Type) => {
  const found = graph.filter(
    (one): one is Extract<Graph[number], { '@type': Type }> => one['@type'] === type,
  )
  expect(found).toHaveLength(1)
  return found[0]!
}

describe('structured data', () => {
  it('is valid on every page, with the types of its kind', () => {
    const types: readonly [paths: RegExp, ...string[]][] = [
      [/^\/$/, 'WebSite'],
      [/^\/(?:latest|category|tag)(?:\/|$)/, 'BreadcrumbList'],
      [/^\/newsletter\/\d/, 'BreadcrumbList'],
      [/^\/author\//, 'ProfilePage', 'BreadcrumbList'],
      [/^\/events\/./, 'Event'],
    ]
    for (const page of pages) {
      const own = contentCopy.articles.has(page.path.slice(1))
        ? ['NewsArticle', 'BreadcrumbList']
        : (types.find(([paths]) => paths.test(page.path))?.slice(1) ?? [])
      const found = parseGraph(page).map((one) => one['@type'])
      expect([page.path, ...found]).toEqual([page.path, 'NewsMediaOrganization', ...own])
    }
  })

  it('marks the closed part of every article', () => {
    const parts = { open: 0, closed: 0 }
    for (const article of contentCopy.articles.values()) {
      const page = findPage(`/${article.slug}`)
      const { hasPart, ...data } = findOnly(parseGraph(page), 'NewsArticle')
      expect(data).toMatchObject(createExpectedArticle(article))
      const marked = page.elements.filter((one) => hasClass(one, 'closed-part'))
      if (article.access === 'public') {
        parts.open++
        expect([data.isAccessibleForFree, hasPart, marked]).toEqual([true, undefined, []])
      } else {
        parts.closed++
        expect([data.isAccessibleForFree, hasPart?.cssSelector]).toEqual([false, '.closed-part'])
        expect(marked).toHaveLength(1)
      }
    }
    expect(parts.open).toBeGreaterThan(0)
    expect(parts.closed).toBeGreaterThan(parts.open)
  })

  it('lists every article and archive from the front page', () => {
    const below = pages.filter(
      ({ path }) =>
        contentCopy.articles.has(path.slice(1)) || /^\/(?:category|tag|author|latest)\b/.test(path),
    )
    expect(below.length).toBeGreaterThan(70)
    for (const page of below) {
      const { itemListElement } = findOnly(parseGraph(page), 'BreadcrumbList')
      const paths = itemListElement.map(({ item }) => item.slice(SITE_URL.length))
      expect(paths[0]).toBe('/')
      expect(page.path.replace(/\/\d+$/, '')).toBe(paths.at(-1))
      const articlePages = (path: string) => `${path.slice(1) || 'index'}.html`
      expect(paths.filter((path) => !site.files.includes(articlePages(path)))).toEqual([])
    }
  })
})

function createExpectedArticle(article: ArticleCopy) {
  const url = `${SITE_URL}/${article.slug}`
  return {
    url,
    headline: article.title,
    datePublished: article.publishedAt.toISOString(),
    dateModified: getLastChangedAt(article).toISOString(),
    image: [
      { url: `${SITE_URL}/images/${article.image.id}/1200`, width: '1200', height: '800' },
      { url: `${SITE_URL}/images/${article.image.id}/1200x630`, width: '1200', height: '630' },
    ],
    ...(article.corrections.length > 0 ? { correction: expect.any(Array) } : {}),
  }
}
