/** The `test` of the journeys in Firefox and WebKit: a browser of its own for each, and the site over https. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { localCertificate } from '../../scripts/local/certificate.ts'
import { type Https, startHttps, urlsInBrowsers } from '../../scripts/local/https.ts'
import {
  missingBrowser,
  type OtherBrowserName,
  startOtherBrowser,
} from '../../scripts/local/other-browsers.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { createPage, type Page } from '../../scripts/webdriver/page.ts'

export type OtherBrowserOptions = { readonly otherBrowser: OtherBrowserName }

/** Limits count by networks, so each journey comes from one of its own. */
let network = ''

type Fixtures = {
  /** The only window, with nothing in it yet. */
  readonly tab: Page
}
type WorkerFixtures = OtherBrowserOptions & { readonly https: Https }

export const test = base.extend<Fixtures, WorkerFixtures>({
  otherBrowser: ['firefox', { option: true, scope: 'worker' }],
  https: [
    async ({ otherBrowser }, use) => {
      const stack = runningStack()
      const https = await startHttps({
        urls: urlsInBrowsers(stack),
        port: 19_443,
        certificate: localCertificate(join(stack.folder, 'https', otherBrowser)),
        headers: () => ({ 'CF-Connecting-IP': network }),
        // Cutting them takes a small machine a while.
        blocked: /^\/images\//,
      })
      await use(https)
      await https.stop()
    },
    { scope: 'worker' },
  ],
  tab: async ({ otherBrowser, https }, use, info) => {
    const missing = missingBrowser(otherBrowser)
    info.skip(missing !== null, missing ?? '')
    network = `127.${randomBytes(3).join('.')}`
    const session = await startOtherBrowser(otherBrowser)
    await use(createPage(session, https.urlOf(runningStack().siteUrl)))
    await session.close()
  },
})
