import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { findLatestSnapshot } from '../../scripts/dev/stack/snapshots.ts'
import { requestRebuild } from '../../scripts/dev/stack/stack-client.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { headersOf, splitPolicy, takePolicy } from '../testing/built-page.ts'
import { changePoll } from '../testing/change-poll.ts'
import { createEdgeClient, findArticle, secondsAgo, stack } from '../testing/edge-client.ts'
import { commitWrites, readFields } from '../testing/test-readers.ts'
import { landingPaths } from './landing-path.ts'

const secret = 'quetzalcoatlus'
const body = `The open part of it.\n\n<!-- more -->\n\nThe ${secret} is closed.`
const slug = 'just-in-for-the-front-page'
const title = 'Just in for the front page'

/** A Worker with a site that no build replaces. */
let edge: FaultyEdge
let template: Fields
const originals = new Map<string, Fields | null>()

async function change(path: string, changes: Fields) {
  const stored = await readFields(path)
  if (!originals.has(path)) originals.set(path, stored)
  const fields = { ...(stored ?? template), ...changes }
  await commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])
}

const publish = (changes: Fields = {}, id = slug) =>
  change(`articles/${id}`, {
    ...template,
    ...{ title, body, status: 'published', publishedAt: new Date() },
    ...changes,
  })

async function restore() {
  for (const [path, fields] of originals) {
    // The build detects a withdrawal, but not a deletion.
    const before = fields ?? { ...(await readFields(path))!, status: 'withdrawn' }
    await commitWrites([{ set: path, fields: before, serverTimes: ['updatedAt'] }])
  }
  originals.clear()
}

async function get(path: string, headers: Record<string, string> = {}, url = edge.url) {
  const response = await createEdgeClient(url).request(path, { headers })
  return { response, status: response.status, text: await response.text() }
}

const readTextOf = async (url: string, path: string) => (await get(path, {}, url)).text
const readText = (path: string) => readTextOf(edge.url, path)

const findSite = () => findLatestSnapshot(join(stack.folder, 'snapshots'))!
const readBuilt = (file: string) => readFileSync(join(findSite(), 'client', file), 'utf8')

beforeAll(async () => {
  template = (await readFields(`articles/${findArticle('members').slug}`))!
  // Builds again, so that nothing has changed since the build.
  await requestRebuild(stack)
  edge = await startFaultyEdge()
})
afterEach(restore)
afterAll(async () => {
  await edge.stop()
  await requestRebuild(stack)
})

describe('a landing page', () => {
  it('is served as it was built while nothing has changed', async () => {
    for (const path of ['/', '/latest', '/feed', '/category/culture', '/sitemaps/news.xml']) {
      const { response, text } = await get(path)
      const built = await get(path, {}, stack.siteUrl)
      expect([path, text === built.text]).toEqual([path, true])
      expect(response.headers.get('ETag')).toBe(built.response.headers.get('ETag'))
      const etag = response.headers.get('ETag')!
      const repeated = await get(path, { 'If-None-Match': etag })
      expect([repeated.status, repeated.text]).toEqual([304, ''])
      expect(repeated.response.headers.get('Content-Security-Policy')).toBe(
        "frame-ancestors 'none'",
      )
    }
  })

  it('shows a story straight away, in the same bytes as the next build', async () => {
    const { category, tags, authors } = template as {
      category: string
      tags: string[]
      authors: string[]
    }
    const title = 'A story for the next build'
    // Urdu and Dhivehi have separate fonts, which the built page doesn't list.
    const fullTitle = `${title}: اردو ދިވެހި`
    await publish(
      { title: fullTitle, tags: [...new Set([...tags, 'nepal'])] },
      'for-the-next-build',
    )
    const pin = { category, slug: findArticle('members').slug, until: secondsAgo(-3600) }
    await change('front/home', { categoryPins: [pin] })
    await expect.poll(() => readText('/'), changePoll).toContain(title)
    const readFirst = async () =>
      /class="headline"[^>]*>\s*<a href="\/([^"]+)"/.exec(
        await readText(`/category/${category}`),
      )?.[1]
    await expect.poll(readFirst, changePoll).toBe(pin.slug)
    const paths = [
      '/',
      '/latest',
      `/category/${category}`,
      '/tag/nepal',
      `/author/${authors[0]}`,
      '/feed',
      '/feed.json',
      `/category/${category}/feed`,
      `/author/${authors[0]}/feed`,
      '/sitemaps/news.xml',
    ]
    const fresh = await Promise.all(paths.map((path) => get(path)))
    await requestRebuild(stack)
    for (const [index, path] of paths.entries()) {
      const { response, text, status } = fresh[index]!
      const built = await get(path, {}, stack.siteUrl)
      expect([path, status, text.includes(title), text.includes(secret)]).toEqual([
        ...[path, 200, true, false],
      ])
      const { html, policy } = takePolicy(built.text)
      expect(text).toBe(html)
      expect(headersOf(response)).toEqual(headersOf(built.response))
      if (policy === null) continue
      const sent = response.headers.get('Content-Security-Policy')!
      expect(splitPolicy(sent)).toEqual([...splitPolicy(policy), "frame-ancestors 'none'"])
    }
  })
})

