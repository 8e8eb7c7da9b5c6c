/** A purchase survives closed windows, reloads, other tabs and failures, and is made once. */
import { expect, type Page } from '@playwright/test'
import {
  approvePayment,
  choosePlan,
  expectPurchase,
  locatePayPalButton,
  openPayPalWindow,
  readPlan,
} from './testing/checkout-actions.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  recordErrors,
} from './testing/page-actions.ts'

const locateRedirectLink = (page: Page) =>
  locateMain(page).getByRole('button', { name: /^Continue (with PayPal|on PayPal’s site)/ })

function recordCheckoutIds(page: Page) {
  const ids: string[] = []
  page.on('response', async (response) => {
    if (!/\/api\/checkout$/.test(response.url()) || !response.ok()) return
    ids.push(((await response.json()) as { id: string }).id)
  })
  return ids
}

test('one choice starts one purchase, even if declined and repeated', async ({ page, context }) => {
  await signInAsNewReader(context)
  const ids = recordCheckoutIds(page)
  await openPage(page, '/subscribe')
  await choosePlan(page, 'Subscribe')
  const first = await openPayPalWindow(page)
  await first.close()
  await expect(locateMain(page).getByRole('alert')).toContainText('haven’t been charged')
  // The choice survives a reload.
  await page.reload()
  await expect(locatePayPalButton(page)).toBeVisible()
  const second = await openPayPalWindow(page)
  await second.getByRole('button', { name: 'Decline the card' }).click()
  await expect(second.getByRole('alert')).toContainText('haven’t been charged')
  await second.getByRole('link', { name: 'Try another card' }).click()
  await second.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(locateMain(page).getByRole('alert')).toContainText('without confirming')
  const popup = page.waitForEvent('popup')
  await locatePayPalButton(page).dblclick()
  await approvePayment(await popup)
  await expectPurchase(page)
  expect(new Set(ids).size).toBe(1)
})

test('a page reloaded during the payment notices the result', async ({ page, context }) => {
  await signInAsNewReader(context)
  const ids = recordCheckoutIds(page)
  await openPage(page, '/subscribe?plan=monthly')
  const payPal = await openPayPalWindow(page)
  await expect.poll(() => ids).toHaveLength(1)
  await page.reload()
  await expect(locatePayPalButton(page)).toBeVisible()
  // A browser without windows doesn't always focus the page when another is closed.
  await page.evaluate(() => setInterval(() => dispatchEvent(new Event('focus')), 500))
  await approvePayment(payPal)
  await expectPurchase(page)
})

test('a phone shows why the payment hasn’t started', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsNewReader(context)
  await openPage(page, '/subscribe?plan=annual')
  const payPal = await openPayPalWindow(page)
  await expect(page.getByText('Confirm your subscription in the PayPal window.')).toBeInViewport()
  await payPal.close()
  const problem = locateMain(page).getByRole('alert').filter({ hasText: 'without confirming' })
  await expect(problem).toBeInViewport({ ratio: 1 })
  expect(await listLayoutShifts(page)).toEqual([])
})

test('a second purchase in another tab is refused', async ({ page, context }) => {
  await signInAsNewReader(context)
  const otherPage = await context.newPage()
  await openPage(page, '/subscribe')
  // The first page stores the session for all tabs.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).not.toBeNull()
  await openPage(otherPage, '/subscribe')
  await choosePlan(page, 'Subscribe')
  await choosePlan(otherPage, 'Choose monthly')
  const [one, two] = [await openPayPalWindow(page), await openPayPalWindow(otherPage)]
  await approvePayment(one)
  await expectPurchase(page)
  await approvePayment(two)
  await expect(locateHeading(otherPage)).toHaveText('You already have a subscription')
  expect(await readPlan(context)).toBe('annual_99')
})

test('other tabs stop offering plans after a purchase', async ({ page, context }) => {
  await signInAsNewReader(context)
  const otherPage = await context.newPage()
  await openPage(page, '/subscribe')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).not.toBeNull()
  await openPage(otherPage, '/subscribe?plan=monthly')
  await choosePlan(page, 'Subscribe')
  await approvePayment(await openPayPalWindow(page))
  await expectPurchase(page)
  await expect(locateHeading(otherPage)).toHaveText('You’re subscribed', { useInnerText: true })
})

test('the payment continues on PayPal’s site without its script', async ({ page, context }) => {
  const errors = recordErrors(page)
  await page.route('**/sdk/js*', (route) => route.abort())
  await signInAsNewReader(context)
  await openPage(page, '/subscribe-original?source=header')
  await page.waitForLoadState()
  await locateMain(page).getByRole('link', { name: 'Subscribe', exact: true }).click()
  await expect(locateRedirectLink(page)).toHaveText('Continue with PayPal')
  expect(errors).toContain('Failed to load the PayPal JS SDK script.')
  await locateRedirectLink(page).click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  // Back on the same page, with the same choice.
  await expect(page).toHaveURL('/subscribe-original?source=header&plan=annual')
  await expect(locateMain(page).getByRole('alert')).toContainText('without confirming')
  await locateRedirectLink(page).click()
  await approvePayment(page)
  await expect(page).toHaveURL(/\/subscribe\/finish\?/)
  await expectPurchase(page)
})

test('a checkout that fails to start can be retried', async ({ page, context }) => {
  await signInAsNewReader(context)
  await openPage(page, '/subscribe?plan=annual')
  await page.route('**/api/checkout', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } }),
  )
  await locateRedirectLink(page).click()
  await expect(locateMain(page).getByRole('alert')).toContainText('haven’t been charged')
  await page.unroute('**/api/checkout')
  await approvePayment(await openPayPalWindow(page))
  await expectPurchase(page)
})
