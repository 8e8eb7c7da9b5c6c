/** The built site has valid HTML and no broken links. */
import { HtmlValidate } from 'html-validate'
import { parse } from 'parse5'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEdgeClient, publishedArticles, stack } from '../../functions/testing/edge-client.ts'
import {
  type Element,
  listElements,
  openBuiltSite,
  readAttribute,
} from '../../scripts/dev/stack/built-site.ts'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { notFoundPath } from './page-frame.ts'

const site = openBuiltSite(stack)
const missing = '/there-is-nothing-here'

/** The HTML of each page by its path, and of one rendered on demand. */
const documents = new Map<string, string>()
/** The elements of each page, stored because parsing takes a long time. */
const pages = new Map<string, readonly Element[]>()

beforeAll(async () => {
  for (const { file, path, elements } of site.pages()) {
    documents.set(path, site.text(file))
    pages.set(path, elements)
  }
  const html = await (await createEdgeClient().request(missing)).text()
  documents.set(missing, html)
  pages.set(missing, listElements(parse(html)))
})

const closed = new Set(
  publishedArticles.flatMap(({ access, slug }) => (access === 'public' ? [] : `/${slug}`)),
)

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Our own files need no hash.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

describe('the pages of the site', () => {
  it('include every kind of page', () => {
    expect([...documents.keys()]).toEqual(
      expect.arrayContaining(['/', '/latest', '/about', '/login', '/subscribe', '/category/food']),
    )
  })

  it('are valid HTML', async () => {
    const problems: string[] = []
    for (const [path, html] of documents) {
      const { results } = await validator.validateString(html)
      for (const { messages } of results) {
        for (const { ruleId, message, selector } of messages) {
          problems.push(`${path}: ${ruleId}: ${message} (${selector})`)
        }
      }
    }
    expect(problems).toEqual([])
  })

  it('contain their styles once', () => {
    const twice = [...documents].filter(
      ([, html]) => html.split('color-scheme:light dark').length > 2,
    )
    expect(twice.map(([path]) => path)).toEqual([])
  })

  it('have no island button that does nothing before its script has run', () => {
    const dead = [...pages].flatMap(([path, found]) => {
      const islands = found.filter(({ tagName }) => tagName === 'astro-island')
      return islands
        .flatMap(listElements)
        .filter(
          (element) => element.tagName === 'button' && readAttribute(element, 'type') === 'button',
        )
        .filter(
          ({ attrs }) =>
            !attrs.some(({ name }) => /^(disabled|hidden|command|popovertarget)$/.test(name)),
        )
        .map(({ childNodes: [text] }) => `${path}: ${text && 'value' in text ? text.value : ''}`)
    })
    expect(dead).toEqual([])
  })

  it('have one title, one main heading and one address each', () => {
    for (const [path, found] of pages) {
      const count = (name: string) => found.filter(({ tagName }) => tagName === name).length
      // SVG titles would count, so icons have none.
      expect([path, count('title'), count('h1')]).toEqual([path, 1, 1])
    }
  })
})

describe('every internal link', () => {
  it('leads to an existing page and fragment', async () => {
    const origin = stack.siteUrl
    const ids = new Map<string, Set<string>>()
    const links = new Map<string, string>()
    for (const [path, found] of pages) {
      ids.set(path, new Set(found.flatMap((element) => readAttribute(element, 'id') ?? [])))
      for (const element of found) {
        // Forms have their own tests.
        if (readAttribute(element, 'method') === 'post') continue
        const href = readAttribute(element, element.tagName === 'form' ? 'action' : 'href')
        // The page for missing pages has no address of its own.
        if (href === undefined || href.endsWith(notFoundPath)) continue
        const address = new URL(href, `${origin}${path}`)
        if (address.origin === origin)
          links.set(address.pathname + address.search + address.hash, path)
      }
    }
    const linkChecker = createEdgeClient()
    const responds = new Map<string, number>()
    const brokenLinks: string[] = []
    for (const [link, from] of links) {
      const { pathname, search, hash } = new URL(link, origin)
      // Pages are checked in their files; everything else is requested.
      if (documents.has(pathname)) {
        const id = decodeURIComponent(hash.slice(1))
        // A footnote in the closed part has no target where that part is closed.
        const isPaywallNote = /^fn\d+$/.test(id) && closed.has(pathname)
        if (id && !isPaywallNote && !ids.get(pathname)!.has(id))
          brokenLinks.push(`${link} on ${from}`)
        continue
      }
      // Rendering every image would take minutes; they have their own tests.
      if (pathname.startsWith('/images/')) continue
      // This address needs a signed-in reader.
      if (pathname === getEndpointPath('GET /api/account/data')) continue
      const target = pathname + search
      if (!responds.has(target)) responds.set(target, (await linkChecker.request(target)).status)
      if (responds.get(target) !== 200)
        brokenLinks.push(`${link} on ${from}: ${responds.get(target)}`)
    }
    expect(brokenLinks).toEqual([])
    expect(links.size).toBeGreaterThan(200)
  })
})
