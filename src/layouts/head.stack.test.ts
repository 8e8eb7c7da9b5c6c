/** What the head of every page says, as the stack's build has written it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  attribute,
  type BuiltPage,
  type BuiltSite,
  builtSite,
  type Element,
  textOf,
} from '../../scripts/local/built-site.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { loadMirror, type MirroredArticle } from '../content/mirror.ts'
import { lastChanged } from '../domain/article.ts'
import { categories } from '../domain/category.ts'
import { tags } from '../domain/tag.ts'
import { site as publication } from '../site.ts'

const stack = runningStack()
const { SITE_URL, BUILD_STATE } = stack.buildEnvironment
const mirror = loadMirror(BUILD_STATE)!

let site: BuiltSite
let pages: BuiltPage[]

beforeAll(() => {
  site = builtSite(stack)
  pages = site.pages()
})

const named = (page: BuiltPage, tag: string, name: string, value: string) =>
  page.elements.filter((one) => one.tagName === tag && attribute(one, name) === value)

/** The contents of every meta element with this name or property. */
const metas = (page: BuiltPage, name: string) =>
  [...named(page, 'meta', 'name', name), ...named(page, 'meta', 'property', name)].map(
    (element) => attribute(element, 'content')!,
  )

const hrefs = (elements: readonly Element[]) => elements.map((one) => attribute(one, 'href')!)

const articlePages = () =>
  [...mirror.articles.values()].map((article) => ({
    article,
    page: pages.find(({ path }) => path === `/${article.slug}`)!,
  }))

describe('every page', () => {
  it('has one canonical address, its own', () => {
    expect(pages.length).toBeGreaterThan(70)
    for (const page of pages) {
      expect(hrefs(named(page, 'link', 'rel', 'canonical'))).toEqual([SITE_URL + page.path])
      expect(metas(page, 'og:url')).toEqual([SITE_URL + page.path])
    }
  })

  it('has a title of its own and a description', () => {
    const titles = pages.map((page) =>
      textOf(page.elements.find(({ tagName }) => tagName === 'title')!),
    )
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([])
    for (const page of pages) {
      for (const name of ['description', 'og:title', 'og:description', 'og:site_name']) {
        expect(metas(page, name)).toEqual([expect.stringMatching(/\S/)])
      }
      expect(metas(page, 'og:locale')).toEqual([publication.locale])
    }
  })

  it('has a card with words for those who do not see it', async () => {
    for (const page of pages) {
      const [address] = metas(page, 'og:image')
      expect(address).toMatch(/^https?:\/\/[^/]+\/(?:card\.png|images\/[a-z0-9-]+\/1200x630)$/)
      expect(metas(page, 'og:image:alt')).toEqual([expect.stringMatching(/\S/)])
      expect(metas(page, 'og:image:width')).toEqual(['1200'])
      expect(metas(page, 'og:image:height')).toEqual(['630'])
      expect(metas(page, 'twitter:card')).toEqual(['summary_large_image'])
    }
    const own = metas(pages.find(({ path }) => path === '/about')!, 'og:image')
    expect(own).toEqual([`${SITE_URL}/card.png`])
    const shown = await fetch(`${stack.siteUrl}/card.png`)
    expect(shown.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })

  it('links feeds and files that are there', () => {
    for (const page of pages) {
      const feeds = hrefs(named(page, 'link', 'rel', 'alternate'))
      expect(feeds).toEqual(expect.arrayContaining(['/feed', '/feed.json']))
      const others = ['icon', 'apple-touch-icon', 'manifest'].flatMap((rel) =>
        hrefs(named(page, 'link', 'rel', rel)),
      )
      expect(others.length).toBe(4)
      const missing = [...feeds, ...others].filter((href) => !site.files.includes(href.slice(1)))
      expect(missing).toEqual([])
    }
    const feedsOf = (path: string) =>
      hrefs(named(pages.find((page) => page.path === path)!, 'link', 'rel', 'alternate'))
    expect(feedsOf('/category/food')).toContain('/category/food/feed')
    expect(feedsOf('/author/anahita-daruwalla')).toContain('/author/anahita-daruwalla/feed')
  })
})

describe('an article’s page', () => {
  it('says that it is one: section, dates, authors, tags', () => {
    for (const { article, page } of articlePages()) {
      const authors = article.authors.map((slug) => mirror.authors.get(slug)!)
      expect(metas(page, 'og:type')).toEqual(['article'])
      expect(metas(page, 'article:section')).toEqual([categories[article.category].name])
      expect(metas(page, 'article:published_time')).toEqual([article.publishedAt.toISOString()])
      expect(metas(page, 'article:modified_time')).toEqual([lastChanged(article).toISOString()])
      expect(metas(page, 'article:tag')).toEqual(article.tags.map((tag) => tags[tag]))
      expect(metas(page, 'author')).toEqual(authors.map(({ name }) => name))
      expect(metas(page, 'article:author')).toEqual(
        authors.map(({ slug }) => `${SITE_URL}/author/${slug}`),
      )
    }
    const others = pages.filter(({ path }) => !mirror.articles.has(path.slice(1)))
    expect(others.flatMap((page) => metas(page, 'og:type'))).not.toContain('article')
  })
})

/** What Google's documentation requires and recommends, for the types that we give. */
const address = z.url().startsWith(`${SITE_URL}/`)
const words = z.string().min(1)
const moment = z.iso.datetime()
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
        potentialAction: z.strictObject({
          '@type': z.literal('SearchAction'),
          target: z.strictObject({
            '@type': z.literal('EntryPoint'),
            urlTemplate: z.literal(`${SITE_URL}/search?q={search_term_string}`),
          }),
          'query-input': z.literal('required name=search_term_string'),
        }),
      }),
      z.strictObject({
        '@type': z.literal('NewsArticle'),
        '@id': address,
        mainEntityOfPage: address,
        url: address,
        headline: words,
        description: words,
        image: z.array(image).min(1),
        datePublished: moment,
        dateModified: moment,
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
              datePublished: moment,
            }),
          )
          .min(1)
          .optional(),
        isAccessibleForFree: z.boolean(),
        hasPart: z
          .strictObject({
            '@type': z.literal('WebPageElement'),
            isAccessibleForFree: z.literal(false),
            // Google takes classes alone.
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
        startDate: moment,
        endDate: moment,
        eventStatus: z.literal('https://schema.org/EventScheduled'),
        eventAttendanceMode: z.literal('https://schema.org/OfflineEventAttendanceMode'),
        location: place.required(),
        organizer: publisher.required(),
      }),
    ]),
  ),
})

