/** Readers with a failed payment retry it at the wall; former subscribers restart. */
import { expect, type Page } from '@playwright/test'
import { approvePayment, expectPurchase, openPayPalWindow } from './testing/checkout-actions.ts'
import {
  connectStack,
  endedSubscription,
  failedLongAgo,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateBody,
  locateHeading,
  locateMain,
  locateWall,
  openPage,
  recordRequests,
  sampleArticles,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'

const { slug } = sampleArticles.metered
const shown = { useInnerText: true }
const locateRetryButton = (page: Page) =>
  locateWall(page).getByRole('link', { name: 'Retry payment of $99' })

test('a successful retry unlocks the story', async ({ page, context }) => {
  await signInAsSubscriber(context, failedLongAgo())
  await openPage(page, `/${slug}`)
  await expect(locateRetryButton(page)).toBeVisible()
  await expect(locateWall(page).getByRole('link', { name: /Restart|Subscribe/ })).toHaveCount(0)
  expect(await listLayoutShifts(page)).toEqual([])
  const retries = recordRequests(page, /^PATCH /)
  await expect(page.locator('astro-island:has([data-wall]):not([ssr])')).toBeAttached()
  await locateRetryButton(page).dblclick()
  await expect(locateBody(page)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  expect(retries).toHaveLength(1)
  await page.reload()
  await expect(locateBody(page)).toBeVisible()
})

test('a declined retry shows an error with a link to PayPal', async ({ page, context }) => {
  const { provider: id } = await signInAsSubscriber(context, failedLongAgo())
  await connectStack().payer.trigger('decline', { id, isDeclining: true })
  await page.clock.install()
  await openPage(page, `/${slug}`)
  await expect(page.locator('astro-island:has([data-wall]):not([ssr])')).toBeAttached()
  await locateRetryButton(page).click()
  const alert = locateWall(page).getByRole('alert')
  await expect(alert).toContainText('declined again')
  await expect(alert.getByRole('link')).toHaveAttribute('href', /^https:\/\/www\.paypal\.com\//)
  await expect(page).toHaveURL(`/${slug}`)
  await page.route('**/api/subscription', (route) => route.abort())
  await locateRetryButton(page).click()
  await expect(alert).toContainText('couldn’t reach our server')
  await page.unroute('**/api/subscription')
  // The wall has been visible for more than a second.
  await page.clock.runFor(2000)
  await expectTracked(page, 'Failed Payments Wall Viewed', { slug })
  await expectTracked(page, 'Paywall Viewed')
})

test('a reader with a failed payment is offered no plans', async ({ page, context }) => {
  await signInAsSubscriber(context, failedLongAgo())
  await openPage(page, '/subscribe?plan=annual')
  await expect(locateHeading(page)).toHaveText('Your last payment didn’t go through', shown)
  await expect(locateMain(page).getByText('After that').filter({ visible: true })).toHaveCount(0)
})

test('a failed payment can be retried on the subscribe page', async ({ page, context }) => {
  const { provider: id } = await signInAsSubscriber(context, failedLongAgo())
  await connectStack().payer.trigger('decline', { id, isDeclining: true })
  await openPage(page, '/subscribe')
  const retry = locateMain(page).getByRole('button', { name: 'Retry payment of $99' })
  await retry.click()
  await expect(locateMain(page).getByRole('alert').first()).toContainText('declined again')
  await connectStack().payer.trigger('decline', { id, isDeclining: false })
  await retry.click()
  await expect(page).toHaveURL('/subscribe')
  await expect(locateHeading(page)).toHaveText('You’re subscribed', shown)
  await expect(retry).toBeHidden()
})

test('a payment that PayPal hasn’t collected is approved again', async ({ page, context }) => {
  await signInAsSubscriber(context, {
    ...failedLongAgo(),
    cause: 'missing',
  })
  await openPage(page, '/subscribe')
  await expect(locateMain(page).getByRole('link', { name: 'Go to your account' })).toBeVisible()
  await openPage(page, `/${slug}`)
  await expect(locateWall(page)).toContainText('PayPal hasn’t collected your last payment.')
  await expect(locateWall(page)).not.toContainText('Retry payment')
  await locateWall(page).getByRole('link', { name: 'Approve again' }).click()
  await expect(locateMain(page)).toContainText('you haven’t been charged')
  await expect(page.getByRole('region', { name: 'Renew Annual' })).toContainText(
    'which charges $99.',
  )
  await approvePayment(await openPayPalWindow(page))
  await expectPurchase(page)
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()
})

test('a former subscriber restarts, and reads the story', async ({ page, context }) => {
  await signInAsSubscriber(context, endedSubscription())
  await openPage(page, `/${slug}`)
  await locateWall(page).getByRole('link', { name: 'Restart' }).click()
  await expect(locateHeading(page)).toHaveText('Welcome back', shown)
  await page.waitForLoadState()
  await locateMain(page).getByRole('link', { name: 'Restart', exact: true }).click()
  await approvePayment(await openPayPalWindow(page))
  await expectPurchase(page)
  await locateMain(page).getByRole('link', { name: 'Continue reading' }).click()
  await expect(page).toHaveURL(`/${slug}`)
  await expect(locateBody(page)).toBeVisible()
})
