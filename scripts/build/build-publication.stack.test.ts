import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../functions/platform/adapters/firestore-values.ts'
import { loadContentCopy } from '../../src/content/content-copy.ts'
import { requestRebuild } from '../dev/stack/stack-client.ts'
import { readBuildInputs } from './build-inputs.ts'
import { type BuildReport, reportPath } from './build-publication.ts'
import { buildSite } from './build-site.ts'
import { compiledPath } from './compiled-templates.ts'
import {
  client,
  commit,
  forgetContent,
  hashSite,
  listFiles,
  listSiteFiles,
  put,
  read,
  stack,
  waitForRebuilds,
} from './testing/stack-documents.ts'

const { BUILD_STATE } = stack.buildEnvironment
const server = join(client, '..', 'server')

const write = (path: string, fields: Fields) => commit(put(path, fields))

const readSiteState = () =>
  new Map(
    [...hashSite()].map(([path, hash]) => {
      const writtenAt = statSync(join(client, path)).mtimeMs
      return [path, { hash, writtenAt }]
    }),
  )

const listPaths = () => listSiteFiles().map((file) => file.slice(client.length + 1))

const readModules = () =>
  listFiles(server)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(file, 'utf8'))

/** Search index files are compressed. */
function readText(path: string): string {
  const bytes = readFileSync(join(client, path))
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

const readReport = (): BuildReport => JSON.parse(readFileSync(reportPath(BUILD_STATE), 'utf8'))

const fetchPage = async (path: string) => {
  const response = await fetch(stack.siteUrl + path)
  return { status: response.status, html: await response.text() }
}

const build = () => buildSite(stack.buildEnvironment, () => {})

beforeAll(async () => {
  await waitForRebuilds()
  forgetContent()
  await build()
})

describe('a build of unchanged content', () => {
  it('compiles nothing and touches no file', async () => {
    const before = readSiteState()
    expect(await build()).toMatchObject({ hasCompiled: false, changed: 0, written: 0, removed: 0 })
    expect(readSiteState()).toEqual(before)
  })

  it('keeps exactly the scripts, styles and fonts that are used', async () => {
    const files = listPaths()
    const assets = files.filter((path) => path.startsWith('_astro/'))
    const texts = files
      .filter((path) => /\.(?:html|js|css)$/.test(path))
      .map((path) => readFileSync(join(client, path), 'utf8'))
    const named = new Set(
      [...texts, ...readModules()].flatMap((text) =>
        [...text.matchAll(/[\w.-]+\.(?:js|css|woff2)\b/g)].map(([name]) => `_astro/${name}`),
      ),
    )
    const pages = texts.flatMap((text) =>
      [...text.matchAll(/\/(_astro\/[\w./-]+\.(?:js|css|woff2))/g)].map((match) => match[1]!),
    )
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.filter((path) => !files.includes(path))).toEqual([])
    expect(assets.filter((path) => !named.has(path))).toEqual([])
  })
})

describe('a build into an output without its files', () => {
  it('reports the missing files, and makes the same site and search index from scratch', async () => {
    const before = hashSite()
    const copy = mkdtempSync(join(stack.folder, 'compiled-'))
    cpSync(compiledPath(BUILD_STATE), compiledPath(copy), { recursive: true })
    for (const file of readBuildInputs(stack.buildEnvironment)!.compiledFiles) {
      cpSync(join(client, '..', file), join(copy, file))
    }
    rmSync(client, { recursive: true })
    const script = 'scripts/build/testing/build-from-copy.ts'
    const { stdout } = await execa(process.execPath, [script, copy, copy], {
      env: { ...stack.buildEnvironment, NODE_ENV: 'production' },
    })
    rmSync(copy, { recursive: true })
    expect(stdout).toMatch(/files are missing .+ such as client\/_astro\/.+\. Starting over/)
    expect(readReport()).toMatchObject({ hasCompiled: true, changed: 0 })
    expect(hashSite()).toEqual(before)
  })
})

it('the search index changes in a few files only when an article changes', async () => {
  const path = 'articles/fathers-in-pencil'
  const original = await read(path)
  const before = readSiteState()
  await write(path, { ...original, dek: 'A dek about a quokka' })
  await build()
  const changed = [...readSiteState()].filter(
    ([file, { writtenAt }]) =>
      file.startsWith('pagefind/') && before.get(file)?.writtenAt !== writtenAt,
  )
  expect(changed.filter(([file]) => file.includes('/fragment/'))).toHaveLength(1)
  // The index changes in its lists of words, filters and pages, and in the files that refer to these lists.
  expect(changed.length).toBeLessThan(12)
  await write(path, original)
  await build()
  expect(hashSite()).toEqual(new Map([...before].map(([file, { hash }]) => [file, hash])))
})

