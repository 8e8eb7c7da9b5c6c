/** The built site as documents: valid HTML, and no link of it that leads nowhere. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { beforeAll, describe, expect, it } from 'vitest'
import { edgeClient, publishedArticles, stack } from '../../functions/edge-client.ts'
import { endpoints } from '../contracts/endpoints.ts'
import { missingPath } from './frame.ts'

const site = join(stack.buildEnvironment.BUILD_OUTPUT!, 'client')

/** The address of each page with its HTML; and of one that is made at the edge. */
const documents = new Map<string, string>(
  readdirSync(site, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.html'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = `/${relative(site, file)}`.replace(/\.html$/, '').replace(/^\/index$/, '/')
      return [path, readFileSync(file, 'utf8')]
    }),
)
const missing = '/there-is-nothing-here'

beforeAll(async () => {
  documents.set(missing, await (await edgeClient().request(missing)).text())
})

const closed = new Set(
  publishedArticles.flatMap(({ access, slug }) => (access === 'public' ? [] : `/${slug}`)),
)

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Our own files come from where the page came from; what is elsewhere has to match its hash.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

function* elements(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* elements(child)
}

const attribute = (element: DefaultTreeAdapterTypes.Element, name: string) =>
  element.attrs.find((candidate) => candidate.name === name)?.value

describe('the documents of the site', () => {
  it('are those of every kind of page', () => {
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

  it('bring their styles once', () => {
    const twice = [...documents].filter(([, html]) => html.split('@layer reset').length > 2)
    expect(twice.map(([path]) => path)).toEqual([])
  })

  it('have one title, one first heading and one address each', () => {
    for (const [path, html] of documents) {
      const found = [...elements(parse(html))]
      const count = (name: string) => found.filter(({ tagName }) => tagName === name).length
      // The one more is that of an icon, which has none: SVG's title would count.
      expect([path, count('title'), count('h1')]).toEqual([path, 1, 1])
    }
  })
})

describe('every internal link', () => {
  it('leads somewhere, to the very place', async () => {
    const origin = stack.siteUrl
    const ids = new Map<string, Set<string>>()
    const links = new Map<string, string>()
    for (const [path, html] of documents) {
      const found = [...elements(parse(html))]
      ids.set(path, new Set(found.flatMap((element) => attribute(element, 'id') ?? [])))
      for (const element of found) {
        // Where a form posts to is no document; its own tests send it.
        if (attribute(element, 'method') === 'post') continue
        const href = attribute(element, element.tagName === 'form' ? 'action' : 'href')
        // The page of what is missing is at every address and has none of its own.
        if (href === undefined || href.endsWith(missingPath)) continue
        const address = new URL(href, `${origin}${path}`)
        if (address.origin === origin)
          links.set(address.pathname + address.search + address.hash, path)
      }
    }
    const client = edgeClient()
    const answers = new Map<string, number>()
    const dead: string[] = []
    for (const [link, from] of links) {
      const { pathname, search, hash } = new URL(link, origin)
      // A document is known by its file; what else there is has to be asked for.
      if (documents.has(pathname)) {
        const id = decodeURIComponent(hash.slice(1))
        // A note stands with the closed part, and where that is closed nothing points to it.
        const isClosedNote = /^fn\d+$/.test(id) && closed.has(pathname)
        if (id && !isClosedNote && !ids.get(pathname)!.has(id)) dead.push(`${link} on ${from}`)
        continue
      }
      // Cutting every picture would take minutes, and their own tests ask for them.
      if (pathname.startsWith('/images/')) continue
      // What is a reader's own asks who it is.
      if (pathname === endpoints.accountData) continue
      const target = pathname + search
      if (!answers.has(target)) answers.set(target, (await client.request(target)).status)
      if (answers.get(target) !== 200) dead.push(`${link} on ${from}: ${answers.get(target)}`)
    }
    expect(dead).toEqual([])
    expect(links.size).toBeGreaterThan(200)
  })
})
