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

const stack = readRunningStack()
const { SITE_URL, BUILD_STATE } = stack.buildEnvironment
const contentCopy = loadContentCopy(BUILD_STATE)!

const site = openBuiltSite(stack)
const pages = site.pages()

const graphSchema = z.object({ '@graph': z.array(z.looseObject({ '@type': z.string() })) })
const breadcrumbsSchema = z.array(z.object({ position: z.int(), item: z.string() }))

/** The vocabulary's types check the fields (structured-data.ts), but texts may still be missing. */
const parseGraph = (page: BuiltPage) => {
  const scripts = findNamed(page, 'script', 'type', 'application/ld+json')
  expect(scripts).toHaveLength(1)
  const text = readTextContent(scripts[0]!)
  expect(text).not.toMatch(/:(?:""|null)/)
  return graphSchema.parse(JSON.parse(text))['@graph']
}

const findPage = (path: string) => pages.find((page) => page.path === path)!

const findOnly = (page: BuiltPage, type: string) => {
  const found = parseGraph(page).filter((one) => one['@type'] === type)
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
      const { hasPart, ...data } = findOnly(page, 'NewsArticle')
      expect(data).toMatchObject(createExpectedArticle(article))
      const marked = page.elements.filter((one) => hasClass(one, 'closed-part'))
      if (article.access === 'public') {
        parts.open++
        expect([data.isAccessibleForFree, hasPart, marked]).toEqual([true, undefined, []])
      } else {
        parts.closed++
        // Google only accepts class selectors.
        expect(hasPart).toMatchObject({ isAccessibleForFree: false, cssSelector: '.closed-part' })
        expect(data.isAccessibleForFree).toBe(false)
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
      const { itemListElement } = findOnly(page, 'BreadcrumbList')
      const items = breadcrumbsSchema.parse(itemListElement)
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
      const paths = items.map(({ item }) => item.slice(SITE_URL.length))
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
