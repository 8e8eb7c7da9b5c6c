import { beforeEach, describe, expect, it } from 'vitest'
import type { OnDemandPage } from '../../src/contracts/pages/on-demand-page.ts'
import {
  getRedirectShardPath,
  type RedirectShard,
} from '../../src/contracts/site-files/redirect-shards.ts'
import { createErrorPageCache } from '../pages/error-page-cache.ts'
import { createBuildManifest } from '../publishing/build-manifest.ts'
import { type App, createApp } from '../testing/route-table.ts'

const origin = 'https://verandah.example'

let renderedPages: OnDemandPage[]
let filesRead: string[]
let redirects: RedirectShard['redirects']
let app: App

beforeEach(() => {
  renderedPages = []
  filesRead = []
  redirects = {}
  const assets = {
    async fetch({ pathname }: URL) {
      filesRead.push(pathname)
      if (pathname !== getRedirectShardPath(0)) return new Response(null, { status: 404 })
      return Response.json({ shardCount: 1, redirects } satisfies RedirectShard)
    },
  }
  app = createApp({
    buildManifest: createBuildManifest(assets),
    errorPages: createErrorPageCache(),
    recentChanges: { find: async () => null },
    olderStories: { mayHave: async () => false },
    freshPages: { find: async () => null },
    deskKeys: Promise.resolve({ current: 1, keys: new Map() }),
    now: () => new Date(),
    log: () => {},
    loadTags: async () => [{ slug: 'sriLanka', name: 'Sri Lanka' }],
    async renderPage(page: OnDemandPage) {
      renderedPages.push(page)
      // A pause, because Astro's rendering is asynchronous too.
      await new Promise((resolve) => setImmediate(resolve))
      const headers = {
        'Content-Type': 'text/html',
        'Content-Security-Policy': "default-src 'self'",
      }
      return new Response(`<h1>${JSON.stringify(page)}</h1>`, { status: 404, headers })
    },
  })
})

const refusing = { limit: async () => ({ success: false }) }
const env = {
  LOOK_UP_NETWORK_LIMIT: { limit: async () => ({ success: true }) },
  // The paths of landing pages are looked up first.
  ASSETS: {
    async fetch(asked: URL | Request) {
      const { pathname } = asked instanceof URL ? asked : new URL(asked.url)
      const files = ['/a-story', '/events/one', '/tag/sriLanka']
      const isFile = (path: string) => files.includes(path)
      const status = isFile(pathname) ? 200 : isFile(pathname.replace(/\/$/, '')) ? 307 : 404
      return new Response(null, { status })
    },
  },
}
const execution = { waitUntil: () => {}, passThroughOnException: () => {} }
const get = (path: string, method = 'GET', bindings = env) =>
  app.request(origin + path, { method }, bindings, execution)