it('a landing page that has changed since the build can be revalidated, whatever the host and the query of its address', async () => {
  await publish()
  await expect.poll(() => readText('/latest'), changePoll).toContain(title)
  const { response, text } = await get('/latest')
  const etag = response.headers.get('ETag')!
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const repeated = await get('/latest', { 'If-None-Match': tag })
    expect([repeated.status, repeated.text]).toEqual([304, ''])
    expect(headersOf(repeated.response)).toEqual(headersOf(response))
  }
  expect((await get('/latest', { 'If-None-Match': '"x"' })).status).toBe(200)
  const others: [string, Record<string, string>][] = [
    ['/latest?utm_source=<script>', {}],
    ['/latest', { 'X-Forwarded-Host': 'evil.example', Cookie: 'reader=1' }],
  ]
  for (const [path, headers] of others) expect((await get(path, headers)).text).toBe(text)
  const head = await createEdgeClient(edge.url).request('/latest', { method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('ETag')]).toEqual([200, '', etag])
  const posted = await createEdgeClient(edge.url).request('/latest', { method: 'POST' })
  expect(posted.status).toBe(405)
  for (const path of ['/landing/lists/latest', '/landing/latest', '/landing/feed']) {
    expect((await get(path)).status).toBe(404)
  }
})

it('a Worker without its variables serves landing pages as they were built', async () => {
  const broken = await startFaultyEdge(
    () => {},
    { SESSION_KEYS: undefined },
    { readyPath: '/about' },
  )
  try {
    for (const [path, file] of [
      ['/', 'index.html'],
      ['/category/culture', 'category/culture.html'],
    ] as const) {
      const { status, text } = await get(path, {}, broken.url)
      expect([path, status, text === readBuilt(file)]).toEqual([path, 200, true])
    }
    for (const path of ['/landing/lists/front', '/api/client', '/sealed/anything']) {
      expect([path, (await get(path, {}, broken.url)).status]).toEqual([path, 500])
    }
  } finally {
    await broken.stop()
  }
})

describe('without the paths in run_worker_first', () => {
  it('landing pages are the built files, and cause no Worker call and no database read', async () => {
    const site = mkdtempSync(join(tmpdir(), 'built-pages-'))
    const snapshot = findSite()
    symlinkSync(join(snapshot, 'client'), join(site, 'client'))
    cpSync(join(snapshot, 'server'), join(site, 'server'), { recursive: true })
    const file = join(site, 'server', 'wrangler.json')
    const configuration = JSON.parse(readFileSync(file, 'utf8'))
    const { assets } = configuration
    const others = assets.run_worker_first.filter(
      (path: string) => !landingPaths.some((one) => one === path),
    )
    configuration.assets = { ...assets, run_worker_first: others }
    writeFileSync(file, JSON.stringify(configuration))
    await publish()
    const paths = [
      ['/', 'index.html'],
      ['/latest', 'latest.html'],
      ['/feed', 'feed'],
    ] as const
    const rendered = await Promise.all(paths.map(([path]) => get(path)))
    await edge.switchTo(site)
    const before = edge.firestore.requests()
    for (const [index, [path, built]] of paths.entries()) {
      const { response, text } = await get(path)
      expect([path, text === readBuilt(built)]).toEqual([path, true])
      // A page has the same headers whether it's rendered or passed through.
      expect(headersOf(rendered[index]!.response)).toEqual(headersOf(response))
    }
    expect(edge.firestore.requests()).toBe(before)
    await edge.switchTo(snapshot)
    rmSync(site, { recursive: true })
  })
})
