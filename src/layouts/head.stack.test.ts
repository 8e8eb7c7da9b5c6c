import { describe, expect, it } from 'vitest'
import {
  type Element,
  findNamed,
  openBuiltSite,
  readAttribute,
  readMetas,
  readTextContent,
} from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { loadContentCopy } from '../content/content-copy.ts'
import { getLastChangedAt, isListedIn } from '../domain/article.ts'
import { type CategorySlug, categorySlugs, findCategory } from '../domain/category.ts'
import { site as publication } from '../publication/identity.ts'
import { categories } from '../publication/sections.ts'

const stack = readRunningStack()
const { SITE_URL, BUILD_STATE } = stack.buildEnvironment
const contentCopy = loadContentCopy(BUILD_STATE)!

const site = openBuiltSite(stack)
const pages = site.pages()

const readHrefs = (elements: readonly Element[]) =>
  elements.map((one) => readAttribute(one, 'href')!)

const articlePages = () =>
  [...contentCopy.articles.values()].map((article) => ({
    article,
    page: pages.find(({ path }) => path === `/${article.slug}`)!,
  }))

describe('every page', () => {
  it('has exactly one canonical address, which is its own', () => {
    expect(pages.length).toBeGreaterThan(70)
    for (const page of pages) {
      expect(readHrefs(findNamed(page, 'link', 'rel', 'canonical'))).toEqual([SITE_URL + page.path])
      expect(readMetas(page, 'og:url')).toEqual([SITE_URL + page.path])
    }
  })

  it('has a title of its own and a description', () => {
    const titles = pages.map((page) =>
      readTextContent(page.elements.find(({ tagName }) => tagName === 'title')!),
    )
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([])
    for (const page of pages) {
      for (const name of ['description', 'og:title', 'og:description', 'og:site_name']) {
        expect(readMetas(page, name)).toEqual([expect.stringMatching(/\S/)])
      }
      expect(readMetas(page, 'og:locale')).toEqual([publication.locale])
    }
  })

  it('has a link preview with an image description', async () => {
    for (const page of pages) {
      const [address] = readMetas(page, 'og:image')
      expect(address).toMatch(/^https?:\/\/[^/]+\/(?:card\.png|images\/[a-z0-9-]+\/1200x630)$/)
      expect(readMetas(page, 'og:image:alt')).toEqual([expect.stringMatching(/\S/)])
      expect(readMetas(page, 'og:image:width')).toEqual(['1200'])
      expect(readMetas(page, 'og:image:height')).toEqual(['630'])
      expect(readMetas(page, 'twitter:card')).toEqual(['summary_large_image'])
    }
    const ownCard = readMetas(pages.find(({ path }) => path === '/about')!, 'og:image')
    expect(ownCard).toEqual([`${SITE_URL}/card.png`])
    const readMeta = await fetch(`${stack.siteUrl}/card.png`)
    expect(readMeta.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })

  it('links to existing feeds and files', () => {
    for (const page of pages) {
      const feeds = readHrefs(findNamed(page, 'link', 'rel', 'alternate'))
      expect(feeds).toEqual(expect.arrayContaining(['/feed', '/feed.json']))
      const others = ['icon', 'apple-touch-icon', 'manifest'].flatMap((rel) =>
        readHrefs(findNamed(page, 'link', 'rel', rel)),
      )
      expect(others.length).toBe(4)
      const missing = [...feeds, ...others].filter((href) => !site.files.includes(href.slice(1)))
      expect(missing).toEqual([])
    }
    const readFeeds = (path: string) =>
      readHrefs(findNamed(pages.find((page) => page.path === path)!, 'link', 'rel', 'alternate'))
    expect(readFeeds('/category/food')).toContain('/category/food/feed')
    expect(readFeeds('/author/anahita-daruwalla')).toContain('/author/anahita-daruwalla/feed')
  })
})

describe('an article’s page', () => {
  it('names its section, dates, authors and tags', () => {
    for (const { article, page } of articlePages()) {
      const authors = article.authors.map((slug) => contentCopy.authors.get(slug)!)
      expect(readMetas(page, 'og:type')).toEqual(['article'])
      expect(readMetas(page, 'article:section')).toEqual([findCategory(article.category)!.name])
      expect(readMetas(page, 'article:published_time')).toEqual([article.publishedAt.toISOString()])
      expect(readMetas(page, 'article:modified_time')).toEqual([
        getLastChangedAt(article).toISOString(),
      ])
      expect(readMetas(page, 'article:tag')).toEqual(
        article.tags.map((tag) => contentCopy.tags.get(tag)!.name),
      )
      expect(readMetas(page, 'author')).toEqual(authors.map(({ name }) => name))
      expect(readMetas(page, 'article:author')).toEqual(
        authors.map(({ slug }) => `${SITE_URL}/author/${slug}`),
      )
    }
    const others = pages.filter(({ path }) => !contentCopy.articles.has(path.slice(1)))
    expect(others.flatMap((page) => readMetas(page, 'og:type'))).not.toContain('article')
  })
})

type Subject = readonly [
  path: string,
  title: string,
  description: string,
  image: string,
  alt: string,
]

const subjects = (): Subject[] => {
  const newestIn = (slug: CategorySlug) =>
    [...contentCopy.articles.values()]
      .filter((article) => isListedIn(article, slug))
      .reduce((one, other) => (other.publishedAt > one.publishedAt ? other : one))
  return [
    ...[...contentCopy.articles.values()].map(
      ({ slug, title, dek, image }) => [`/${slug}`, title, dek, image.id, image.alt] as const,
    ),
    ...[...contentCopy.events.values()].map(
      ({ slug, title, dek, image }) =>
        [`/events/${slug}`, title, dek, image.id, image.alt] as const,
    ),
    ...[...contentCopy.authors.values()].map(({ slug, name, role, place, portrait }) => {
      const description = `${name}, ${role} of ${publication.name}, ${place}.`
      return [`/author/${slug}`, name, description, portrait!.id, portrait!.alt] as const
    }),
    ...categorySlugs.map((slug) => {
      const { name } = categories[slug]
      const { image } = newestIn(slug)
      const description = `${name} in ${publication.name}. ${publication.description}`
      return [`/category/${slug}`, name, description, image.id, image.alt] as const
    }),
  ]
}

describe('a page about one subject', () => {
  it('has its name, description and image, in link previews too', () => {
    for (const [path, title, description, imageId, alt] of subjects()) {
      const page = pages.find((one) => one.path === path)!
      const titleElement = page.elements.find(({ tagName }) => tagName === 'title')!
      expect({
        path,
        title: readTextContent(titleElement),
        titles: readMetas(page, 'og:title'),
        descriptions: [...readMetas(page, 'description'), ...readMetas(page, 'og:description')],
        images: readMetas(page, 'og:image'),
        alt: readMetas(page, 'og:image:alt'),
      }).toEqual({
        path,
        title: `${title} · ${publication.name}`,
        titles: [title],
        descriptions: [description, description],
        images: [`${SITE_URL}/images/${imageId}/1200x630`],
        alt: [alt],
      })
    }
    expect(subjects().length).toBeGreaterThan(60)
  })

  it('has the publication’s name on the front page', () => {
    const front = pages.find(({ path }) => path === '/')!
    expect(readMetas(front, 'og:title')).toEqual([publication.name])
    expect(readMetas(front, 'description')).toEqual([publication.description])
    const lead = contentCopy.articles.get(contentCopy.front.get('home')!.lead!)!
    expect(readMetas(front, 'og:image')).toEqual([`${SITE_URL}/images/${lead.image.id}/1200x630`])
  })
})
