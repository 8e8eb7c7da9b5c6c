import { afterEach, expect, it, vi } from 'vitest'
import { flushPromises } from '../../browser/testing/call-fakes.ts'
import { createTestBrowser } from '../../browser/testing/test-browser.ts'

afterEach(() => vi.unstubAllGlobals())

it('each page loads the payments afresh', async () => {
  const browser = createTestBrowser()
  browser.reader = 'isSubscribed.open'
  browser.local.set('session', 'mark-1')
  const answers = [
    { payments: [], history: ['before'] },
    { payments: [], history: ['after'] },
  ]
  for (const answer of answers) {
    browser.loadPage()
    vi.stubGlobal('fetch', async () => Response.json(answer))
    const { $payments } = await import('./payments-store.ts')
    $payments.listen(() => {})
    expect($payments.get().data).toBeUndefined()
    await flushPromises()
    expect($payments.get().data).toEqual(answer)
  }
})
