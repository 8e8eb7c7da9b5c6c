import { beforeEach, describe, expect, it } from 'vitest'
import { createInMemoryFirestore } from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import type { OnDemandPage } from '../../src/contracts/pages/on-demand-page.ts'
import { type LandingList, listsPath } from '../../src/contracts/site-files/landing.ts'
import { fail } from '../../src/domain/result.ts'
import type { AllDeps } from '../app/installed.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { createRecentChanges, usableMilliseconds } from '../publishing/recent-changes.ts'
import { createFreshPages, type FreshPages, retryDelay } from './fresh-pages.ts'
import { parseLandingPath } from './landing-path.ts'

// The fake database uses the real time.
const builtAt = new Date(Date.now() - 60_000)
const story = (slug: string): LandingList['stories'][number] => ({
  ...{ slug, title: slug, dek: '', category: 'food', editorsPick: false, access: 'metered' },
  ...{ tags: [], corrections: [], words: 1, publishedAt: new Date('2026-10-01') },
  authors: [{ slug: 'somebody', name: 'Somebody' }],
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: '', width: 1, height: 1 },
})
const author = { name: 'Somebody', body: '', updatedAt: builtAt }
const lists: Record<string, LandingList> = {
  latest: { stories: [story('built')], isWhole: true, archive: { size: 1 } },
  front: { stories: [story('built')], isWhole: true, front: null },
  news: { stories: [story('built')], isWhole: true },
}

/** Puts the older of two stories first until an hour from now. */
const pinned = {
  ...{ lead: 'built', order: [], pins: [] },
  categoryPins: [{ category: 'food', slug: 'older', until: new Date(Date.now() + 3_600_000) }],
}
const food = { stories: [story('built'), story('older')], isWhole: true }

let database: ReturnType<typeof createInMemoryFirestore>
let pages: FreshPages
let deps: AllDeps
let time: number
let calls: string[]
let rendered: OnDemandPage[]
let renderPage: (page: OnDemandPage) => Promise<Response>
let isFirestoreUp: boolean
let background: Promise<unknown>[]

const html = '<head><style>b{}</style></head>'

beforeEach(async () => {
  database = createInMemoryFirestore()
  time = Date.now()
  calls = []
  rendered = []
  background = []
  isFirestoreUp = true
  renderPage = async (page) => {
    rendered.push(page)
    return new Response(`${html}${rendered.length}`, {
      headers: { 'Content-Security-Policy': "default-src 'self'" },
    })
  }
  const call = async <Value>(name: string, make: () => Promise<Value>) => {
    calls.push(name)
    return isFirestoreUp ? make() : fail({ kind: 'unavailable', reason: 'away' } as const)
  }
  const { firestore: stored } = database
  const firestore: Firestore = {
    ...stored,
    get: (path) => call('get', () => stored.get(path)),
    query: (query) => call('query', () => stored.query(query)),
  }
  const services = {
    firestore,
    now: () => new Date(time),
    log: () => {},
    buildManifest: { builtAt: async () => builtAt, findRedirect: async () => null },
  }
  const recentChanges = createRecentChanges({ ...services, builtAt: async () => builtAt })
  const assets = {
    async fetch({ pathname }: URL) {
      if (!pathname.startsWith(listsPath)) return new Response(html)
      const list = lists[pathname.slice(listsPath.length + 1)]
      return list ? Response.json(list) : new Response(null, { status: 404 })
    },
  }
  pages = createFreshPages({ ...services, recentChanges, assets })
  deps = {
    env: { ASSETS: assets },
    execution: { waitUntil: (work: Promise<unknown>) => background.push(work) },
    renderPage: (page: OnDemandPage) => renderPage(page),
  } as Partial<Record<keyof AllDeps, unknown>> as AllDeps
  await put('authors/somebody', author)
})

async function put(path: string, fields: Record<string, unknown>) {
  const written = await database.firestore.commit([{ set: path, fields }])
  expect(written.ok).toBe(true)
}

const publish = (slug: string, fields: Record<string, unknown> = {}) => {
  const { slug: _, words: __, authors: ___, ...shown } = story(slug)
  const body = 'The open part.\n\n<!-- more -->\n\nThe closed part.'
  const stored = { ...shown, body, authors: ['somebody'], status: 'published' }
  return put(`articles/${slug}`, { ...stored, updatedAt: new Date(time), ...fields })
}

const find = async (path = '/latest') => {
  const page = await pages.find(parseLandingPath(path)!, deps)
  return page && new TextDecoder().decode(page.body)
}

/** Lists the stories on the page that was rendered last. */
const listShown = () =>
  [...JSON.stringify(rendered.at(-1)).matchAll(/"slug":"(built|older)"/g)].map(([, slug]) => slug)

