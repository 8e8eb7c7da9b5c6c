/**
 * Opens every page once, in every state with elements of its own: axe finds no violations, in light and dark. Pages
 * whose layout differs on phones are also checked at 320 px, the width of a window of 1280 px at 400 %, and with text
 * of twice the size, where everything must be reachable.
 */
import { expect, type Page } from '@playwright/test'
import { devEnvironment } from '../../scripts/dev/dev-environment.ts'
import { findColourViolations, findViolationsWithoutColours } from './testing/find-violations.ts'
import { findLargeTextProblems, findLayoutProblems } from './testing/layout-problems.ts'
import type { PageView } from './testing/open-view.ts'
import { pageViews, pageViewsByArea } from './testing/page-views.ts'
import { findTextProblems } from './testing/text-problems.ts'
import { test } from './testing/view-test.ts'
import { viewsLikeOthers } from './testing/views-like-others.ts'

/** One view for each page layout that differs on phones. */
const narrowViews = new Set([
  ...['home', 'latest', 'category', 'author', 'search-found', 'search-nothing', 'menu-guest'],
  ...[
    'article-guest',
    'article-public',
    'article-urdu',
    'about',
    'events',
    'event',
    'summit-2024',
    'missing',
  ],
  ...['newsletter', 'subscribe', 'subscribe-today', 'subscribe-original', 'login', 'welcome'],
  ...['gift', 'gift-subscription', 'gift-subscription-problems', 'gift-finish-to-give'],
  ...['gift-card-longest', 'gifts', 'redeem', 'saved-subscriber', 'settings-subscriber'],
  ...['refer-subscriber', 'reader-page', 'settings-gift', 'settings-open', 'subscribe-student'],
  ...['change-plan-chosen', 'gift-card-notYet', 'wall-free-friend'],
  ...['desk', 'desk-palette-found', 'desk-stories', 'desk-new-taken'],
])

const setScheme = (page: Page, colorScheme: 'light' | 'dark') =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/** Finds pressed buttons that look like unpressed ones with forced colours. */
async function findUnmarkedPressed(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const found = await page.locator('[aria-pressed="true"]').evaluateAll((all) =>
    all
      .filter((one) => {
        const readLook = (button: Element) => {
          const { backgroundColor, textDecorationLine } = getComputedStyle(button)
          return `${backgroundColor} ${textDecorationLine}`
        }
        const pressed = readLook(one)
        const other = document.querySelector(`[aria-pressed="false"][class="${one.className}"]`)
        if (other) return readLook(other) === pressed
        // The only such button is compared with itself.
        one.ariaPressed = 'false'
        const released = readLook(one)
        one.ariaPressed = 'true'
        return released === pressed
      })
      .map((one) => `forced colours: “${one.textContent}” doesn’t look pressed`),
  )
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  return found
}

/** Checks the open page in all themes and widths, which only change styles. */
async function findProblems(page: Page, { name }: PageView, knownLooks: Set<number>) {
  const found = await findViolationsWithoutColours(page)
  found.push(...(await findTextProblems(page)))
  found.push(...(await findUnmarkedPressed(page)))
  found.push(...(await findColourViolations(page, knownLooks)))
  await setScheme(page, 'dark')
  const inDark = await findColourViolations(page, knownLooks)
  if (narrowViews.has(name)) {
    await page.setViewportSize({ width: 320, height: 640 })
    inDark.push(...(await findColourViolations(page, knownLooks)))
    await setScheme(page, 'light')
    found.push(...(await findViolationsWithoutColours(page)))
    found.push(...(await findColourViolations(page, knownLooks)))
    found.push(...(await findLargeTextProblems(page)))
    await page.setViewportSize({ width: 320, height: 640 })
    found.push(...(await findLayoutProblems(page)))
  }
  return [...found, ...inDark.map((problem) => `dark: ${problem}`)]
}

const hasOwnElements = ({ name }: PageView) =>
  devEnvironment.EVERY_VIEW !== undefined || !viewsLikeOthers.has(name)

// Milliseconds. Each test opens up to two dozen pages.
test.describe.configure({ timeout: 180_000 })

for (const [area, views] of Object.entries(pageViewsByArea)) {
  test(`everybody can read and use ${area}`, async ({ openInState }) => {
    const problems: string[] = []
    const knownLooks = new Set<number>()
    for (const view of views.filter(hasOwnElements)) {
      const found = await openInState(view)
        .then((page) => findProblems(page, view, knownLooks))
        .catch((error: Error) => [error.message])
      problems.push(...found.map((problem) => `${view.name}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
}

test('the views that are skipped because they are like others exist', () => {
  const names = new Set(pageViews.map(({ name }) => name))
  expect([...viewsLikeOthers].filter((name) => !names.has(name))).toEqual([])
})
