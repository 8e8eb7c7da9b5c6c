import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../browser/testing/test-browser.ts'
import { FakeCacheStorage } from './testing/fake-cache-storage.ts'

let browser: TestBrowser
let requestedPaths: string[]
let respond: (path: string) => Response

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

async function runSync(caches = new FakeCacheStorage('https://verandah.example')) {
  browser.loadPage()
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, action: () => Promise<void>) => action() },
    serviceWorker: { getRegistration: async () => ({}), ready: Promise.resolve() },
  })
  vi.stubGlobal('fetch', async (path: string) => {
    requestedPaths.push(path)
    return respond(path)
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

it('a saved article’s former addresses lead to the article', async () => {
  const caches = new FakeCacheStorage('https://verandah.example')
  browser.local.set('saved', JSON.stringify(['current']))
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = () => ({
        documentElement: { dataset: {} },
        querySelector: () => ({ dataset: { identifier: 'first' } }),
        querySelectorAll: () => [],
      })
    },
  )
  const articles = await caches.open('articles')
  const page = new Response('', { headers: { 'Body-Path': '' } })
  await articles.put('/second?for=second', page)
  respond = (path) =>
    Object.defineProperties(new Response(''), {
      redirected: { value: path !== '/current' },
      url: { value: 'https://verandah.example/current' },
    })
  await runSync(caches)
  for (const path of ['/first', '/second']) {
    const { status, headers } = (await articles.match(path, { ignoreSearch: true }))!
    expect([status, headers.get('Location')]).toEqual([301, 'https://verandah.example/current'])
  }
  browser.local.set('saved', '[]')
  respond = () => new Response('')
  await runSync(caches)
  expect(await articles.keys()).toEqual([])
})
