import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushPromises } from '../../browser/testing/call-fakes.ts'
import { createTestBrowser, type TestBrowser } from '../../browser/testing/test-browser.ts'
import type { EndpointPath } from '../../contracts/endpoints/endpoint-path.ts'

let browser: TestBrowser
let detail: 'active' | 'cancelled'
let requests: string[]
/** Delays the outlooks that were requested before. */
let heldOutlook: Promise<unknown> | undefined

beforeEach(() => {
  browser = createTestBrowser()
  browser.reader = 'isSubscribed.open'
  browser.local.set('session', 'mark-1')
  detail = 'active'
  requests = []
  heldOutlook = undefined
})
afterEach(() => vi.unstubAllGlobals())

const outlookPath: EndpointPath<'GET /api/subscription/outlook'> = '/api/subscription/outlook'

async function openPage() {
  browser.loadPage()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`)
    if (method === 'PATCH') detail = 'cancelled'
    const status = { status: 'isSubscribed', detail, signedIn: true, entitled: true }
    if (path !== outlookPath) return Response.json(status)
    const outlook = { amountDue: null, now: { closesAt: detail } }
    await heldOutlook
    return Response.json(outlook)
  })
  const { $outlook } = await import('./outlook-store.ts')
  const session = await import('./subscription-store.ts')
  session.applyReaderHint()
  session.$subscription.listen(() => {})
  $outlook.listen(() => {})
  await flushPromises()
  return { ...session, getOutlook: () => $outlook.get().data?.now.closesAt }
}

const countOutlooks = () => requests.filter((request) => request.endsWith(outlookPath)).length

it('each page requests the outlook for the subscription once', async () => {
  expect((await openPage()).getOutlook()).toBe('active')
  expect((await openPage()).getOutlook()).toBe('active')
  expect(countOutlooks()).toBe(2)
})

it('the outlook from before a step is never shown after the step', async () => {
  const page = await openPage()
  const shown: unknown[] = []
  page.$reader.listen(() => shown.push(page.getOutlook()))
  await page.requestSubscriptionStep({ step: 'cancel' })
  await flushPromises()
  expect(shown).toEqual([undefined])
  expect(page.getOutlook()).toBe('cancelled')
})

it('an outlook that was requested before a step is requested again after the step', async () => {
  let release = () => {}
  heldOutlook = new Promise<void>((resolve) => {
    release = resolve
  })
  const page = await openPage()
  await page.requestSubscriptionStep({ step: 'cancel' })
  release()
  await flushPromises()
  expect(page.getOutlook()).toBe('cancelled')
})

it('the outlook stays the same if the status doesn’t change', async () => {
  const page = await openPage()
  await page.fetchSubscription()
  await flushPromises()
  expect(page.getOutlook()).toBe('active')
  expect(countOutlooks()).toBe(1)
})
