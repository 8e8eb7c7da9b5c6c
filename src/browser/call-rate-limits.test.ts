import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'

let browser: TestBrowser
/** The API requests, except `GET /api/saved`. */
let requests: string[]
let respondWith: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  browser = createTestBrowser()
  browser.loadPage()
  requests = []
  respondWith = rateLimitedResponse
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${path}`)
    return respondWith()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const rateLimitedFor = (retryAfter: string | null) => () =>
  Response.json(
    { error: { code: 'too_many_requests', message: 'Too many attempts. Try again in a minute.' } },
    { status: 429, headers: retryAfter === null ? {} : { 'Retry-After': retryAfter } },
  )
const rateLimitedResponse = rateLimitedFor('60')
const okResponse = () => Response.json({ okResponse: true })

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const api = () => import('./api.ts')
const ask = async () => (await api()).call('GET /api/saved')

describe('a call that was answered with 429', () => {
  it('fails with the same message until the time that the response named', async () => {
    const first = await ask()
    for (const pause of [0, 1, 58]) {
      await seconds(pause)
      expect(await ask()).toEqual(first)
    }
    expect(requests).toEqual(['GET /api/saved'])
    await seconds(1)
    respondWith = okResponse
    expect(await ask()).toEqual({ ok: true, value: { okResponse: true } })
    expect(requests).toHaveLength(2)
  })

  it('stays held on the next page of the tab', async () => {
    await ask()
    browser.loadPage()
    await ask()
    expect(requests).toHaveLength(1)
  })

  it('doesn’t hold other calls', async () => {
    await ask()
    const { call } = await api()
    await call('GET /api/reading-history', { newest: 3 })
    await call('PUT /api/saved/:slug', { slug: 'a-story' })
    expect(requests).toEqual([
      'GET /api/saved',
      'GET /api/reading-history?newest=3',
      'PUT /api/saved/a-story',
    ])
  })

  it.each([
    [null, 60],
    ['soon', 60],
    ['-1', 60],
    ['120', 120],
    ['86400', 600],
  ])('is held, with Retry-After %s, for %i seconds', async (retryAfter, held) => {
    respondWith = rateLimitedFor(retryAfter)
    await ask()
    await seconds(held - 1)
    await ask()
    expect(requests).toHaveLength(1)
    await seconds(1)
    await ask()
    expect(requests).toHaveLength(2)
  })

  it('is repeated at different times in different browsers', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    await ask()
    await seconds(89)
    await ask()
    expect(requests).toHaveLength(1)
    await seconds(1)
    await ask()
    expect(requests).toHaveLength(2)
  })

  it('is held even without storage, but not once the clock has been set back', async () => {
    const throwError = () => {
      throw new Error('SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: throwError, setItem: throwError })
    await ask()
    await ask()
    expect(requests).toHaveLength(1)
    vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000)
    await ask()
    expect(requests).toHaveLength(2)
  })
})
