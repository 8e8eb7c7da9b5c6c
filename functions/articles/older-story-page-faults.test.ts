import { beforeEach, describe, expect, it } from 'vitest'
import type { OnDemandPage } from '../../src/contracts/pages/on-demand-page.ts'
import {
  joinHashes,
  type OlderStory,
  olderStoriesIndexPath,
  writeOlderStories,
} from '../../src/contracts/site-files/older-stories.ts'
import { hashKey } from '../../src/contracts/site-files/shards.ts'
import { createErrorPageCache } from '../pages/error-page-cache.ts'
import { createBuildManifest } from '../publishing/build-manifest.ts'
import { type App, createApp } from '../testing/route-table.ts'
import { createOlderStories } from './older-stories.ts'
import { createOlderStoryPages } from './older-story-page-cache.ts'
import { createPublishedPages } from './published-pages.ts'

const slug = 'an-old-story'
const image = { id: 'a-picture-0123456789abcdef', alt: '', credit: '', width: 4, height: 3 }
const story: OlderStory = {
  article: {
    ...{ slug, title: 'An old story', dek: '', category: 'culture', editorsPick: false, tags: [] },
    ...{ image, access: 'metered', corrections: [], publishedAt: new Date(0), words: 100 },
    authors: [{ slug: 'somebody', name: 'Somebody', html: '' }],
  },
  ...{ freePreview: '<p>Long ago.</p>', body: null, closedWritingSystems: [], readNext: [] },
}

/** File contents by path, or the status of an error. */
let files: Map<string, string | number>
let filesRead: string[]
let renderedPages: OnDemandPage[]
let isTemplateBroken: boolean
let isLimited: boolean
/** Resolves when rendering may continue. */
let templatesLoaded: Promise<void>
let app: App

const assets = {
  async fetch(address: URL) {
    const { pathname } = new URL(address)
    filesRead.push(pathname)
    const file = files.get(pathname) ?? 404
    return typeof file === 'number' ? new Response(null, { status: file }) : new Response(file)
  },
}

beforeEach(async () => {
  const index = { version: 'v', model: 'a-new-story', shardCount: 1 }
  const hashes = joinHashes([await hashKey(slug)])
  files = new Map<string, string | number>([
    [olderStoriesIndexPath, JSON.stringify({ ...index, hashes })],
    ['/older-stories/0.txt', writeOlderStories([[slug, story]], [])],
    ['/a-new-story', '<head><style>b{}</style></head>'],
  ])
  filesRead = []
  renderedPages = []
  isTemplateBroken = false
  isLimited = false
  templatesLoaded = Promise.resolve()
  app = createApp({
    buildManifest: createBuildManifest(assets),
    errorPages: createErrorPageCache(),
    recentChanges: { find: async () => null },
    olderStories: createOlderStories(assets),
    olderStoryPages: createOlderStoryPages(),
    now: () => new Date(),
    log: () => {},
    async renderPage(page: OnDemandPage) {
      renderedPages.push(page)
      await templatesLoaded
      if ('story' in page && isTemplateBroken) return new Response('', { status: 500 })
      const status = 'story' in page ? 200 : isLimited ? 429 : 503
      return new Response('<head><style>a{}</style></head>', { status })
    },
  })
})

const env = {
  LOOK_UP_NETWORK_LIMIT: { limit: async () => ({ success: !isLimited }) },
  ASSETS: assets,
}
const execution = { waitUntil: () => {}, passThroughOnException: () => {} }
const get = (path: string) =>
  app.request(`https://verandah.example${path}`, undefined, env, execution)
const getStory = () => get(`/${slug}`)

describe('a story without a file', () => {
  it('is rendered once, with the styles of a built page', async () => {
    for (const _ of ['first', 'again']) {
      const response = await getStory()
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('<head><style>b{}</style></head>')
    }
    expect(renderedPages).toEqual([{ story: { ...story, preview: null } }])
    expect(filesRead).toEqual([olderStoriesIndexPath, '/older-stories/0.txt', '/a-new-story'])
  })

  it('is rendered once for requests that arrive together', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    templatesLoaded = promise
    const requests = Array.from({ length: 20 }, getStory)
    const shards = () => filesRead.filter((path) => path === '/older-stories/0.txt')
    await expect.poll(shards).toHaveLength(20)
    resolve()
    const responses = await Promise.all(requests)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(renderedPages).toHaveLength(1)
  })

  it('is refused only to callers who have requested too many other stories, and only if it isn’t cached', async () => {
    isLimited = true
    const refused = await getStory()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(renderedPages).toEqual([{ missingPage: { kind: 'tooManyRequests' } }])
    isLimited = false
    await getStory()
    isLimited = true
    expect((await getStory()).status).toBe(200)
  })

  it.each([
    ['the index', () => files.set(olderStoriesIndexPath, 500)],
    ['its shard', () => files.set('/older-stories/0.txt', 500)],
    ['a shard that is missing', () => files.delete('/older-stories/0.txt')],
    ['the built page', () => files.delete('/a-new-story')],
    ['its text', () => files.set('/older-stories/0.txt', `${slug}\t{}\n`)],
    [
      'its template',
      () => {
        isTemplateBroken = true
      },
    ],
  ])(
    'is unavailable while %s can’t be used, and available immediately afterwards',
    async (_, breakIt) => {
      const intact = new Map(files)
      breakIt()
      const response = await getStory()
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10'])
      files = intact
      isTemplateBroken = false
      expect((await getStory()).status).toBe(200)
    },
  )

  it('is recognised by the statistics, unlike an unknown story', async () => {
    const { hasStory } = createPublishedPages(assets, {
      olderStories: createOlderStories(assets),
      recentChanges: { find: async () => null },
    })
    expect([await hasStory(slug), await hasStory('another')]).toEqual([true, false])
  })
})

it('a request for an unknown story loads no shard', async () => {
  for (const path of ['/another', '/another-1', '/another.html', '/%61nother']) await get(path)
  const read = filesRead.filter((path) => path.startsWith('/older-stories/'))
  expect(read).toEqual([olderStoriesIndexPath])
})
