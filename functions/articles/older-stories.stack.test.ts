/** Compares the story pages that the Worker renders with the files that a build would write for them. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../scripts/build/build-site.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { readBuild } from '../../scripts/operate/doctor/read-build.ts'
import { type ArticleCopy, loadContentCopy } from '../../src/content/content-copy.ts'
import { buildTimestampFile } from '../../src/contracts/site-files/build-timestamp.ts'
import {
  getOlderStoriesPath,
  olderStoriesIndexPath,
} from '../../src/contracts/site-files/older-stories.ts'
import type { ArticleAccess } from '../../src/domain/article.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { cacheMilliseconds } from '../publishing/recent-changes.ts'
import { headersOf, splitPolicy, takePolicy } from '../testing/built-page.ts'
import { changePoll } from '../testing/change-poll.ts'
import { copyBuild, createBuildFolders } from '../testing/copied-build.ts'
import {
  createEdgeClient,
  createSignedInClient,
  expectError,
  getArticleBodyPath,
  readClosedPart,
  stack,
} from '../testing/edge-client.ts'
import { findLeaks, listFiles, requestVariants } from '../testing/leak-search.ts'
import { commitWrites, readFields } from '../testing/test-readers.ts'

const folders = createBuildFolders('older')
const { folder, state, site } = folders
const client = join(site, 'client')
const prerendered = 5
const dataPaths = [getOlderStoriesPath(0), olderStoriesIndexPath]

const getVariables = (limit: string) => ({
  ...stack.buildEnvironment,
  PRERENDERED_STORIES: limit,
  BUILD_STATE: state,
  BUILD_OUTPUT: site,
})
const build = (limit: string) => buildSite(getVariables(limit), () => {})

const readSite = () =>
  new Map(listFiles(client).map((file) => [relative(client, file), readFileSync(file)]))

let edge: FaultyEdge
let storage: string
/** All files of the site, built with every story's page and with only the newest stories' pages. */
let whole: Map<string, Buffer>
let reduced: Map<string, Buffer>
/** The stories, newest first. */
let articles: ArticleCopy[]
let older: ArticleCopy[]
const originals = new Map<string, Fields | null>()

async function change(slug: string, changes: Fields, model = slug) {
  const path = `articles/${slug}`
  originals.set(path, await readFields(path))
  const fields = { ...(await readFields(`articles/${model}`))!, ...changes }
  await commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])
}

async function restore() {
  for (const [path, fields] of originals) {
    if (fields) await commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])
    else await commitWrites([{ remove: path }])
  }
  originals.clear()
}

const guest = () => createEdgeClient(edge.url)

async function get(path: string, headers: Record<string, string> = {}, url = edge.url) {
  const response = await createEdgeClient(url).request(path, { headers })
  return { response, status: response.status, text: await response.text() }
}

const waitForStatus = (path: string, status: number) =>
  expect.poll(async () => (await get(path)).status, changePoll).toBe(status)

const listOlder = (access: ArticleAccess) =>
  older.filter((story) => story.access === access).map(({ slug }) => slug)

const readPage = (slug: string, files = whole) => takePolicy(files.get(`${slug}.html`)!.toString())

beforeAll(async () => {
  copyBuild(folders)
  await build('')
  whole = readSite()
  await build(`${prerendered}`)
  reduced = readSite()
  articles = [...loadContentCopy(state)!.articles.values()].sort(
    (one, other) => +other.publishedAt - +one.publishedAt || (one.slug < other.slug ? -1 : 1),
  )
  older = articles.slice(prerendered)
  edge = await startFaultyEdge(
    (created) => {
      storage = created
    },
    {},
    { site },
  )
})
afterEach(async () => {
  await edge.firestore.setHealth('well')
  await restore()
})
afterAll(async () => {
  await edge?.stop()
  rmSync(folder, { recursive: true })
})