describe('an unknown address', () => {
  it('gets a 404 page that is rendered once per kind', async () => {
    const paths = Array.from({ length: 500 }, (_, at) => `/unknown-${at}`)
    const answers = await Promise.all(paths.map((path) => get(path)))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
      expect(await answer.text()).toContain('"kind":"story"')
    }
    expect(renderedPages).toEqual([{ missingPage: { kind: 'story' } }])
  })

  it('gets a page that is rendered once for all authors and names the requested author', async () => {
    for (const author of ['one', 'two-2', 'x'.repeat(120)]) {
      const html = await (await get(`/author/${author}/99`)).text()
      expect(html).toContain(`"author":"${author}"`)
      expect(html).not.toContain('ANY-AUTHOR')
    }
    expect(renderedPages).toHaveLength(1)
  })

  it('causes no further render or file read, whatever its name', async () => {
    const folders = ['', 'category/', 'tag/', 'author/', 'events/', 'latest/', 'a/b/', 'preview/']
    const requestAll = async (name: string) => {
      for (const folder of folders) {
        for (const path of [
          `/${folder}${name}`,
          `/${folder}food/${name}`,
          `/${folder}india/${name}`,
        ]) {
          expect([path, (await get(path)).status]).toEqual([path, 404])
        }
      }
    }
    await requestAll('first')
    const [pages, files] = [renderedPages.length, filesRead.length]
    expect(pages).toBeLessThan(15)
    for (let at = 0; at < 50; at++) await requestAll(`name-${at}`)
    expect([renderedPages.length, filesRead.length]).toEqual([pages, files])
  })

  it.each([
    '/_image?href=/a.png',
    '/_image/',
    '/%5Fimage?href=/a.png',
    '//_image?href=/a.png',
    '/_server-islands/Anything',
    '/desk/statistics-now',
    '/_actions/anything',
    '/_astro/x.js',
  ])('never reaches Astro: %s', async (path) => {
    expect((await get(path)).status).toBe(404)
    expect(renderedPages.every((page) => 'missingPage' in page)).toBe(true)
    expect(JSON.stringify(renderedPages)).not.toContain('_')
    expect((await get(path, 'POST')).status).toBe(405)
  })

  it('gets a newly rendered page after a failure', async () => {
    let isFailing = true
    const pages = createErrorPageCache()
    const render = async () =>
      isFailing ? new Response(null, { status: 500 }) : new Response('page', { status: 404 })
    const request = () => pages.respond({ kind: 'story' }, render, () => {})
    await expect(request()).rejects.toThrow()
    isFailing = false
    expect(await (await request()).text()).toBe('page')
  })
})

it.each(['/g/bcdfghjkmnpqrstvwxz2', '/gift/7K2M9QXT4B6H0WZE', '/preview/draft?token=x'])(
  'the page about too many requests hides its address from referrers and search engines: %s',
  async (path) => {
    const { headers } = await get(path, 'GET', { ...env, LOOK_UP_NETWORK_LIMIT: refusing })
    expect(renderedPages).toEqual([{ missingPage: { kind: 'tooManyRequests' } }])
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  },
)

describe('another spelling of an archive’s address', () => {
  it.each([
    ['/tag/srilanka?utm_source=x&y=%2F%2Fz', '/tag/sriLanka?utm_source=x&y=%2F%2Fz'],
    ['/category/FOOD/2', '/category/food/2'],
    ['/category/film-tv/7?a', '/category/film-and-tv?a'],
  ])('redirects permanently from %s to %s, without rendering', async (path, to) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, method)
      expect([answer.status, answer.headers.get('Location')]).toEqual([301, to])
    }
    expect(renderedPages).toEqual([])
    expect((await get(path, 'POST')).status).toBe(405)
  })

  it('is overridden by an editor’s redirect', async () => {
    redirects = { '/tag/sri-lanka': '/ceylon' }
    expect((await get('/tag/sri-lanka')).headers.get('Location')).toBe('/ceylon')
  })
})

describe('another spelling of a page’s address', () => {
  it.each([
    ['/A-Story', '/a-story'],
    ['/A-STORY/?a=b', '/a-story?a=b'],
    ['/%41-story', '/a-story'],
    ['/a-story/', '/a-story'],
    ['/events/one/?a=b', '/events/one?a=b'],
    ['/tag/sriLanka/?a=b', '/tag/sriLanka?a=b'],
  ])('redirects permanently from %s to %s', async (path, to) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, to])
  })

  it('is overridden by an editor’s redirect', async () => {
    redirects = { '/a-story': '/its-sequel' }
    expect((await get('/a-story/')).headers.get('Location')).toBe('/its-sequel')
  })

  it.each(['/Another-Story', '/another-story/', '/events/two/', '//events/one/', '/sealed/one/'])(
    'isn’t redirected if there is no such page: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

describe('an address that has moved', () => {
  it('redirects to its target without the query', async () => {
    redirects = { '/old': '/café?a=b#c' }
    const answer = await get('/old?utm_source=x')
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, '/caf%C3%A9?a=b#c'])
  })
})
