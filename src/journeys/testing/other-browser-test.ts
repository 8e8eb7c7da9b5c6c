/**
 * The `test` of journeys in Firefox and WebKit: each has its own browser, and the site over https.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import {
  describeMissingBrowser,
  type OtherBrowserName,
  startOtherBrowser,
} from '../../../scripts/dev/browsers/other-browsers.ts'
import { getLocalCertificate } from '../../../scripts/dev/fakes/certificate.ts'
import {
  type HttpsProxy,
  listBrowserUrls,
  startHttpsProxy,
} from '../../../scripts/dev/stack/https-proxy.ts'
import { createPage, type Page } from '../../../scripts/dev/webdriver/webdriver-page.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'

export type OtherBrowserOptions = { readonly otherBrowser: OtherBrowserName }

/** Each journey has its own network address, because limits count by network. */
let networkAddress = ''

type Fixtures = {
  readonly tab: Page
}
type WorkerFixtures = OtherBrowserOptions & { readonly https: HttpsProxy }

export const test = base.extend<Fixtures, WorkerFixtures>({
  otherBrowser: ['firefox', { option: true, scope: 'worker' }],
  https: [
    async ({ otherBrowser }, use) => {
      const stack = readRunningStack()
      const https = await startHttpsProxy({
        urls: listBrowserUrls(stack),
        port: 19_443,
        certificate: getLocalCertificate(join(stack.folder, 'https', otherBrowser)),
        headers: () => ({ 'CF-Connecting-IP': networkAddress }),
        // Images are blocked, because resizing them takes a small machine a while.
        blocked: /^\/images\//,
      })
      await use(https)
      await https.stop()
    },
    { scope: 'worker' },
  ],
  tab: async ({ otherBrowser, https }, use, info) => {
    const missingReason = describeMissingBrowser(otherBrowser)
    info.skip(missingReason !== null, missingReason ?? '')
    networkAddress = `127.${randomBytes(3).join('.')}`
    const session = await startOtherBrowser(otherBrowser)
    await use(createPage(session, https.toHttpsUrl(readRunningStack().siteUrl)))
    await session.close()
  },
})