describe('the Worker’s code', () => {
  it('includes the Markdown pipeline, but no code that reads the build’s files', () => {
    const texts = readModules()
    expect(texts.some((text) => text.includes('pullquote_open'))).toBe(true)
    expect(texts.filter((text) => /content-copy\.recent|BUILD_STATE/.test(text))).toEqual([])
  })
})

describe('the browsers’ code', () => {
  const scripts = () =>
    listPaths()
      .filter((path) => path.endsWith('.js'))
      .map((path) => ({ path, text: readFileSync(join(client, path), 'utf8') }))

  it('has inline styles last in the head, allowed without hashes', () => {
    // A hash would make browsers ignore 'unsafe-inline'.
    const isStyled = (html: string) =>
      /<style>.{1000,}<\/style><\/head>/s.test(html) &&
      /style-src 'self' 'unsafe-inline' *;/.test(html)
    const pages = listPaths().filter((path) => path.endsWith('.html'))
    const unstyled = pages.filter((path) => !isStyled(readFileSync(join(client, path), 'utf8')))
    expect(unstyled).toEqual([])
  })

  it('contains no source maps', () => {
    expect(listPaths().filter((path) => path.endsWith('.map'))).toEqual([])
  })

  it('contains Firebase in one file only, loaded by the sign-in form', () => {
    const firebase = scripts().filter(({ text }) => text.includes('identitytoolkit'))
    expect(firebase.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^_astro\/firebase-auth\./),
    ])
  })
})

const slug = 'fathers-in-pencil'
const unknownPaths = ['articles/broken-one', 'authors/broken-two', 'articles/strange-one'] as const
const strange = { category: 'gossip', tags: ['atlantis', 'nepal'], authors: ['nobody'] }
const strangeTitle = 'A story of a removed category'
let original: Fields
let headline: string

const findMentions = () => listPaths().filter((path) => readText(path).includes(slug))
const findSearchEntries = () =>
  listPaths().filter((path) => path.startsWith('pagefind/') && readText(path).includes(headline))

afterAll(async () => {
  await commit(...unknownPaths.map((path) => ({ remove: path })))
})

describe('a build with a withdrawn article and with unreadable content', () => {
  beforeAll(async () => {
    original = await read(`articles/${slug}`)
    headline = String(original.title)
    expect(findSearchEntries()).toHaveLength(1)
    expect((await fetchPage(`/${slug}`)).status).toBe(200)
    const month = (original.publishedAt as Date).toISOString().slice(0, 7)
    const feed = `category/${original.category}/feed`
    expect(findMentions()).toEqual(expect.arrayContaining([feed, `sitemaps/${month}.xml`]))
    await write(`articles/${slug}`, { ...original, status: 'withdrawn' })
    await write(unknownPaths[0], { title: 'Half a document', status: 'published' })
    await write(unknownPaths[1], { name: '' })
    const another = [...loadContentCopy(BUILD_STATE)!.articles.keys()].find((one) => one !== slug)
    const article = { ...(await read(`articles/${another}`)), ...strange }
    await write(unknownPaths[2], { ...article, title: strangeTitle, publishedAt: new Date() })
    await requestRebuild(stack)
  })

  it('removes the article’s page, encrypted body, search entry and every mention', async () => {
    expect((await fetchPage(`/${slug}`)).status).toBe(404)
    expect(existsSync(join(client, `${slug}.html`))).toBe(false)
    expect(existsSync(join(client, 'sealed', slug))).toBe(false)
    expect(findMentions()).toEqual([])
    expect(findSearchEntries()).toEqual([])
  })

  it('leaves out unreadable documents, and reports why', async () => {
    const problems = readReport().problems.join('\n')
    expect(problems).toContain('articles/broken-one is left out: body:')
    expect(problems).toContain('authors/broken-two is left out: name:')
    expect(problems).toContain('articles/strange-one is shown without category "gossip"')
    expect(problems).toContain('articles/strange-one is shown without tag "atlantis"')
    expect(problems).toContain('articles/strange-one is shown without author "nobody"')
    for (const path of ['/latest', '/tag/nepal', '/strange-one']) {
      const { status, html } = await fetchPage(path)
      expect([path, status, html.includes(strangeTitle)]).toEqual([path, 200, true])
    }
    expect((await fetchPage('/broken-one')).status).toBe(404)
  })
})

it('an article that is published again reappears in the next build', async () => {
  await write(`articles/${slug}`, original)
  await write(unknownPaths[2], { ...original, ...strange, status: 'withdrawn' })
  await requestRebuild(stack)
  expect((await fetchPage(`/${slug}`)).status).toBe(200)
  expect(existsSync(join(client, 'sealed', slug))).toBe(true)
  expect((await fetchPage(`/category/${original.category}`)).html).toContain(slug)
  expect((await fetchPage('/strange-one')).status).toBe(404)
})
