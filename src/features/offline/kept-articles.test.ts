import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestBrowser, testBrowser } from '../../browser/page-of-tests.ts'
import { StandInCaches } from './stand-in-caches.ts'

let browser: TestBrowser
let asked: string[]
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  browser = testBrowser()
  browser.reader = 'isSubscribed.open'
  browser.local.set('saved', JSON.stringify(['one', 'two', 'three']))
  asked = []
  answer = () => new Response('{}', { status: 429, headers: { 'Retry-After': '60' } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function keepSaved() {
  browser.openPage()
  vi.stubGlobal('caches', new StandInCaches('https://verandah.example'))
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, action: () => Promise<void>) => action() },
    serviceWorker: { getRegistration: async () => ({}), ready: Promise.resolve() },
  })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answer()
  })
  await (await import('./kept-articles.ts')).keepSaved()
}

it('stops at the first 429, and goes on when the time that it named is over', async () => {
  await keepSaved()
  await keepSaved()
  expect(asked).toEqual(['/one'])
  await vi.advanceTimersByTimeAsync(90_000)
  answer = () => new Response('', { status: 404 })
  await keepSaved()
  expect(asked).toEqual(['/one', '/one', '/two', '/three'])
})
