/** Stories whose pages the Worker renders, compared with the files that a build would write for them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../scripts/build/build-site.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { loadMirror } from '../../src/content/mirror.ts'
import { getOlderStoriesPath, olderStoriesIndexPath } from '../../src/contracts/older-stories.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import { cacheMilliseconds } from '../publishing/recent-changes.ts'
import { headersOf, splitPolicy, takePolicy } from '../testing/built-page.ts'
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

/** Inside the project: a build resolves packages from its output folder. */
const folder = mkdtempSync(join(stack.folder, 'older-'))
const state = join(folder, 'build')
const site = join(folder, 'site')
const client = join(site, 'client')
const prerendered = 5

const build = (limit: string) =>
  buildSite(
    {
      ...stack.buildEnvironment,
      PRERENDERED_STORIES: limit,
      BUILD_STATE: state,
      BUILD_OUTPUT: site,
    },
    () => {},
  )

const readSite = () =>
  new Map(listFiles(client).map((file) => [relative(client, file), readFileSync(file)]))

let edge: FaultyEdge
let storage: string
/** All files of the site, with every story's page, and with the newest only. */
let whole: Map<string, Buffer>
let reduced: Map<string, Buffer>
/** Newest first. */
let older: { slug: string; access: string }[]
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

const soon = { timeout: cacheMilliseconds * 3, interval: 250 }
const waitForStatus = (path: string, status: number) =>
  expect.poll(async () => (await get(path)).status, soon).toBe(status)

const readPage = (slug: string, files = whole) => takePolicy(files.get(`${slug}.html`)!.toString())

beforeAll(async () => {
  cpSync(stack.buildEnvironment.BUILD_STATE, state, { recursive: true, preserveTimestamps: true })
  cpSync(stack.buildEnvironment.BUILD_OUTPUT, site, { recursive: true, preserveTimestamps: true })
  writeFileSync(join(site, '.build-inputs'), resolve(state))
  await build('')
  whole = readSite()
  await build(`${prerendered}`)
  reduced = readSite()
  older = [...loadMirror(state)!.articles.values()]
    .sort((one, other) => +other.publishedAt - +one.publishedAt || (one.slug < other.slug ? -1 : 1))
    .slice(prerendered)
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
  it('lacks the pages of older stories, and is the same otherwise', () => {
    expect(older.length).toBeGreaterThan(20)
    expect(new Set(older.map(({ access }) => access)).size).toBe(3)
    const pages = older.map(({ slug }) => `${slug}.html`)
    const removed = [...whole.keys()].filter((file) => !reduced.has(file))
    expect(removed.sort()).toEqual(pages.sort())
    const added = [...reduced.keys()].filter((file) => !whole.has(file))
    expect(added.sort()).toEqual([olderStoriesIndexPath, getOlderStoriesPath(0)].map((path) => path.slice(1)).sort())
    for (const [file, content] of reduced) {
      const before = whole.get(file)
      if (before && file !== '.built') expect([file, content.equals(before)]).toEqual([file, true])
    }
  })

  it('contains no closed text', () => {
    expect([...reduced].filter(([, content]) => findLeaks(content))).toEqual([])
  })
})

describe('an older story', () => {
  it('has the bytes and headers of its built page, rendered and cached', async () => {
    for (const round of ['rendered', 'cached']) {
      for (const { slug } of older) {
        const { response, text } = await get(`/${slug}`)
        const { html, policy } = readPage(slug)
        expect([round, slug, response.status]).toEqual([round, slug, 200])
        expect(text).toBe(html)
        const sent = response.headers.get('Content-Security-Policy')!
        expect(splitPolicy(sent)).toEqual([...splitPolicy(policy!), "frame-ancestors 'none'"])
        const built = await get(`/${slug}`, {}, stack.siteUrl)
        expect(headersOf(response)).toEqual(headersOf(built.response))
      }
    }
  })
})
