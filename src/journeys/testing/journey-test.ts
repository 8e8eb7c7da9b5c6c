import { randomBytes, randomUUID } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { consentVersion } from '../../domain/consent.ts'
import { listUnlistedItems } from './stored-items.ts'

type Fixtures = {
  /** Off by default: resizing a front page's images takes a small machine most of a minute. */
  readonly hasImages: boolean
  /** Another device, without any data of this browser. */
  readonly otherDevice: BrowserContext
  /** A page in a browser without JavaScript. */
  readonly pageWithoutScript: Page
}

/**
 * By the browser, because a route of Playwright's would hold back every request and turn off the cache. A page gets this
 * order long before it has parsed an image's address.
 */
export function blockImages(context: BrowserContext) {
  const block = async (page: Page) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['*/images/*'] })
  }
  // It fails for a page that has been closed already.
  context.on('page', (page) => void block(page).catch(() => {}))
}

/** As after an earlier visit, so that events arrive from wherever this machine is, and nobody is asked. */
const allowSharing = (context: BrowserContext, url: string) =>
  context.addCookies([
    { name: 'consent', value: `${consentVersion}.granted.1`, url },
    { name: '__Host-anonymous-id', value: randomUUID(), url: url.replace('http:', 'https:') },
  ])

/**
 * The `test` of every journey. Each has its own network address, because limits count by network, and must
 * leave nothing in the browser that the privacy page doesn't list.
 */
export const test = base.extend<Fixtures>({
  hasImages: [false, { option: true }],
  extraHTTPHeaders: async ({ browserName: _ }, use) =>
    use({ 'CF-Connecting-IP': `127.${randomBytes(3).join('.')}` }),
  context: async ({ context, hasImages, baseURL }, use, { status, expectedStatus }) => {
    if (!hasImages) blockImages(context)
    await allowSharing(context, baseURL!)
    await use(context)
    if (status === expectedStatus) expect(await listUnlistedItems(context, baseURL!)).toEqual([])
  },
  otherDevice: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext()
    blockImages(context)
    await allowSharing(context, baseURL!)
    await use(context)
    expect(await listUnlistedItems(context, baseURL!)).toEqual([])
    await context.close()
  },
  pageWithoutScript: async ({ browser }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    blockImages(context)
    await use(await context.newPage())
    await context.close()
  },
})
