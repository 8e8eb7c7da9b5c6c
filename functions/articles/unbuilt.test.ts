/** The cost of a request for an address without a page, and where a redirect may lead. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { EdgePage } from '../../src/contracts/edge-page.ts'
import { type Moves, movesPath } from '../../src/contracts/moves.ts'
import { createSiteNotes } from '../publishing/site-notes.ts'
import { type App, createApp } from '../route-table.ts'
import { createAbsencePages } from './absence-pages.ts'

const origin = 'https://verandah.example'

let rendered: EdgePage[]
let filesRead: string[]
let moves: Moves['moves']
let app: App

beforeEach(() => {
  rendered = []
  filesRead = []
  moves = {}
  const assets = {
    async fetch({ pathname }: URL) {
      filesRead.push(pathname)
      if (pathname !== movesPath(0)) return new Response(null, { status: 404 })
      return Response.json({ of: 1, moves } satisfies Moves)
    },
  }
  app = createApp({
    siteNotes: createSiteNotes(assets),
    absencePages: createAbsencePages(),
    changedList: { find: async () => null },
    deskKeys: Promise.resolve({ current: 1, keys: new Map() }),
    now: () => new Date(),
    log: () => {},
    async renderPage(page: EdgePage) {
      rendered.push(page)
      // As Astro, which takes its time.
      await new Promise((resolve) => setImmediate(resolve))
      const headers = {
        'Content-Type': 'text/html',
        'Content-Security-Policy': "default-src 'self'",
      }
      return new Response(`<h1>${JSON.stringify(page)}</h1>`, { status: 404, headers })
    },
  })
})

const env = { LOOK_UP_CEILING: { limit: async () => ({ success: true }) } }
const execution = { waitUntil: () => {}, passThroughOnException: () => {} }
const get = (path: string, method = 'GET') => app.request(origin + path, { method }, env, execution)

describe('an address where nothing is', () => {
  it('is rendered once for its kind, however many are asked for at once', async () => {
    const paths = Array.from({ length: 500 }, (_, at) => `/unknown-${at}`)
    const answers = await Promise.all(paths.map((path) => get(path)))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
      expect(await answer.text()).toContain('"kind":"story"')
    }
    expect(rendered).toEqual([{ absence: { kind: 'story' } }])
  })

  it('is rendered once for all authors, and leads to the one who was asked for', async () => {
    for (const author of ['one', 'two-2', 'x'.repeat(120)]) {
      const html = await (await get(`/author/${author}/99`)).text()
      expect(html).toContain(`"author":"${author}"`)
      expect(html).not.toContain('ANY-AUTHOR')
    }
    expect(rendered).toHaveLength(1)
  })

  it('costs no rendering and no file from then on, whatever the address', async () => {
    const folders = ['', 'category/', 'tag/', 'author/', 'events/', 'latest/', 'a/b/', 'preview/']
    const askAll = async (name: string) => {
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
    await askAll('first')
    const [pages, files] = [rendered.length, filesRead.length]
    expect(pages).toBeLessThan(15)
    for (let at = 0; at < 50; at++) await askAll(`name-${at}`)
    expect([rendered.length, filesRead.length]).toEqual([pages, files])
  })

  it.each([
    '/_image?href=/a.png',
    '/_server-islands/Anything',
    '/_actions/anything',
    '/_astro/x.js',
  ])('is %s too, of which Astro never hears', async (path) => {
    expect((await get(path)).status).toBe(404)
    expect(rendered.every((page) => 'absence' in page)).toBe(true)
    expect(JSON.stringify(rendered)).not.toContain('_')
    expect((await get(path, 'POST')).status).toBe(405)
  })

  it('is rendered again where that failed', async () => {
    let isFailing = true
    const pages = createAbsencePages()
    const render = async () =>
      isFailing ? new Response(null, { status: 500 }) : new Response('page', { status: 404 })
    const ask = () => pages.answer({ kind: 'story' }, render, () => {})
    await expect(ask()).rejects.toThrow()
    isFailing = false
    expect(await (await ask()).text()).toBe('page')
  })
})

describe('another spelling of an archive’s address', () => {
  it.each([
    ['/tag/srilanka?utm_source=x&y=%2F%2Fz', '/tag/sriLanka?utm_source=x&y=%2F%2Fz'],
    ['/category/FOOD/2', '/category/food/2'],
    ['/category/film-tv/7?a', '/category/film-and-tv?a'],
  ])('%s leads to %s for ever, without rendering anything', async (path, to) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, method)
      expect([answer.status, answer.headers.get('Location')]).toEqual([301, to])
    }
    expect(rendered).toEqual([])
    expect((await get(path, 'POST')).status).toBe(405)
  })

  it('comes after a redirect that editors have stored', async () => {
    moves = { '/tag/sri-lanka': '/ceylon' }
    expect((await get('/tag/sri-lanka')).headers.get('Location')).toBe('/ceylon')
  })
})

describe('an address that has moved', () => {
  it('leads to the new one, whatever the query was', async () => {
    moves = { '/old': '/café?a=b#c' }
    const answer = await get('/old?utm_source=x')
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, '/caf%C3%A9?a=b#c'])
  })

  it.each([
    '/.//evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a/..//evil.example',
    'https://evil.example',
  ])('never leads off the site, as to %s', async (to) => {
    moves = { '/old': to }
    const answer = await get('/old')
    expect([answer.status, answer.headers.get('Location')]).toEqual([404, null])
  })
})
