import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestBrowser, testBrowser } from './page-of-tests.ts'

let browser: TestBrowser
/** `GET /api/saved`, whatever the edge has been asked. */
let asked: string[]
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  browser = testBrowser()
  browser.openPage()
  asked = []
  answer = refused
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${path}`)
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const refusedFor = (retryAfter: string | null) => () =>
  Response.json(
    { error: { code: 'too_many_requests', message: 'Too many attempts. Try again in a minute.' } },
    { status: 429, headers: retryAfter === null ? {} : { 'Retry-After': retryAfter } },
  )
const refused = refusedFor('60')
const fine = () => Response.json({ fine: true })

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const api = () => import('./api.ts')
async function ask(path = '/api/saved', method: 'GET' | 'PUT' = 'GET') {
  return (await api()).callForJson(method, path)
}

describe('a call that was answered with 429', () => {
  it('is not made again before the time that the answer named, and fails in the same words', async () => {
    const first = await ask()
    for (const pause of [0, 1, 58]) {
      await seconds(pause)
      expect(await ask()).toEqual(first)
    }
    expect(asked).toEqual(['GET /api/saved'])
    await seconds(1)
    answer = fine
    expect(await ask()).toEqual({ ok: true, value: { fine: true } })
    expect(asked).toHaveLength(2)
  })

  it('is not made by the next page of the tab either', async () => {
    await ask()
    browser.openPage()
    await ask()
    expect(asked).toHaveLength(1)
  })

  it('holds up no other call', async () => {
    await ask()
    await ask('/api/reading')
    await ask('/api/saved', 'PUT')
    expect(asked).toEqual(['GET /api/saved', 'GET /api/reading', 'PUT /api/saved'])
  })

  it.each([
    [null, 60],
    ['soon', 60],
    ['-1', 60],
    ['120', 120],
    ['86400', 600],
  ])('with Retry-After %s is held for %i seconds', async (retryAfter, held) => {
    answer = refusedFor(retryAfter)
    await ask()
    await seconds(held - 1)
    await ask()
    expect(asked).toHaveLength(1)
    await seconds(1)
    await ask()
    expect(asked).toHaveLength(2)
  })

  it('is made again at different times by those who were refused together', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    await ask()
    await seconds(89)
    await ask()
    expect(asked).toHaveLength(1)
    await seconds(1)
    await ask()
    expect(asked).toHaveLength(2)
  })

  it('is held where the browser stores nothing, and no longer after the clock was put back', async () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
    await ask()
    await ask()
    expect(asked).toHaveLength(1)
    vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000)
    await ask()
    expect(asked).toHaveLength(2)
  })

  it('is not made as the page is left', async () => {
    const { tellInLeaving } = await api()
    tellInLeaving('PUT', '/api/reading/a-story', {})
    await seconds(0)
    tellInLeaving('PUT', '/api/reading/a-story', {})
    expect(asked).toEqual(['PUT /api/reading/a-story'])
  })
})

describe('what retries by itself', () => {
  const online = () => window.dispatchEvent(new Event('online'))

  it('a query waits out a 429, however often it would ask', async () => {
    browser.reader = 'isSubscribed.open'
    browser.local.set('session', 'mark-1')
    browser.openPage()
    const { createQuery } = await import('./query.ts')
    const { callForJson } = await api()
    const call = () => callForJson<object>('GET', '/api/user')
    const query = createQuery<object>('user', { call, forGuests: {} })
    const stop = query.$store.listen(() => {})
    for (let second = 0; second < 59; second++) {
      await seconds(1)
      online()
      await query.refresh()
    }
    expect(asked).toHaveLength(1)
    answer = fine
    await seconds(61)
    expect(query.$store.get()).toMatchObject({ data: { fine: true } })
    expect(asked).toHaveLength(2)
    stop()
  })

  it('the preferences wait out a 429, and the next page as well', async () => {
    browser.reader = 'isSubscribed.open'
    browser.local.set('session', 'mark-1')
    for (let page = 0; page < 5; page++) {
      browser.openPage()
      const { openPreferences } = await import('../features/account/preferences-store.ts')
      openPreferences()
      await seconds(10)
      online()
    }
    expect(asked).toEqual(['GET /api/preferences'])
  })
})
