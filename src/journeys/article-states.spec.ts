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
import { findColourViolations, findViolationsWithoutColours } from './testing/find-violations.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { findLayoutProblems, layOutWholePage } from './testing/layout-problems.ts'
import { openView, type PageView } from './testing/open-view.ts'

const stack = readRunningStack()
let articlePaths: readonly string[] = []
const knownLooks = new Set<number>()

// The tests run in sequence, because they share the articles.
test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 320, height: 640 } })

test.beforeAll(async () => {
  articlePaths = (await storeArticleStates(connectFirestore(stack.buildEnvironment))).articlePaths
})
test.afterAll(async () => {
  test.setTimeout(180_000)
  await createDeskHarness(stack).removeDocuments(articlePaths)
})

/** Opens all views in one page, which has scripts, fonts and axe in its cache. */
async function findProblems(page: Page, view: PageView): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openView(page, view)
  await layOutWholePage(page)
  const found = await findViolationsWithoutColours(page)
  found.push(...(await findColourViolations(page, knownLooks)))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  found.push(...(await findColourViolations(page, knownLooks)))
  found.push(...(await findLayoutProblems(page)))
  return found.map((problem) => `${view.name}: ${problem}`)
}

test('articles rendered on demand are readable on a small phone', async ({ page }) => {
  const problems: string[] = []
  for (const view of articleStateViews) {
    // The Worker reads the list of changes every five seconds.
    const fetchStatus = async () => (await page.request.get(view.path)).status()
    await expect.poll(fetchStatus, { timeout: 30_000 }).toBe(200)
    problems.push(...(await findProblems(page, view)))
  }
  expect(problems).toEqual([])
})

test.describe('built', () => {
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    await requestRebuild(stack)
  })

  test('articles, their lists and saved articles are readable on a small phone', async ({
    page,
    context,
  }) => {
    const problems: string[] = []
    for (const view of [...articleStateViews, ...articleStateListViews])
      problems.push(...(await findProblems(page, view)))
    await signInAsNewReader(context)
    for (const { path } of articleStateViews) {
      const headers = { Origin: stack.siteUrl }
      const response = await context.request.put(`/api/saved${path}`, { data: {}, headers })
      expect(response.status()).toBe(200)
    }
    const prepare = () =>
      expect(page.locator('[data-saved-row]')).toHaveCount(articleStateViews.length)
    problems.push(...(await findProblems(page, { name: 'saved', path: '/saved', prepare })))
    expect(problems).toEqual([])
  })
})
