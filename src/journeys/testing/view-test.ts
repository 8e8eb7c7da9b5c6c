/**
 * The `test` for checks of every page in every state. A worker opens them all in one browser page, which has scripts,
 * fonts and axe in its cache, and logs in once as each reader.
 */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { signInWithIdToken } from './journey-accounts.ts'
import { allowSharing, test as base } from './journey-test.ts'
import { openView, type PageView } from './open-view.ts'
import { pathWithoutScripts, type SampleReaderName, sampleAccount } from './page-actions.ts'

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
type WorkerFixtures = {
  readonly viewPage: Page
  /** Cookies of readers who have already logged in. */
  readonly readerCookies: Map<SampleReaderName, Cookies>
}
type Fixtures = {
  /** Opens a view as in a new browser of this reader, whose country is unknown. */
  readonly openInState: (view: PageView, size?: typeof desktop) => Promise<Page>
}

const desktop = { width: 1280, height: 720 }

/** Removes items and replaced responses of an earlier view. */
async function resetPage(page: Page) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The next page is loaded even if only its fragment differs.
  await page.goto(pathWithoutScripts)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.mouse.move(0, 0)
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  viewPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        baseURL: readRunningStack().siteUrl,
        serviceWorkers: 'block',
      })
      // With a time limit, a view that doesn't reach its state doesn't make all later views fail.
      context.setDefaultTimeout(20_000)
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  readerCookies: [async ({ browser: _ }, use) => use(new Map()), { scope: 'worker' }],
  openInState: ({ viewPage: page, readerCookies, baseURL }, use) =>
    use(async (view, size = desktop) => {
      await resetPage(page)
      const context = page.context()
      await allowSharing(context, baseURL!)
      const cookies = view.reader && readerCookies.get(view.reader)
      if (cookies) await context.addCookies(cookies)
      else if (view.reader) {
        await signInWithIdToken(context, sampleAccount(view.reader))
        readerCookies.set(view.reader, await context.cookies())
      }
      await page.setExtraHTTPHeaders({
        'CF-Connecting-IP': `127.${randomBytes(3).join('.')}`,
        'MF-CF-Blob': JSON.stringify({ country: 'XX' }),
      })
      await page.setViewportSize(size)
      // Transitions are off, because colours are intermediate while they run.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await openView(page, view)
      return page
    }),
})
