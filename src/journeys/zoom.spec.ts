/** At 400 %, a window of 1280 px is 320 px wide. */
import { expect } from '@playwright/test'
import { findLayoutProblems } from './testing/layout-problems.ts'
import { findViews } from './testing/page-views.ts'
import { test } from './testing/view-test.ts'

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

const size = { width: 320, height: 640 }
// An unknown country shows all prices, which need the most space.
const headers = { 'MF-CF-Blob': JSON.stringify({ country: 'XX' }) }

for (const view of checkedViews) {
  test(`all of ${view.name} is reachable at 400 %`, async ({ openInState }) => {
    const page = await openInState(view, { size, headers })
    expect(await findLayoutProblems(page)).toEqual([])
  })
}
