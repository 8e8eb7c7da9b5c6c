/** The three designs of the offer, and pages that depend on the subscription. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { openPageAs, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  holdRequests,
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  recordErrors,
  recordRequests,
  sampleAccount,
  signIn,
  submitLogin,
  waitForFonts,
} from './testing/page-actions.ts'

test.use({ hasImages: true })

const subscribePaths = ['/subscribe', '/subscribe-today', '/subscribe-original'] as const

/** The Worker's cookie chooses the prices shown. */
async function setCountry(country: string, context: BrowserContext, url: string) {
  await context.addCookies([{ name: 'country', value: country, url }])
}

const locateVisible = (page: Page, text: string) =>
  locateMain(page).getByText(text).filter({ visible: true })
const locateRequestLinks = (page: Page) =>
  locateMain(page).locator('a[href^="mailto:"][href*="subject=Subscription"]')

for (const path of subscribePaths) {
  test(`${path} offers a guest three plans without PayPal’s script`, async ({ page }) => {
    const errors = recordErrors(page)
    const payPalRequests = recordRequests(page, /\/sdk\/js/)
    await openPage(page, `${path}?source=header`)
    for (const name of ['Subscribe', 'Choose monthly', 'Choose the student plan']) {
      await expect(locateMain(page).getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(locateRequestLinks(page).filter({ visible: true })).toHaveCount(0)
    expect(payPalRequests).toEqual([])
    await expect(page.locator('html')).toHaveAttribute('data-page-name', path.slice(1))
    // The wordmark only.
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
    expect(await listLayoutShifts(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test(`${path} keeps its source when logging in`, async ({ page }) => {
    await openPage(page, `${path}?source=header`)
    await expect(locateMain(page).getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?return=${encodeURIComponent(`${path}?source=header`)}`,
    )
  })

  for (const reader of ['subscriber', 'ending']) {
    test(`${path} offers ${reader}@ no plans, but the account`, async ({ page, context }) => {
      await signInWithIdToken(context, sampleAccount(reader))
      await openPage(page, path)
      await expect(locateHeading(page)).toContainText('subscri')
      const offers = locateMain(page).getByRole('link', { name: /^(Subscribe|Choose)/ })
      await expect(offers).toHaveCount(0)
      await locateMain(page).getByRole('link', { name: 'Go to your account' }).click()
      await expect(page).toHaveURL('/settings')
    })
  }

  test(`${path} welcomes a lapsed reader back`, async ({ page, context }) => {
    await signInWithIdToken(context, sampleAccount('lapsed'))
    await openPage(page, path)
    await expect(locateHeading(page)).toHaveText('Welcome back', { useInnerText: true })
    await expect(locateMain(page).getByRole('link', { name: 'Restart', exact: true })).toBeVisible()
    await expect(
      locateMain(page).getByRole('link', { name: 'Subscribe', exact: true }),
    ).toBeHidden()
  })

  test(`${path} shows the prices of the reader's country`, async ({ page, context, baseURL }) => {
    // The first visit's country is unknown.
    await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country: 'XX' }) })
    // A beacon doesn't have that header, and its response would set this machine's country.
    await forbidTracking(page)
    await openPage(page, path)
    await expect(locateVisible(page, '$99').first()).toBeVisible()
    await expect(locateVisible(page, '$79.99').first()).toBeVisible()
    await setCountry('US', context, baseURL!)
    await openPage(page, path)
    await expect(locateVisible(page, '$99').first()).toBeVisible()
    await expect(locateVisible(page, '$79.99')).toHaveCount(0)
    await setCountry('IN', context, baseURL!)
    await openPage(page, path)
    await expect(locateVisible(page, '$79.99').first()).toBeVisible()
    await expect(locateVisible(page, '$99')).toHaveCount(0)
  })

  for (const [country, price, other] of [
    ['IN', '$79.99', '$99'],
    ['US', '$99', '$79.99'],
  ] as const) {
    test(`${path} shows prices for ${country} on the first visit`, async ({ page, context }) => {
      await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country }) })
      // Also for readers who forbid tracking.
      await forbidTracking(page)
      const trackedEvents = recordRequests(page, /\/api\/collect/)
      const release = await holdRequests(page, '**/api/client')
      await openPage(page, path)
      await expect(locateVisible(page, '$99').first()).toBeVisible()
      await expect(locateVisible(page, '$79.99').first()).toBeVisible()
      await waitForFonts(page)
      release()
      await expect(page.locator('html')).toHaveAttribute('data-country', country)
      await expect(locateVisible(page, price).first()).toBeVisible()
      await expect(locateVisible(page, other)).toHaveCount(0)
      expect(await listLayoutShifts(page)).toEqual([])
      // Later visits know it before the first paint.
      expect(await context.cookies()).toContainEqual(
        expect.objectContaining({ name: 'country', value: `${country}.free` }),
      )
      expect(trackedEvents).toEqual([])
    })
  }

  test(`${path} shows both prices without JavaScript`, async ({
    pageWithoutScript: page,
    baseURL,
  }) => {
    await setCountry('IN', page.context(), baseURL!)
    await openPage(page, path)
    for (const price of ['$99', '$79.99']) {
      await expect(locateVisible(page, price).first()).toBeVisible()
    }
    await expect(locateRequestLinks(page)).toHaveCount(3)
    await expect(locateMain(page).getByRole('link', { name: 'Subscribe by email' })).toBeVisible()
  })
}

