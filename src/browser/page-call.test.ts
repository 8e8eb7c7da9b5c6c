import { expect, it, vi } from 'vitest'
import { createTestBrowser } from './testing/test-browser.ts'

it.each([
  ['is called once, if it’s in view', false, 1],
  ['is left to the page’s script in the background', true, 0],
])('a page that is certain to be seen %s', async (_, hidden, calls) => {
  vi.useFakeTimers()
  createTestBrowser().loadPage()
  Object.assign(document, { hidden, title: 'A', referrer: '' })
  Object.assign(document.documentElement.dataset, { pageName: 'gift', pageCall: 'seen' })
  const fetch = vi.fn(async (_path: string, _request: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  const { callSeenPage } = await import('./page-call.ts')
  callSeenPage()
  callSeenPage()
  await vi.advanceTimersByTimeAsync(5000)
  expect(document.documentElement.dataset.pageCall).toBeUndefined()
  expect(fetch).toHaveBeenCalledTimes(calls)
  for (const [, { body }] of fetch.mock.calls)
    expect(JSON.parse(String(body)).batch).toMatchObject([{ type: 'page', name: 'gift' }])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
