import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CollectedEvent,
  collectedEventSchema,
  collectRequestSchema,
} from '../contracts/endpoints/collect-endpoints.ts'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { previewBannerId } from '../contracts/pages/on-demand-page.ts'
import { day } from '../domain/duration.ts'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'

let browser: TestBrowser
let sent: CollectedEvent[][]
/** The visitor id in each batch. */
let visitors: (string | undefined)[]
let answer: () => Response | Promise<Response>

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  browser = createTestBrowser()
  browser.cookies = 'visits=free'
  sent = []
  visitors = []
  answerWith(202)
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
  vi.stubGlobal('navigator', preferences)
  vi.stubGlobal('fetch', async (address: string, { body, keepalive }: RequestInit) => {
    expect([address, keepalive]).toEqual([getEndpointPath('POST /api/collect'), true])
    const { batch, visitor } = collectRequestSchema.parse(JSON.parse(String(body)))
    sent.push(batch.map((event) => collectedEventSchema.parse(event)))
    visitors.push(visitor)
    return answer()
  })
  return import('./analytics.ts')
}

function answerWith(status: number) {
  answer = () => new Response('{}', { status })
}

/** Waits for as long as the queue holds an event. */
const waitForBatch = async () => {
  await vi.advanceTimersByTimeAsync(5000)
  await vi.dynamicImportSettled()
}
/** Lists each sent batch's page names, in order. */
const listSent = () =>
  sent.map((batch) => batch.map((event) => event.type === 'page' && event.name).join())

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

  it.each([429, 503])(
    'sends a batch again after status %d, even from the next page',
    async (status) => {
      answerWith(status)
      const first = await loadAnalytics()
      first.page('homepage')
      await waitForBatch()
      first.page('latest')
      await waitForBatch()
      expect(listSent().toSorted()).toEqual(['homepage', 'homepage', 'latest'])
      const next = await loadAnalytics()
      sent = []
      answerWith(202)
      next.page('article')
      await waitForBatch()
      expect(listSent().toSorted()).toEqual(['article', 'homepage', 'latest'])
      expect(browser.local.size).toBe(0)
      next.page('author')
      await waitForBatch()
      expect(listSent()).toHaveLength(4)
    },
  )

  it('waits for a slow answer, and sends the events again from the next page', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answer = () => promise.then((response) => response.clone())
    const { page } = await loadAnalytics()
    page('homepage')
    await waitForBatch()
    page('latest')
    await waitForBatch()
    expect(listSent()).toEqual(['homepage', 'latest'])
    const next = await loadAnalytics()
    next.page('article')
    await waitForBatch()
    expect(listSent().slice(2).toSorted()).toEqual(['article', 'homepage', 'latest'])
    // All overlapping batches contain the same visitor id.
    expect(new Set(visitors)).toEqual(new Set([sent[0]![0]!.messageId]))
    resolve(new Response('{}', { status: 202 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(browser.local.size).toBe(0)
  })

  it('doesn’t repeat a batch that was refused for good', async () => {
    answerWith(400)
    const { page } = await loadAnalytics()
    page('homepage')
    await waitForBatch()
    page('article')
    await waitForBatch()
    expect(listSent()).toEqual(['homepage', 'article'])
    expect(browser.local.size).toBe(0)
  })

  it.each(['', 'consent=ask', 'consent=1.refused.1'])(
    'stores nothing without consent: “%s”',
    async (cookies) => {
      browser.cookies = cookies
      answerWith(503)
      const { page } = await loadAnalytics()
      page('homepage')
      await waitForBatch()
      expect(browser.local.size).toBe(0)
      page('article')
      await waitForBatch()
      expect(listSent().toSorted()).toEqual(['article', 'homepage', 'homepage'])
    },
  )

  it('keeps at most 200 events in the page', async () => {
    browser.cookies = ''
    answerWith(503)
    const { page } = await loadAnalytics()
    for (let event = 0; event < 240; event++) page('latest')
    answerWith(202)
    page('author')
    await waitForBatch()
    expect(sent.map(({ length }) => length)).toEqual([
      ...Array(12).fill(20),
      1,
      ...Array(10).fill(20),
    ])
  })

  it('removes its stored events once the reader withdraws consent', async () => {
    answerWith(503)
    const { page } = await loadAnalytics()
    page('homepage')
    await hidePage()
    browser.cookies = 'consent=1.refused.1'
    const next = await loadAnalytics()
    next.page('article')
    await waitForBatch()
    expect(browser.local.size).toBe(0)
    expect(listSent()).toEqual(['homepage', 'article'])
  })

  it('stores at most 200 events, for three days', async () => {
    answerWith(503)
    const { page } = await loadAnalytics()
    for (let event = 0; event < 240; event++) page('latest')
    await hidePage()
    const stored = [...browser.local.values()].flatMap((batch): unknown[] => JSON.parse(batch))
    expect(stored).toHaveLength(200)
    vi.setSystemTime(Date.now() + 3 * day)
    answerWith(202)
    sent = []
    const next = await loadAnalytics()
    next.page('author')
    await waitForBatch()
    expect(listSent()).toEqual(['author'])
    expect(browser.local.size).toBe(0)
  })

  it('ignores what other code has stored under its name', async () => {
    browser.local.set('events.2999-01-01T00:00:00.000Z.1', '[{}]')
    browser.local.set('events.x', 'x')
    const { page } = await loadAnalytics()
    page('homepage')
    await waitForBatch()
    expect(listSent()).toEqual(['homepage'])
    expect(browser.local.size).toBe(0)
  })

  it('stores nothing after a sign-out, whatever the server answers', async () => {
    const { promise, reject } = Promise.withResolvers<Response>()
    answer = () => promise
    const { identify, track, resetIdentity, page } = await loadAnalytics()
    identify(user)
    await hidePage()
    expect(browser.local.size).toBe(1)
    track('Signed Out', {})
    resetIdentity()
    browser.local.clear()
    identify(user)
    await hidePage()
    reject(new Error('offline'))
    await vi.advanceTimersByTimeAsync(0)
    page('homepage')
    await waitForBatch()
    expect(browser.local.size).toBe(0)
    expect(sent.map((batch) => batch[0]!.type)).toEqual(['identify', 'track', 'identify', 'page'])
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
    ['for a reader with Global Privacy Control', { globalPrivacyControl: true }, []],
    ['for a reader with Do Not Track', { doNotTrack: '1' }, []],
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

  it('throws no error, whatever the browser refuses', async () => {
    const { track, resetIdentity } = await loadAnalytics()
    const throwQuotaError = () => {
      throw new Error('refused')
    }
    vi.stubGlobal('crypto', { randomUUID: throwQuotaError })
    expect(() => track('Signed Out', {})).not.toThrow()
    expect(resetIdentity).not.toThrow()
  })
})
