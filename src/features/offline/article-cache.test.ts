import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../browser/testing/test-browser.ts'
import { FakeCacheStorage } from './testing/fake-cache-storage.ts'

let browser: TestBrowser
let requestedPaths: string[]
let respond: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  browser = createTestBrowser()
  browser.reader = 'isSubscribed.open'
  browser.local.set('saved', JSON.stringify(['one', 'two', 'three']))
  requestedPaths = []
  respond = () => new Response('{}', { status: 429, headers: { 'Retry-After': '60' } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function runSync() {
  browser.loadPage()
  vi.stubGlobal('caches', new FakeCacheStorage('https://verandah.example'))
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, action: () => Promise<void>) => action() },
    serviceWorker: { getRegistration: async () => ({}), ready: Promise.resolve() },
  })
  vi.stubGlobal('fetch', async (path: string) => {
    requestedPaths.push(path)
    return respond()
  })
  await (await import('./article-cache.ts')).syncSavedArticles()
}

it('caching stops at the first 429, and continues after the time that it named', async () => {
  await runSync()
  await runSync()
  expect(requestedPaths).toEqual(['/one'])
  await vi.advanceTimersByTimeAsync(90_000)
  respond = () => new Response('', { status: 404 })
  await runSync()
  expect(requestedPaths).toEqual(['/one', '/one', '/two', '/three'])
})