describe('a landing page that has changed since the build', () => {
  it('is rendered once for simultaneous requests, and once per change', async () => {
    await publish('new')
    const all = await Promise.all(Array.from({ length: 50 }, () => find()))
    expect(new Set(all)).toEqual(new Set([`${html}1`]))
    expect(calls).toEqual(['query', 'get', 'get'])
    for (let count = 0; count < 20; count++) {
      time += usableMilliseconds
      expect(await find()).toBe(`${html}1`)
    }
    expect(calls.filter((call) => call === 'get')).toHaveLength(2)
    time += usableMilliseconds
    await publish('new', { title: 'Corrected' })
    expect(await find()).toBe(`${html}2`)
  })

  it('contains only public parts', async () => {
    await publish('new')
    await find()
    expect(JSON.stringify(rendered)).toContain('The open part')
    expect(JSON.stringify(rendered)).not.toContain('closed part')
  })

  it('shows a story by an unknown author without the author', async () => {
    await publish('new', { authors: ['nobody'], tags: ['atlantis'] })
    expect(await find()).toBe(`${html}1`)
    expect(JSON.stringify(rendered)).toContain('"slug":"new"')
    expect(JSON.stringify(rendered)).not.toMatch(/nobody|atlantis/)
  })

  it('isn’t rendered for unrelated changes, or for an unknown author', async () => {
    await publish('draft', { status: 'draft' })
    await publish('before', { updatedAt: new Date(builtAt.getTime() - 1) })
    expect([await find(), await find('/')]).toEqual([null, null])
    await put('front/home', { lead: null, order: [], pins: [], updatedAt: builtAt })
    calls = []
    expect(await find('/author/nobody')).toBeNull()
    expect(calls).toEqual([])
    expect(rendered).toEqual([])
  })

  it('shows the editors’ choices within seconds, even an older story', async () => {
    await publish('older', { updatedAt: new Date(builtAt.getTime() - 3_600_000) })
    expect(await find('/')).toBeNull()
    await put('front/home', {
      lead: 'older',
      order: ['built'],
      pins: [],
      updatedAt: new Date(time),
    })
    time += usableMilliseconds + 1
    expect(await find('/')).toBe(`${html}1`)
    expect(rendered[0]).toMatchObject({
      landing: { front: { lead: 'older' }, stories: [{ slug: 'built' }, { slug: 'older' }] },
    })
  })
})

it.each([
  ['after the build', null],
  ['before the build', pinned],
])(
  'a story that was pinned in its category %s comes first until the pin expires',
  async (_, front) => {
    lists['category/food'] = { ...food, front }
    if (!front) await put('front/home', { ...pinned, updatedAt: new Date(time) })
    const page = await find('/category/food')
    expect(page && listShown()).toEqual(front ? null : ['older', 'built'])
    time += 3_600_001
    // The page is as it was built, or lacks the build's pin.
    const later = await find('/category/food')
    expect(later && listShown()).toEqual(front ? ['built', 'older'] : null)
  },
)

describe('a withdrawn story', () => {
  const withdraw = (slug: string, fields: Record<string, unknown> = {}) =>
    publish(slug, { status: 'withdrawn', ...fields })

  it.each([false, true])(
    'disappears if the editors chose it, even if no list contains it (corrected before: %s)',
    async (isCorrected) => {
      await publish('older', { updatedAt: new Date(builtAt.getTime() - 3_600_000) })
      const choices = { lead: 'older', order: [], pins: [], updatedAt: new Date(time) }
      await put('front/home', choices)
      await find('/')
      expect(listShown()).toContain('older')
      if (isCorrected) {
        time += usableMilliseconds + 1
        await publish('older', { title: 'Corrected' })
        await find('/')
        expect(JSON.stringify(rendered.at(-1))).toContain('Corrected')
      }
      time += usableMilliseconds + 1
      await withdraw('older')
      await find('/')
      expect(listShown()).toEqual(['built'])
    },
  )

  it('disappears, even if the build began at that moment and missed it', async () => {
    await withdraw('built', { updatedAt: new Date(builtAt.getTime() - 50) })
    await find()
    expect(rendered).toHaveLength(1)
    expect(JSON.stringify(rendered)).not.toContain('built')
  })
})

it('the news sitemap is rendered again after a minute, because stories enter and leave it with time', async () => {
  await publish('new')
  const path = '/sitemaps/news.xml'
  expect([await find(path), await find(path)]).toEqual([`${html}1`, `${html}1`])
  time += 60_000
  expect(await find(path)).toBe(`${html}2`)
})

describe('the built page', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['answers 500', async () => new Response(html, { status: 500 })],
    ['has no head', async () => new Response('<p>half a page')],
  ])(
    'is served if the template %s, and the template isn’t tried for every view',
    async (_, render) => {
      let attempts = 0
      const works = renderPage
      renderPage = (page) => {
        attempts++
        return render().then((response) => response ?? works(page))
      }
      await publish('new')
      for (let count = 0; count < 10; count++) expect(await find()).toBeNull()
      expect(attempts).toBe(1)
      renderPage = works
      time += retryDelay
      expect(await find()).toBe(`${html}1`)
    },
  )

  it('is served while Firestore isn’t responding, unless a newer page was rendered before', async () => {
    await publish('new')
    isFirestoreUp = false
    expect([await find(), await find('/')]).toEqual([null, null])
    const tried = calls.length
    for (let count = 0; count < 10; count++) await find()
    expect(calls.length).toBe(tried)
    isFirestoreUp = true
    time += 60_000
    expect(await find()).toBe(`${html}1`)
    isFirestoreUp = false
    time += usableMilliseconds
    expect(await find()).toBe(`${html}1`)
  })

  it('is served if rendering takes long, and rendering finishes in the background', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const works = renderPage
    renderPage = async (page) => {
      await held
      return works(page)
    }
    await publish('new')
    expect(await find()).toBeNull()
    release()
    await Promise.all(background)
    expect(await find()).toBe(`${html}1`)
    expect(rendered).toHaveLength(1)
  })
})
