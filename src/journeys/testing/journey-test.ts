import { randomBytes } from 'node:crypto'
import { type BrowserContext, test as base, type Page } from '@playwright/test'

type Fixtures = {
  /** Off by default: resizing a front page's images takes a small machine most of a minute. */
  readonly hasImages: boolean
  /** Another device, without any data of this browser. */
  readonly otherDevice: BrowserContext
  /** A page in a browser without JavaScript. */
  readonly pageWithoutScript: Page
}

export const blockImages = (context: BrowserContext) =>
  context.route('**/images/**', (route) => route.abort())

/** The `test` of every journey. Each has its own network address, because limits count by network. */
export const test = base.extend<Fixtures>({
  hasImages: [false, { option: true }],
  extraHTTPHeaders: async ({ browserName: _ }, use) =>
    use({ 'CF-Connecting-IP': `127.${randomBytes(3).join('.')}` }),
  context: async ({ context, hasImages }, use) => {
    if (!hasImages) await blockImages(context)
    await use(context)
  },
  otherDevice: async ({ browser }, use) => {
    const context = await browser.newContext()
    await blockImages(context)
    await use(context)
    await context.close()
  },
  pageWithoutScript: async ({ browser }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    await blockImages(context)
    await use(await context.newPage())
    await context.close()
  },
})
