import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CollectedEvent,
  collectedEventSchema,
  collectRequestSchema,
} from '../contracts/endpoints/collect-endpoints.ts'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { previewBannerId } from '../contracts/pages/on-demand-page.ts'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'

let browser: TestBrowser
let sent: CollectedEvent[][]
let isBeaconRefused: boolean
let fetched: RequestInit[]

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  browser = createTestBrowser()
  sent = []
  fetched = []
  isBeaconRefused = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function loadAnalytics(
  preferences: { globalPrivacyControl?: boolean; doNotTrack?: string } = {},
  ids: readonly string[] = [],
) {
  browser.loadPage()
  const getElementById = (id: string) => (ids.includes(id) ? {} : null)
  Object.assign(document, { title: 'A', referrer: '', getElementById })
  vi.stubGlobal('location', new URL('https://verandah.news/a-story'))
  vi.stubGlobal('addEventListener', document.addEventListener.bind(document))
  vi.stubGlobal('navigator', {
    ...preferences,
    sendBeacon: (address: string, body: Blob) => {
      if (isBeaconRefused) return false
      void body.text().then((text) => readBatch(address, text))
      return true
    },
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    fetched.push(init)
    readBatch(address, await (init.body as Blob).text())
  })
  return import('./analytics.ts')
}

function readBatch(address: string, body: string) {
  expect(address).toBe(getEndpointPath('POST /api/collect'))
  const { batch } = collectRequestSchema.parse(JSON.parse(body))
  sent.push(batch.map((event) => collectedEventSchema.parse(event)))
}

const hidePage = async () => {
  document.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
}

const user = { firebase_id: 'uid-1', first_name: 'A', last_name: 'B', email: 'a@example.com' }

describe('analytics', () => {
  it('sends a batch when the reader leaves the page', async () => {
    const { track, page, identify } = await loadAnalytics()
    page('article')
    track('Article Viewed', { slug: 'a-story' })
    identify(user)
    expect(sent).toEqual([])
    await hidePage()
    await hidePage()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject([
      { type: 'page', name: 'article', context: { page: { path: '/a-story', title: 'A' } } },
      { type: 'track', event: 'Article Viewed', properties: { slug: 'a-story' } },
      { type: 'identify', traits: user },
    ])
    expect(new Set(sent[0]!.map((event) => event.messageId)).size).toBe(3)
  })

  it('uses fetch if the browser refuses a beacon', async () => {
    isBeaconRefused = true
    const { page } = await loadAnalytics()
    page('homepage')
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toMatchObject([[{ name: 'homepage' }]])
    expect(fetched).toMatchObject([{ method: 'POST', keepalive: false }])
  })

  it('sends each event once, however many there are', async () => {
    isBeaconRefused = true
    const { page } = await loadAnalytics()
    const refused = vi.fn(async () => new Response('{}', { status: 429 }))
    vi.stubGlobal('fetch', refused)
    page('homepage')
    await vi.advanceTimersByTimeAsync(600_000)
    await hidePage()
    expect(refused).toHaveBeenCalledOnce()
  })

  it('sends earlier events before a sign-out, and ends the visit', async () => {
    const { track, resetIdentity } = await loadAnalytics()
    browser.session.set('counted', '["x"]')
    track('Signed Out', {})
    resetIdentity()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toMatchObject([[{ event: 'Signed Out' }]])
    expect(browser.session.has('counted')).toBe(false)
  })
})

describe('analytics without tracking', () => {
  it.each([
    ['of a reader with Global Privacy Control', { globalPrivacyControl: true }, []],
    ['of a reader with Do Not Track', { doNotTrack: '1' }, []],
    ['on a draft', {}, [previewBannerId]],
  ])('sends and stores nothing %s', async (_, preferences, ids) => {
    const { track, page, identify, resetIdentity } = await loadAnalytics(preferences, ids)
    page('homepage')
    track('Signed Out', {})
    identify(user)
    resetIdentity()
    await vi.advanceTimersByTimeAsync(60_000)
    await hidePage()
    expect(sent).toEqual([])
    expect([browser.local.size, browser.session.size]).toEqual([0, 0])
  })

  it('sends nothing at build time', async () => {
    const { page, resetIdentity } = await import('./analytics.ts')
    page('homepage')
    resetIdentity()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('throws nothing, whatever the browser refuses', async () => {
    const { track, resetIdentity } = await loadAnalytics()
    const throwQuotaError = () => {
      throw new Error('refused')
    }
    vi.stubGlobal('crypto', { randomUUID: throwQuotaError })
    expect(() => track('Signed Out', {})).not.toThrow()
    expect(resetIdentity).not.toThrow()
  })
})
