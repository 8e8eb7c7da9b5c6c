/** Tests the pages of readers with an account, and what guests see of them. */
import { expect, type Page } from '@playwright/test'
import {
  listLayoutShifts,
  locateMain,
  openPage,
  recordErrors,
  type SampleReaderName,
} from './testing/page-actions.ts'
import { annualPrice, monthlyPrice } from './testing/prices.ts'
import { test } from './testing/view-test.ts'

const readerPages = [
  ['/saved', 'You have no saved stories.'],
  ['/refer', 'Friends who qualified'],
  ['/settings', 'ending@example.com'],
] as const

const statuses: readonly (readonly [SampleReaderName, status: string, next: string])[] = [
  ['subscriber', 'You’re subscribed.', 'Pause'],
  ['ending', 'You’ve cancelled your subscription.', 'Reactivate'],
  ['paused', 'Your subscription is paused.', `Resume today for ${monthlyPrice}`],
  ['failed', 'didn’t go through', `Retry payment of ${annualPrice}`],
  ['missing', 'PayPal hasn’t collected your last payment.', `Approve again for ${monthlyPrice}`],
]

const locateLogin = (page: Page) => locateMain(page).getByRole('link', { name: 'Log in' })

test('readers’ pages ask guests to log in, and show readers their own data', async ({
  openInState,
  pageWithoutScript,
}) => {
  for (const [path, ownText] of readerPages) {
    const view = { name: path, path }
    const page = await openInState(view)
    const errors = recordErrors(page)
    await expect(page.getByText(ownText)).toBeHidden()
    const login = `/login?return=${encodeURIComponent(path)}`
    await expect(locateLogin(page)).toHaveAttribute('href', login)
    await openInState({ ...view, reader: 'ending' })
    await expect(page.getByText(ownText)).toBeVisible()
    await expect(locateLogin(page)).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Your account' })).toBeVisible()
    expect(errors).toEqual([])
    await openPage(pageWithoutScript, path)
    await expect(locateMain(pageWithoutScript).locator('noscript p')).toBeVisible()
  }
})

test('the account shows each reader their status and next step, and sets the theme', async ({
  page: guestPage,
  openInState,
}) => {
  for (const [reader, status, next] of statuses) {
    const page = await openInState({ name: reader, path: '/settings', reader })
    await expect(locateMain(page)).toContainText(status)
    await expect(locateMain(page)).toContainText(next)
    const offers = locateMain(page).getByRole('link', { name: /^(Subscribe|Restart)$/ })
    await expect(offers).toHaveCount(0)
    await expect(page.getByText(`${reader}@example.com`)).toBeVisible()
    expect(await listLayoutShifts(page), reader).toEqual([])
  }

  // Theme and text size are applied at the first paint.
  await guestPage.emulateMedia({ colorScheme: 'light' })
  await openPage(guestPage, '/settings')
  const readTheme = () =>
    guestPage.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const readTextSize = () =>
    guestPage.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const [light, normal] = [await readTheme(), await readTextSize()]
  await guestPage.getByLabel('Dark').check()
  await guestPage.getByLabel('Larger').check()
  expect(await readTheme()).not.toBe(light)
  const dark = await readTheme()
  // Only the script before the first paint may run.
  await guestPage.route('**/_astro/*.js', (route) => route.abort())
  await openPage(guestPage, '/about')
  expect(await readTheme()).toBe(dark)
  expect(await readTextSize()).toBeCloseTo(1.3 * normal, 1)
})
