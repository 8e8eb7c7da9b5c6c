import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../browser/testing/test-browser.ts'

let browser: TestBrowser
let requestCount: number
let respond: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  browser = createTestBrowser()
  requestCount = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function openOfflinePage() {
  browser.loadPage()
  Object.assign(document, { querySelector: () => null })
  vi.stubGlobal('fetch', async () => {
    requestCount++
    return respond()
  })
  await import('./cached-articles-list.ts')
}
const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

it('the offline page reloads as soon as the site responds', async () => {
  respond = () => new Response('', { status: 503 })
  await openOfflinePage()
  await advanceSeconds(14)
  expect(browser.reload).not.toHaveBeenCalled()
  respond = () => new Response('', { status: 404 })
  await advanceSeconds(20)
  expect(browser.reload).toHaveBeenCalledOnce()
})

it('the offline page waits after a 429, whatever the browser says about its connection', async () => {
  respond = () => new Response('', { status: 429, headers: { 'Retry-After': '60' } })
  await openOfflinePage()
  await advanceSeconds(5)
  expect(requestCount).toBe(1)
  for (let second = 0; second < 59; second++) {
    await advanceSeconds(1)
    window.dispatchEvent(new Event('online'))
  }
  expect([requestCount, browser.reload.mock.calls.length]).toEqual([1, 0])
  respond = () => new Response('')
  await advanceSeconds(95)
  expect(browser.reload).toHaveBeenCalledOnce()
})