describe('a build with PRERENDERED_STORIES', () => {
  it('omits only the pages of older stories', () => {
    expect(older.length).toBeGreaterThan(20)
    expect(new Set(older.map(({ access }) => access)).size).toBe(3)
    const pages = older.map(({ slug }) => `${slug}.html`)
    const removed = [...whole.keys()].filter((file) => !reduced.has(file))
    expect(removed.sort()).toEqual(pages.sort())
    const added = [...reduced.keys()].filter((file) => !whole.has(file))
    expect(added.map((file) => `/${file}`).sort()).toEqual(dataPaths)
    const changed = [...reduced].filter(
      ([file, content]) => whole.get(file)?.equals(content) === false,
    )
    expect(changed.map(([file]) => file)).toEqual([buildTimestampFile])
  })

  it('contains no closed text', () => {
    expect([...reduced].filter(([, content]) => findLeaks(content))).toEqual([])
  })

  it('lets the doctor read every closed story’s page unless a file is missing', async () => {
    const readPages = async () => (await readBuild(getVariables(`${prerendered}`)))!.closedArticles
    const { origin } = new URL(stack.siteUrl)
    const pages = await readPages()
    expect(pages).toHaveLength(articles.filter(({ access }) => access !== 'public').length)
    expect(pages.filter((page) => page.origin !== origin || page.hasLeak)).toEqual([])
    const shard = join(client, getOlderStoriesPath(0))
    const content = readFileSync(shard)
    rmSync(shard)
    const missing = (await readPages()).filter((page) => page.origin === null)
    writeFileSync(shard, content)
    expect(missing).toHaveLength(older.filter(({ access }) => access !== 'public').length)
  })
})

describe('an older story', () => {
  it('has the bytes and headers of its built page, both when it’s rendered and when it’s cached', async () => {
    for (const { slug } of [...older, ...older.slice(0, 5)]) {
      const { response, text } = await get(`/${slug}`)
      const { html, policy } = readPage(slug)
      expect([slug, response.status]).toEqual([slug, 200])
      expect(text).toBe(html)
      const sent = response.headers.get('Content-Security-Policy')!
      expect(splitPolicy(sent)).toEqual([...splitPolicy(policy!), "frame-ancestors 'none'"])
      const built = await get(`/${slug}`, {}, stack.siteUrl)
      expect(headersOf(response)).toEqual(headersOf(built.response))
    }
  })

  it('is the same for everybody, and can be revalidated', async () => {
    const { slug } = older.at(-1)!
    const path = `/${slug}`
    const { html } = readPage(slug)
    for (const other of [
      get(`${path}?utm_source=<script>&v=2`),
      get(path, {
        Cookie: 'reader=isSubscribed.open; country=IN',
        'X-Forwarded-Host': 'evil.example',
      }),
      get(path, { 'Accept-Language': 'hi', 'Accept-Encoding': 'identity', Range: 'bytes=0-9' }),
    ]) {
      expect((await other).text).toBe(html)
    }
    const etag = (await get(path)).response.headers.get('ETag')!
    const repeated = await get(path, { 'If-None-Match': `W/${etag}` })
    expect([repeated.status, repeated.text]).toEqual([304, ''])
    const head = await guest().request(path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('ETag')]).toEqual([200, '', etag])
    expect((await guest().request(path, { method: 'POST' })).status).toBe(405)
  })

  it('is served at other spellings of its address, as a file would be', async () => {
    const { slug } = older.at(-1)!
    const encoded = `%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`
    const endings = ['', '/', '//', '.html', '/index', '/index.html', '%2f', '?a=1', '/?a=1']
    const others = ['.HTML', '.txt', '/x', ';x', '%00', '%20', '%', '.html/', '/index/', '-2']
    const spellings = [
      ...[...endings, ...others].flatMap((ending) => [slug + ending, encoded + ending]),
      ...[`/${slug}`, `/${slug}/`, `%2f${slug}`, slug.toUpperCase(), `x/${slug}`, `%25${encoded}`],
    ].map((path) => `/${path}`)
    const answerOf = async (url: string, path: string) => {
      const { status, response } = await get(path, {}, url)
      return [path, status, response.headers.get('Location')]
    }
    for (const path of spellings) {
      expect(await answerOf(edge.url, path)).toEqual(await answerOf(stack.siteUrl, path))
    }
  })

  it('costs no database read of its own, and is served even without the database', async () => {
    const reader = await createSignedInClient('subscriber', edge.url)
    const [slug] = listOlder('members') as [string]
    const before = edge.firestore.requests()
    const startedAt = Date.now()
    for (const story of older) await get(`/${story.slug}`)
    for (let number = 0; number < 40; number++) {
      expect((await get(`/no-such-story-${number}`)).status).toBe(404)
    }
    const queries = Math.ceil((Date.now() - startedAt) / cacheMilliseconds) + 1
    expect(edge.firestore.requests() - before).toBeLessThanOrEqual(queries)
    for (const fault of ['stopped', 'slow'] as const) {
      await edge.firestore.setHealth(fault)
      expect((await get(`/${slug}`)).text).toBe(readPage(slug).html)
      const body = await reader.request(getArticleBodyPath(slug))
      expect(await body.text()).toBe(await readClosedPart(slug))
    }
  })

  it('disappears with its closed part once it’s withdrawn, even from the cache', async () => {
    const reader = await createSignedInClient('subscriber', edge.url)
    const [slug, unpublished] = listOlder('metered') as [string, string]
    expect((await get(`/${slug}`)).status).toBe(200)
    await change(slug, { status: 'withdrawn' })
    await change(unpublished, { status: 'draft' })
    await waitForStatus(`/${slug}`, 404)
    await waitForStatus(`/${unpublished}`, 404)
    await expectError(reader.request(getArticleBodyPath(slug)), 410, 'withdrawn')
    await expectError(reader.request(getArticleBodyPath(unpublished)), 404, 'not_found')
    await restore()
    await waitForStatus(`/${slug}`, 200)
    expect((await get(`/${slug}`)).text).toBe(readPage(slug).html)
  })
})

