/** At 400 %, a window of 1280 px is 320 px wide. */
import { expect } from '@playwright/test'
import { signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { findLayoutProblems } from './testing/layout-problems.ts'
import { openView } from './testing/open-view.ts'
import { sampleAccount } from './testing/page-actions.ts'
import { findViews } from './testing/page-views.ts'

const checkedViews = findViews(
  'home',
  'latest',
  'category',
  'author',
  'search-found',
  'search-nothing',
  'article-guest',
  'article-public',
  'about',
  'menu-guest',
  'newsletter',
  'gift',
  'gift-subscription',
  'gift-subscription-problems',
  'gift-finish-to-give',
  'gift-card-longest',
  'gifts',
  'redeem',
  'saved-subscriber',
  'settings-subscriber',
  'refer-subscriber',
  'events',
  'event',
  'summit-2024',
  'login',
  'welcome',
  'subscribe',
  'subscribe-today',
  'subscribe-original',
  'missing',
)

for (const view of checkedViews) {
  test(`all of ${view.name} is reachable at 400 %`, async ({ page, context }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    // An unknown country shows all prices, which need the most space.
    await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country: 'XX' }) })
    if (view.reader) await signInWithIdToken(context, sampleAccount(view.reader))
    await openView(page, view)
    expect(await findLayoutProblems(page)).toEqual([])
  })
}