test('a question can be opened by keyboard', async ({ page }) => {
  await openPage(page, '/subscribe')
  const answer = page.getByText('and we won’t phone you about it')
  await expect(answer).toBeHidden()
  await page.getByText('Can I cancel?').focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
})

test('a subscriber who logs in on the offer is told so', async ({ page }) => {
  await openPage(page, '/subscribe?source=article')
  await locateMain(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login/)
  await submitLogin(page, 'subscriber')
  await expect(page).toHaveURL('/subscribe?source=article')
  await expect(locateHeading(page)).toHaveText('You’re subscribed', { useInnerText: true })
})

test('a gift has three prices, and leads to its form', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country: 'US' }) })
  await openPage(page, '/gift')
  for (const price of ['$99', '$59.99', '$34.99'])
    await expect(locateMain(page)).toContainText(price)
  await locateMain(page).getByRole('link', { name: 'Six months' }).click()
  await expect(page).toHaveURL('/gift-subscription?length=6')
  await expect(locateMain(page).getByRole('radio', { name: 'Six months' })).toBeChecked()
})
const readerPages = [
  ['/saved', 'You haven’t saved anything yet.'],
  ['/refer', 'Friends who qualified'],
  ['/settings', 'ending@example.com'],
] as const

for (const [path, expectedText] of readerPages) {
  test(`${path} asks a guest to log in, and then shows their page`, async ({ page }) => {
    const errors = recordErrors(page)
    await openPage(page, path)
    await expect(page.getByText(expectedText)).toBeHidden()
    await expect(locateMain(page).getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?return=${encodeURIComponent(path)}`,
    )
    await signIn(page, 'ending', path)
    await expect(page).toHaveURL(path)
    await expect(page.getByText(expectedText)).toBeVisible()
    await expect(locateMain(page).getByRole('link', { name: 'Log in' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Your account' })).toBeVisible()
    expect(errors).toEqual([])
  })

  test(`${path} says that it needs JavaScript`, async ({ pageWithoutScript: page }) => {
    await openPage(page, path)
    await expect(locateMain(page).locator('noscript p')).toBeVisible()
  })
}

const statuses = [
  ['subscriber', 'You’re subscribed.', 'Pause'],
  ['ending', 'You’ve cancelled your subscription.', 'Reactivate'],
  ['paused', 'Your subscription is paused.', 'Resume today for $13.99'],
  ['failed', 'didn’t go through', 'Retry payment of $99'],
  ['missing', 'PayPal hasn’t collected your last payment.', 'Approve again for $13.99'],
] as const

for (const [reader, status, next] of statuses) {
  test(`the account shows ${reader}@ their status and next step`, async ({ page }) => {
    await openPageAs(page, reader, '/settings')
    await expect(locateMain(page)).toContainText(status)
    await expect(locateMain(page)).toContainText(next)
    const offers = locateMain(page).getByRole('link', { name: /^(Subscribe|Restart)$/ })
    await expect(offers).toHaveCount(0)
  })
}

test('the account fills without a layout shift', async ({ page }) => {
  await openPageAs(page, 'ending', '/settings')
  await expect(page.getByText('ending@example.com')).toBeVisible()
  await expect(page.getByText('You’ve cancelled your subscription.')).toBeVisible()
  expect(await listLayoutShifts(page)).toEqual([])
})

test('theme and text size are applied at the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openPage(page, '/settings')
  const readTheme = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const readTextSize = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const [light, normal] = [await readTheme(), await readTextSize()]
  await page.getByLabel('Dark').check()
  await page.getByLabel('Larger').check()
  expect(await readTheme()).not.toBe(light)
  const dark = await readTheme()
  // Only the script before the first paint.
  await page.route('**/_astro/*.js', (route) => route.abort())
  await openPage(page, '/about')
  expect(await readTheme()).toBe(dark)
  expect(await readTextSize()).toBeCloseTo(1.3 * normal, 1)
})
