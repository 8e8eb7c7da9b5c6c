import { randomBytes, randomUUID } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { consentVersion } from '../../domain/consent.ts'
import { listUnlistedItems } from './stored-items.ts'

type WorkerFixtures = {
  /** False by default, because resizing a front page's images takes a small machine most of a minute. */
  readonly hasImages: boolean
}
type Fixtures = {
  /** Another device, without any data of this browser. */
  readonly otherDevice: BrowserContext
  /** A page in a browser without JavaScript. */
  readonly pageWithoutScript: Page
}

const withoutImages = '--blink-settings=imagesEnabled=false'

/**
 * Stores consent as after an earlier visit, so that events are sent whatever this machine's country, without a
 * question.
 */
export const allowSharing = (context: BrowserContext, url: string) =>
  context.addCookies([
    { name: 'consent', value: `${consentVersion}.granted.1`, url },
    { name: '__Host-anonymous-id', value: randomUUID(), url: url.replace('http:', 'https:') },
  ])

/**
 * The `test` of every journey. Each has its own network address, because limits count by network, and must
 * leave nothing in the browser that the privacy page doesn't list.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  hasImages: [false, { option: true, scope: 'worker' }],
  // A route would hold back every request and turn off the browser's cache.
  launchOptions: [
    ({ hasImages, launchOptions }, use) =>
      use(
        hasImages
          ? launchOptions
          : { ...launchOptions, args: [...(launchOptions.args ?? []), withoutImages] },
      ),
    { scope: 'worker' },
  ],
  extraHTTPHeaders: async ({ browserName: _ }, use) =>
    use({ 'CF-Connecting-IP': `127.${randomBytes(3).join('.')}` }),
  context: async ({ context, baseURL }, use, { status, expectedStatus }) => {
    await allowSharing(context, baseURL!)
    await use(context)
    if (status === expectedStatus) expect(await listUnlistedItems(context, baseURL!)).toEqual([])
  },
  otherDevice: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext()
    await allowSharing(context, baseURL!)
    await use(context)
    expect(await listUnlistedItems(context, baseURL!)).toEqual([])
    await context.close()
  },
  pageWithoutScript: async ({ browser }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    await use(await context.newPage())
    await context.close()
  },
})
