/** A purchase survives closed windows, reloads, other tabs and failures, and is made once. */
import { expect, type Page } from '@playwright/test'
import {
  approvePayment,
  choosePlan,
  expectPurchase,
  locatePayPalButton,
  locateRedirectButton,
  openPayPalWindow,
  readPlan,
} from './testing/checkout-actions.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { listLayoutShifts, locateHeading, locateMain, openPage } from './testing/page-actions.ts'

function recordCheckoutIds(page: Page) {
  const ids: string[] = []
  page.on('response', async (response) => {
    if (!/\/api\/checkout$/.test(response.url()) || !response.ok()) return
    ids.push(((await response.json()) as { id: string }).id)
  })
  return ids
}

test('on a phone, a failed, closed, declined and repeated payment starts one purchase', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsNewReader(context)
  const ids = recordCheckoutIds(page)
  const alert = locateMain(page).getByRole('alert')
  await openPage(page, '/subscribe')
  await page.route('**/api/checkout', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } }),
  )
  await choosePlan(page, 'Subscribe')
  await locateRedirectButton(page).click()
  await expect(alert).toContainText('haven’t been charged')
  await page.unroute('**/api/checkout')
  const first = await openPayPalWindow(page)
  await expect(page.getByText('Confirm your subscription with PayPal.')).toBeInViewport()
  await first.close()
  const problem = alert.filter({ hasText: 'without confirming' })
  await expect(problem).toBeInViewport({ ratio: 1 })
  await expect(problem).toContainText('haven’t been charged')
  expect(await listLayoutShifts(page)).toEqual([])
  // The choice survives a reload.
  await page.reload()
  await expect(locatePayPalButton(page)).toBeVisible()
  const second = await openPayPalWindow(page)
  await second.getByRole('button', { name: 'Decline the card' }).click()
  await expect(second.getByRole('alert')).toContainText('haven’t been charged')
  await second.getByRole('link', { name: 'Try another card' }).click()
  await second.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(alert).toContainText('without confirming')
  const popup = page.waitForEvent('popup')
  await locatePayPalButton(page).dblclick()
  await approvePayment(await popup)
  await expectPurchase(page)
  expect(new Set(ids).size).toBe(1)
})

test('a payment is noticed by a reloaded page and by other tabs, where a second payment is refused', async ({
  page,
  context,
}) => {
  await signInAsNewReader(context)
  const [secondPage, idlePage] = [await context.newPage(), await context.newPage()]
  const ids = recordCheckoutIds(page)
  await openPage(page, '/subscribe')
  // The first page stores the session for all tabs.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).not.toBeNull()
  await openPage(secondPage, '/subscribe?plan=monthly')
  await openPage(idlePage, '/subscribe?plan=monthly')
  await expect(locatePayPalButton(idlePage)).toBeVisible()
  await choosePlan(page, 'Subscribe')
  const [one, two] = [await openPayPalWindow(page), await openPayPalWindow(secondPage)]
  await expect.poll(() => ids).toHaveLength(1)
  await page.reload()
  await expect(locatePayPalButton(page)).toBeVisible()
  // A headless browser doesn't always focus a page when another is closed.
  await page.evaluate(() => setInterval(() => dispatchEvent(new Event('focus')), 500))
  await approvePayment(one)
  await expectPurchase(page)
  await expect(locateHeading(idlePage)).toHaveText('You already have access', {
    useInnerText: true,
  })
  await approvePayment(two)
  await expect(locateHeading(secondPage)).toHaveText('We’ve cancelled this subscription')
  expect(await readPlan(context)).toBe('annual_99')
})
