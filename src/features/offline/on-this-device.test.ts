import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestBrowser, testBrowser } from '../../browser/page-of-tests.ts'

let browser: TestBrowser
let asked: number
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  browser = testBrowser()
  asked = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** In the place of a page that couldn't be fetched. */
async function openOfflinePage() {
  browser.openPage()
  Object.assign(document, { querySelector: () => null })
  vi.stubGlobal('fetch', async () => {
    asked++
    return answer()
  })
  await import('./on-this-device.ts')
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

it('loads the page as soon as the site answers', async () => {
  answer = () => new Response('', { status: 503 })
  await openOfflinePage()
  await seconds(14)
  expect(browser.reload).not.toHaveBeenCalled()
  answer = () => new Response('', { status: 404 })
  await seconds(20)
  expect(browser.reload).toHaveBeenCalledOnce()
})

it('waits out a 429, whatever the browser says of its connection', async () => {
  answer = () => new Response('', { status: 429, headers: { 'Retry-After': '60' } })
  await openOfflinePage()
  await seconds(5)
  expect(asked).toBe(1)
  for (let second = 0; second < 59; second++) {
    await seconds(1)
    window.dispatchEvent(new Event('online'))
  }
  expect([asked, browser.reload.mock.calls.length]).toEqual([1, 0])
  answer = () => new Response('')
  await seconds(95)
  expect(browser.reload).toHaveBeenCalledOnce()
})
