/**
 * axe finds no violations on any page in any state, in light and dark, and on a few pages on
 * phones.
 */
import { expect } from '@playwright/test'
import { colourRules, findViolations } from './testing/find-violations.ts'
import { signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { openPage, sampleAccount } from './testing/page-actions.ts'
import { pageViews } from './testing/page-views.ts'

/** One of each layout that differs on phones. */
const viewsAlsoOnPhones = ['home', 'article-guest', 'search-found', 'menu-guest']

for (const { name, path, reader, prepare } of pageViews) {
  test(`axe finds no violations on ${name}`, async ({ page, context }) => {
    // Without transitions, in which colours are neither.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    if (reader) await signInWithIdToken(context, sampleAccount(reader))
    await openPage(page, path)
    await page.waitForLoadState('load')
    await prepare?.(page)
    expect(await findViolations(page)).toEqual([])
    if (viewsAlsoOnPhones.includes(name)) {
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await findViolations(page), 'on a phone').toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    // The colour scheme changes nothing else.
    expect(await findViolations(page, colourRules), 'dark').toEqual([])
  })
}
