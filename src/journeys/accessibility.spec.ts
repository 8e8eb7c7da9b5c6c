/**
 * axe finds no violations on any page in any state, in light and dark, and on phones where the layout
 * differs.
 */
import { expect, type Page } from '@playwright/test'
import { colourRules, findViolations } from './testing/find-violations.ts'
import { pageViews } from './testing/page-views.ts'
import { desktop, test } from './testing/view-test.ts'

const phone = { width: 390, height: 844 }

/** One of each layout that differs on phones, and all forms and cards of gifts. */
const isOnPhones = ({ name }: { readonly name: string }) =>
  ['home', 'article-guest', 'search-found', 'menu-guest'].includes(name) ||
  /^(?:gifts?|redeem|refer|reader|settings-gift)\b/.test(name)

/** Each page is loaded once: neither the theme nor the width changes anything but styles. */
async function collectViolations(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const size of isOnPhones({ name }) ? [desktop, phone] : [desktop]) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const violations = await findViolations(
        page,
        colorScheme === 'dark' ? colourRules : undefined,
      )
      found.push(...violations.map((violation) => `${colorScheme}, ${size.width} px: ${violation}`))
    }
  }
  return found
}

for (const view of pageViews) {
  test(`axe finds no violations on ${view.name}`, async ({ openInState }) => {
    const page = await openInState(view)
    expect(await collectViolations(page, view.name)).toEqual([])
  })
}
