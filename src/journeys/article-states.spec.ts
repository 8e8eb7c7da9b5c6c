/** Articles with missing parts and the longest texts fit a phone, rendered on demand and built. */
import { expect, type Page } from '@playwright/test'
import { createDeskHarness } from '../../scripts/desk/testing/desk-process.ts'
import { requestRebuild } from '../../scripts/dev/stack/stack-client.ts'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import {
  articleStateListViews,
  articleStateViews,
  storeArticleStates,
} from './testing/article-states.ts'
import { findViolations } from './testing/find-violations.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { findLayoutProblems, layOutWholePage } from './testing/layout-problems.ts'
import { openView, type PageView } from './testing/open-view.ts'

const stack = readRunningStack()
let articlePaths: readonly string[] = []

// In sequence, because they share the articles.
test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 320, height: 640 } })

test.beforeAll(async () => {
  articlePaths = (await storeArticleStates(connectFirestore(stack.buildEnvironment))).articlePaths
})
test.afterAll(async () => {
  test.setTimeout(180_000)
  await createDeskHarness(stack).removeDocuments(articlePaths)
})

async function expectReadable(page: Page, view: PageView) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openView(page, view)
  await layOutWholePage(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findViolations(page)).toEqual([])
  }
  expect(await findLayoutProblems(page)).toEqual([])
}

test.describe('on demand', () => {
  for (const view of articleStateViews) {
    test(`${view.name} is readable on a small phone`, async ({ page }) => {
      // The Worker reads the list of changes every five seconds.
      const fetchStatus = async () => (await page.request.get(view.path)).status()
      await expect.poll(fetchStatus, { timeout: 30_000 }).toBe(200)
      await expectReadable(page, view)
    })
  }
})

test.describe('built', () => {
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    await requestRebuild(stack)
  })
  for (const view of [...articleStateViews, ...articleStateListViews]) {
    test(`${view.name} is readable on a small phone`, ({ page }) => expectReadable(page, view))
  }

  test('saved articles are readable on a small phone', async ({ page, context }) => {
    await signInAsNewReader(context)
    for (const { path } of articleStateViews) {
      const headers = { Origin: stack.siteUrl }
      const response = await context.request.put(`/api/saved${path}`, { data: {}, headers })
      expect(response.status()).toBe(200)
    }
    const prepare = () =>
      expect(page.locator('[data-saved-row]')).toHaveCount(articleStateViews.length)
    await expectReadable(page, { name: 'saved', path: '/saved', prepare })
  })
})
