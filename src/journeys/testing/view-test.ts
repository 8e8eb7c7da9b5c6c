/**
 * The `test` of checks of every page in every state. A worker opens them all in one browser page for each
 * reader, which has logged in once, and has scripts, fonts and axe in its cache.
 */
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { signInWithIdToken } from './journey-accounts.ts'
import { test as base } from './journey-test.ts'
import { openView, type PageView } from './open-view.ts'
import { sampleAccount } from './page-actions.ts'

type ReaderPage = {
  readonly page: Page
  readonly cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
}
type WorkerFixtures = { readonly readerPages: Map<PageView['reader'], ReaderPage> }
type Fixtures = {
  /** As if it were opened in a new browser of this reader. */
  readonly openInState: (view: PageView, options?: Options) => Promise<Page>
}
type Options = {
  readonly size?: { readonly width: number; readonly height: number }
  readonly headers?: Readonly<Record<string, string>>
}

export const desktop = { width: 1280, height: 720 }

/** Without scripts, so that nothing is stored while it is open. */
const pathBetweenViews = '/robots.txt'

async function createReaderPage(browser: Browser, reader: PageView['reader']): Promise<ReaderPage> {
  const context = await browser.newContext({
    baseURL: readRunningStack().siteUrl,
    serviceWorkers: 'block',
  })
  if (reader) await signInWithIdToken(context, sampleAccount(reader))
  return { page: await context.newPage(), cookies: await context.cookies() }
}

/** Forgets what an earlier view has stored and replaced. */
async function resetPage({ page, cookies }: ReaderPage) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The next page is loaded even if only its fragment differs.
  await page.goto(pathBetweenViews)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.context().addCookies([...cookies])
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  readerPages: [
    async ({ browser: _ }, use) => {
      const pages: WorkerFixtures['readerPages'] = new Map()
      await use(pages)
      for (const { page } of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
  openInState: ({ browser, readerPages }, use) =>
    use(async (view, { size = desktop, headers = {} } = {}) => {
      const readerPage =
        readerPages.get(view.reader) ?? (await createReaderPage(browser, view.reader))
      readerPages.set(view.reader, readerPage)
      const { page } = readerPage
      const address = `127.${randomBytes(3).join('.')}`
      await page.setExtraHTTPHeaders({ 'CF-Connecting-IP': address, ...headers })
      await resetPage(readerPage)
      await page.mouse.move(0, 0)
      await page.setViewportSize(size)
      // Without transitions, in which colours are neither.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await openView(page, view)
      return page
    }),
})