type Graph = z.infer<typeof graphSchema>['@graph']

const graphOf = (page: BuiltPage): Graph => {
  const scripts = named(page, 'script', 'type', 'application/ld+json')
  expect(scripts).toHaveLength(1)
  return graphSchema.parse(JSON.parse(textOf(scripts[0]!)))['@graph']
}

const only = <Type extends Graph[number]['@type']>(graph: Graph, type: Type) => {
  const found = graph.filter(
    (one): one is Extract<Graph[number], { '@type': Type }> => one['@type'] === type,
  )
  expect(found).toHaveLength(1)
  return found[0]!
}

describe('structured data', () => {
  it('is sound on every page, and says who publishes it', () => {
    for (const page of pages) only(graphOf(page), 'NewsMediaOrganization')
  })

  it('names on every article what is closed, and the page has it just there', () => {
    const parts = { open: 0, closed: 0 }
    for (const { article, page } of articlePages()) {
      const { hasPart, ...data } = only(graphOf(page), 'NewsArticle')
      expect(data).toMatchObject(expectedOf(article))
      const marked = page.elements.filter((one) =>
        attribute(one, 'class')?.split(' ').includes('closed-part'),
      )
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

  it('leads from the front page to every article and archive', () => {
    const below = pages.filter(
      ({ path }) =>
        mirror.articles.has(path.slice(1)) || /^\/(?:category|tag|author|latest)\b/.test(path),
    )
    expect(below.length).toBeGreaterThan(70)
    for (const page of below) {
      const { itemListElement } = only(graphOf(page), 'BreadcrumbList')
      const paths = itemListElement.map(({ item }) => item.slice(SITE_URL.length))
      expect(paths[0]).toBe('/')
      expect(page.path.replace(/\/\d+$/, '')).toBe(paths.at(-1))
      const built = (path: string) => `${path.slice(1) || 'index'}.html`
      expect(paths.filter((path) => !site.files.includes(built(path)))).toEqual([])
    }
  })

  it('tells of authors on their pages and of search on the front page', () => {
    for (const author of mirror.authors.values()) {
      const page = pages.find(({ path }) => path === `/author/${author.slug}`)!
      expect(only(graphOf(page), 'ProfilePage').mainEntity).toMatchObject({
        name: author.name,
        url: SITE_URL + page.path,
      })
    }
    only(graphOf(pages.find(({ path }) => path === '/')!), 'WebSite')
  })
})

function expectedOf(article: MirroredArticle) {
  const url = `${SITE_URL}/${article.slug}`
  return {
    url,
    headline: article.title,
    datePublished: article.publishedAt.toISOString(),
    dateModified: lastChanged(article).toISOString(),
    image: [
      { url: `${SITE_URL}/images/${article.image.id}/1200`, width: '1200', height: '800' },
      { url: `${SITE_URL}/images/${article.image.id}/1200x630`, width: '1200', height: '630' },
    ],
    ...(article.corrections.length > 0 ? { correction: expect.any(Array) } : {}),
  }
}
