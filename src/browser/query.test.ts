import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '../domain/result.ts'
import type { ApiFailure, ApiResult } from './api.ts'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'

let browser: TestBrowser
let respondWith: ApiResult<string | null>
let callCount: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  browser = createTestBrowser()
  browser.reader = 'isSubscribed.open'
  browser.local.set('session', 'mark-1')
  respondWith = succeed('Leela')
  callCount = 0
  stop = () => {}
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function onAPage({ renderStore = true } = {}) {
  browser.loadPage()
  const queries = await import('./query.ts')
  const query = queries.createQuery<string | null>('user', {
    async call() {
      callCount++
      return respondWith
    },
    guestData: null,
  })
  stop = renderStore ? query.$store.listen(() => {}) : () => {}
  await vi.advanceTimersByTimeAsync(0)
  return { ...query, ...queries }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const failure = fail<ApiFailure>({ code: 'unavailable', message: 'Not now' })

describe('a query’s answer', () => {
  it('is valid for five minutes, on this page and the next', async () => {
    const page = await onAPage()
    expect(page.$store.get()).toMatchObject({ data: 'Leela', loading: false })
    await seconds(299)
    expect((await onAPage()).$store.get().data).toBe('Leela')
    expect(callCount).toBe(1)
    await seconds(1)
    await onAPage()
    expect(callCount).toBe(2)
  })

  it('is only requested while there are listeners, and never for guests', async () => {
    await onAPage({ renderStore: false })
    browser.reader = ''
    expect((await onAPage()).$store.get()).toMatchObject({ data: null })
    expect(callCount).toBe(0)
    expect(browser.session.size).toBe(0)
  })

  it('is shared by concurrent calls', async () => {
    const page = await onAPage()
    await Promise.all([page.getOrFetch(), page.refresh(), page.refresh()])
    expect(callCount).toBe(2)
  })

  it('is never shown to another reader', async () => {
    await onAPage()
    browser.local.set('session', 'mark-2')
    respondWith = succeed('Pema')
    expect((await onAPage()).$store.get().data).toBe('Pema')
    browser.reader = ''
    expect((await onAPage()).$store.get().data).toBeNull()
  })

  it('disappears from every listener at sign-out', async () => {
    const page = await onAPage()
    page.clearQueries()
    expect(page.$store.get().data).toBeUndefined()
    expect(browser.session.size).toBe(0)
  })

  it('is requested again if the reader has changed since', async () => {
    const page = await onAPage({ renderStore: false })
    const lastResult = page.refresh()
    browser.local.set('session', 'mark-2')
    respondWith = succeed('Pema')
    expect(await lastResult).toEqual(succeed('Pema'))
    const cleared = page.refresh()
    page.clearQueries()
    respondWith = succeed(null)
    expect(await cleared).toEqual(succeed(null))
  })

  it('isn’t overwritten by an older answer if it’s set from outside', async () => {
    const page = await onAPage()
    const olderRequest = page.refresh()
    respondWith = succeed('Leela S.')
    page.setData('Leela S.')
    expect(page.$store.get().data).toBe('Leela S.')
    await olderRequest
    expect(page.$store.get().data).toBe('Leela S.')
  })

  it('is dropped and requested again once it’s invalidated', async () => {
    const page = await onAPage()
    const olderRequest = page.refresh()
    respondWith = succeed('Leela S.')
    page.invalidate()
    expect(page.$store.get().data).toBeUndefined()
    await olderRequest
    await vi.advanceTimersByTimeAsync(0)
    expect(page.$store.get().data).toBe('Leela S.')
  })

  it('is requested when needed if it was invalidated without listeners', async () => {
    const page = await onAPage({ renderStore: false })
    await page.refresh()
    page.invalidate()
    expect(page.getCached()).toBeUndefined()
    expect(callCount).toBe(1)
    await page.getOrFetch()
    expect(callCount).toBe(2)
  })

  it('arrives even without session storage', async () => {
    browser.loadPage()
    const refuse = () => {
      throw new Error('SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    const { createQuery } = await import('./query.ts')
    const call = async () => succeed('Leela')
    const query = createQuery<string | null>('user', { call, guestData: null })
    expect(await query.getOrFetch()).toEqual(succeed('Leela'))
  })
})

describe('a failed query', () => {
  it('is retried after 1, 2 and 4 seconds, and then with growing delays', async () => {
    respondWith = failure
    const page = await onAPage()
    const counts: number[] = []
    for (const pause of [1, 2, 4, 9, 1, 19, 1]) {
      await seconds(pause)
      counts.push(callCount)
    }
    expect(counts).toEqual([2, 3, 4, 4, 5, 5, 6])
    expect(page.$store.get()).toMatchObject({ error: { message: 'Not now' } })
    respondWith = succeed('Leela')
    await seconds(40)
    expect(page.$store.get()).toMatchObject({ data: 'Leela' })
    await seconds(250)
    expect(callCount).toBe(7)
  })

  it('is retried on a hidden page once the page is visible', async () => {
    respondWith = failure
    const page = await onAPage()
    const show = (isShown: boolean) => {
      Object.assign(document, { hidden: !isShown })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    show(false)
    await seconds(3600)
    respondWith = succeed('Leela')
    const before = callCount
    show(true)
    await seconds(0)
    expect(callCount).toBe(before + 1)
    expect(page.$store.get().data).toBe('Leela')
  })
})

describe('focusing the window', () => {
  it('causes no request', async () => {
    await onAPage()
    await seconds(299)
    document.dispatchEvent(new Event('visibilitychange'))
    await seconds(3600)
    document.dispatchEvent(new Event('visibilitychange'))
    await seconds(0)
    expect(callCount).toBe(1)
  })
})
