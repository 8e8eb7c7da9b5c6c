/** What the head of every page says, as the stack's build has written it. */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  attribute,
  type BuiltPage,
  type BuiltSite,
  builtSite,
  type Element,
  metas,
  named,
  textOf,
} from '../../scripts/local/built-site.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { loadMirror } from '../content/mirror.ts'
import { lastChanged, standsIn } from '../domain/article.ts'
import { type CategorySlug, categories, categorySlugs } from '../domain/category.ts'
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

/** What a page is of: its title, what is said of it, its picture and the words for that. */
type Subject = readonly [path: string, title: string, told: string, picture: string, alt: string]

const subjects = (): Subject[] => {
  const newestIn = (slug: CategorySlug) =>
    [...mirror.articles.values()]
      .filter((article) => standsIn(article, slug))
      .reduce((one, other) => (other.publishedAt > one.publishedAt ? other : one))
  return [
    ...[...mirror.articles.values()].map(
      ({ slug, title, dek, image }) => [`/${slug}`, title, dek, image.id, image.alt] as const,
    ),
    ...[...mirror.events.values()].map(
      ({ slug, title, dek, image }) =>
        [`/events/${slug}`, title, dek, image.id, image.alt] as const,
    ),
    ...[...mirror.authors.values()].map(({ slug, name, role, place, portrait }) => {
      const told = `${name}, ${role} of ${publication.name}, ${place}.`
      return [`/author/${slug}`, name, told, portrait!.id, portrait!.alt] as const
    }),
    ...categorySlugs.map((slug) => {
      const { name } = categories[slug]
      const { image } = newestIn(slug)
      const told = `${name} in ${publication.name}. ${publication.description}`
      return [`/category/${slug}`, name, told, image.id, image.alt] as const
    }),
  ]
}

describe('a page of something', () => {
  it('is named, described and shown by it, here and beside links to it', () => {
    for (const [path, title, told, picture, alt] of subjects()) {
      const page = pages.find((one) => one.path === path)!
      const tab = page.elements.find(({ tagName }) => tagName === 'title')!
      expect({
        path,
        tab: textOf(tab),
        titles: metas(page, 'og:title'),
        told: [...metas(page, 'description'), ...metas(page, 'og:description')],
        pictures: metas(page, 'og:image'),
        alt: metas(page, 'og:image:alt'),
      }).toEqual({
        path,
        tab: `${title} · ${publication.name}`,
        titles: [title],
        told: [told, told],
        pictures: [`${SITE_URL}/images/${picture}/1200x630`],
        alt: [alt],
      })
    }
    expect(subjects().length).toBeGreaterThan(60)
  })

  it('is none at the front door, which has the name of the whole', () => {
    const front = pages.find(({ path }) => path === '/')!
    expect(metas(front, 'og:title')).toEqual([publication.name])
    expect(metas(front, 'description')).toEqual([publication.description])
    const lead = mirror.articles.get(mirror.front.get('home')!.lead!)!
    expect(metas(front, 'og:image')).toEqual([`${SITE_URL}/images/${lead.image.id}/1200x630`])
  })
})