describe('the files that pages are rendered from', () => {
  it('can’t be requested, and neither can the closed part', async () => {
    const [slug] = listOlder('members') as [string]
    const paths = [...dataPaths, '/older-stories', '/older-stories/', '/older-stories/1.txt']
    const spelled = paths.flatMap((path) => [
      ...[
        path,
        `/${path}`,
        `${path}?x`,
        path.replace('o', '%6f'),
        `/${path.slice(1).replaceAll('/', '%2f')}`,
      ],
      ...[`/x/..${path}`, `${path}/`],
    ])
    expect((await requestVariants(slug, edge.url, spelled)).leaks).toEqual([])
    for (const path of spelled) {
      let response = await guest().request(path)
      const location = response.headers.get('Location')
      if (response.status === 307 && location) response = await guest().request(location)
      expect([path, response.status]).toEqual([path, 404])
    }
    const cached = listFiles(storage)
    expect(cached.some((file) => file.includes('/cache/'))).toBe(true)
    expect(cached.filter((file) => findLeaks(readFileSync(file)))).toEqual([])
  })
})

describe('another version of the site', () => {
  it('has its own pages, and a rollback restores the former pages', async () => {
    const before = join(folder, 'before')
    cpSync(site, before, { recursive: true, preserveTimestamps: true })
    const { slug } = older[0]!
    const gone = older[1]!.slug
    await change(slug, { title: 'A corrected title' })
    await change(gone, { status: 'withdrawn' })
    try {
      await build(`${prerendered}`)
      await edge.switchTo(site)
      expect((await get(`/${slug}`)).text).toContain('A corrected title')
      expect((await get(`/${gone}`)).status).toBe(404)
      expect(readFileSync(join(client, getOlderStoriesPath(0)), 'utf8')).not.toContain(gone)
    } finally {
      await restore()
    }
    await edge.switchTo(before)
    await waitForStatus(`/${gone}`, 200)
    expect((await get(`/${slug}`)).text).toBe(readPage(slug).html)
  })
})
