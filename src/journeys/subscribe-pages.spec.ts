/** The three designs of the offer. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { giftLengths } from '../domain/gift/gift-length.ts'
import { formatPrice } from '../domain/subscription/plan-text.ts'
import { formatGiftPrice } from '../features/gift/gift-text.ts'
import {
  forbidTracking,
  holdRequests,
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  recordErrors,
  recordRequests,
  setNetworkCountry,
  submitLogin,
  waitForFonts,
} from './testing/page-actions.ts'
import { annualPrice } from './testing/prices.ts'
import { test } from './testing/view-test.ts'

test.use({ hasImages: true })

const subscribePaths = ['/subscribe', '/subscribe-today', '/subscribe-original'] as const
const prices = { US: annualPrice, IN: formatPrice('annual', 'international') }
type Country = keyof typeof prices

/** The Worker's cookie chooses the prices shown. */
const setCountry = (country: Country, context: BrowserContext, url: string) =>
  context.addCookies([{ name: 'country', value: country, url }])

const locateLink = (page: Page, name: string) =>
  locateMain(page).getByRole('link', { name, exact: true })
const locateVisible = (page: Page, text: string) =>
  locateMain(page).getByText(text).filter({ visible: true })
const locateRequestLinks = (page: Page) =>
  locateMain(page).locator('a[href^="mailto:"][href*="subject=Subscription"]')
const expectLoginLink = (page: Page, path: string) =>
  expect(locateLink(page, 'Log in')).toHaveAttribute(
    'href',
    `/login?return=${encodeURIComponent(path)}`,
  )

/** Without a country, all prices are shown. */
async function expectPrices(page: Page, country?: Country) {
  for (const [one, price] of Object.entries(prices)) {
    if (country === undefined || one === country)
      await expect(locateVisible(page, price).first()).toBeVisible()
    else await expect(locateVisible(page, price)).toHaveCount(0)
  }
}

test('a guest is offered three plans in each design, at the prices of their country', async ({
  page,
  context,
  baseURL,
}) => {
  const errors = recordErrors(page)
  const payPalRequests = recordRequests(page, /\/sdk\/js/)
  // The first visit's country is unknown.
  await setNetworkCountry(page, 'XX')
  await forbidTracking(page)
  for (const path of subscribePaths) {
    await context.clearCookies({ name: 'country' })
    await openPage(page, `${path}?source=header`)
    for (const name of ['Subscribe', 'Choose monthly', 'Choose the student plan'])
      await expect(locateLink(page, name)).toBeVisible()
    await expect(locateRequestLinks(page).filter({ visible: true })).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-page-name', path.slice(1))
    // The header has only the wordmark.
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
    await expectLoginLink(page, `${path}?source=header`)
    await expectPrices(page)
    expect(await listLayoutShifts(page), path).toEqual([])
    for (const country of ['US', 'IN'] as const) {
      await setCountry(country, context, baseURL!)
      await openPage(page, path)
      await expectPrices(page, country)
    }
  }
  expect(payPalRequests).toEqual([])
  expect(errors).toEqual([])
})

test('the first visit shows a country’s prices and answers, without a layout shift or tracking', async ({
  page,
  context,
}) => {
  // The country is also used for readers who forbid tracking.
  await forbidTracking(page)
  const trackedEvents = recordRequests(page, /\/api\/collect/)
  for (const [path, country] of [
    ['/subscribe', 'US'],
    ['/subscribe', 'IN'],
    ['/subscribe-today', 'IN'],
    ['/subscribe-original', 'US'],
  ] as const) {
    await context.clearCookies({ name: 'country' })
    await setNetworkCountry(page, country)
    const release = await holdRequests(page, '**/api/client')
    await openPage(page, path)
    await expectPrices(page)
    await waitForFonts(page)
    release()
    await expect(page.locator('html')).toHaveAttribute('data-country', country)
    await expectPrices(page, country)
    expect(await listLayoutShifts(page), path).toEqual([])
    // Later visits have the country before the first paint.
    expect(await context.cookies()).toContainEqual(
      expect.objectContaining({ name: 'country', value: country }),
    )
    await page.unroute('**/api/client')
  }
  expect(trackedEvents).toEqual([])

  await openPage(page, '/subscribe')
  const answer = page.getByText('and we won’t phone you about it')
  await expect(answer).toBeHidden()
  await page.getByText('Can I cancel?').focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
  await setNetworkCountry(page, 'US')
  await openPage(page, '/gift')
  for (const length of giftLengths)
    await expect(locateMain(page)).toContainText(formatGiftPrice(length, 'domestic'))
  await locateMain(page).getByRole('link', { name: 'Six months' }).click()
  await expect(page).toHaveURL('/gift-subscription?length=6')
  await expect(locateMain(page).getByRole('radio', { name: 'Six months' })).toBeChecked()
})

test('without JavaScript, a guest sees all prices, and plans are chosen by email', async ({
  pageWithoutScript: page,
  baseURL,
}) => {
  await setCountry('IN', page.context(), baseURL!)
  for (const path of subscribePaths) {
    await openPage(page, path)
    await expectPrices(page)
    await expect(locateRequestLinks(page)).toHaveCount(3)
    await expect(locateLink(page, 'Subscribe by email')).toBeVisible()
  }
})

test('readers who have subscribed are offered their account, and former subscribers a restart', async ({
  page: guestPage,
  openInState,
}) => {
  for (const path of subscribePaths) {
    for (const reader of ['subscriber', 'ending'] as const) {
      const page = await openInState({ name: reader, path, reader })
      await expect(locateHeading(page)).toHaveText(
        reader === 'subscriber' ? 'You already have access' : 'You still have a subscription',
        { useInnerText: true },
      )
      const offers = locateMain(page).getByRole('link', { name: /^(Subscribe|Choose)/ })
      await expect(offers).toHaveCount(0)
      await locateLink(page, 'Go to your account').click()
      await expect(page).toHaveURL('/settings')
    }
    const page = await openInState({ name: 'lapsed', path, reader: 'lapsed' })
    await expect(locateHeading(page)).toHaveText('Welcome back', { useInnerText: true })
    await expect(locateLink(page, 'Restart')).toBeVisible()
    await expect(locateLink(page, 'Subscribe')).toBeHidden()
  }
  await openPage(guestPage, '/subscribe?source=article')
  await locateLink(guestPage, 'Log in').click()
  await expect(guestPage).toHaveURL(/\/login/)
  await submitLogin(guestPage, 'subscriber')
  await expect(guestPage).toHaveURL('/subscribe?source=article')
  await expect(locateHeading(guestPage)).toHaveText('You already have access', {
    useInnerText: true,
  })
})
