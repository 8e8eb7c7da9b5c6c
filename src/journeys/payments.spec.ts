/** Payments and receipts, failed payments that are retried, and subscriptions that begin again. */
import { expect, type Page } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { getPeriodEnd } from '../domain/subscription/plan.ts'
import { site } from '../publication/identity.ts'
import { approvePayment, expectPurchase, openPayPalWindow } from './testing/checkout-actions.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
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
  recordErrors,
  recordRequests,
  sampleArticles,
} from './testing/page-actions.ts'
import { annualPrice, monthlyPrice } from './testing/prices.ts'
import { expectCounted, expectTracked } from './testing/received-events.ts'

const { slug } = sampleArticles.metered
const shown = { useInnerText: true }
const decline = (id: string, isDeclining: boolean) =>
  connectStack().payer.trigger('decline', { id, isDeclining })

/** The address of another reader's receipt. */
const receiptAddress = '/settings/payments/receipt#8XA37460RM239211P'

test('a payment has a receipt that prints on its own, and other readers’ receipts aren’t shown', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  await openPage(page, receiptAddress)
  const main = locateMain(page)
  for (const [name, path] of [
    ['Log in', '/login'],
    ['Create one', '/login/new'],
  ] as const) {
    const address = new RegExp(`${path}\\?return=${encodeURIComponent(receiptAddress)}$`)
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', address)
  }
  const { email, provider } = await signInAsSubscriber(context)
  await page.reload()
  await expect(main).toContainText('We can’t find that receipt.')
  await expect(main.getByRole('article')).toHaveCount(0)

  // The date that the sample stores.
  const lastPayment = addMonths(activeSubscription.paidThrough, -1)
  const paidAt = formatDay(lastPayment)
  const periodEnd = formatDay(getPeriodEnd(activeSubscription.plan, lastPayment))
  await openPage(page, '/settings')
  await main.getByRole('link', { name: 'Payments and receipts' }).click()
  const row = main.getByRole('listitem').filter({ hasText: paidAt }).first()
  await expect(row).toContainText('Monthly subscription')
  expect(await listLayoutShifts(page)).toEqual([])
  await main.getByRole('link', { name: `Receipt for ${paidAt}` }).click()
  const receipt = main.getByRole('article', { name: `Receipt for ${paidAt}` })
  const period = ['Monthly subscription', `${paidAt} to ${periodEnd}`]
  const payment = [`PayPal ${provider.replace('I-', 'S-')}`, monthlyPrice]
  for (const text of [site.name, ...site.address, 'Mira Bai', email, ...period, ...payment])
    await expect(receipt).toContainText(text)
  await expect(page).toHaveTitle(new RegExp(paidAt))
  // The receipt's address can be opened again.
  await page.reload()
  await expect(receipt).toContainText(monthlyPrice)
  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  await expect(receipt.getByRole('button', { name: 'Print receipt' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  expect(errors).toEqual([])
})

test('a failed payment is retried at the wall, and the story is unlocked', async ({
  page,
  context,
}) => {
  const { provider } = await signInAsSubscriber(context, failedLongAgo())
  await decline(provider, true)
  const wall = locateWall(page)
  const retryButton = wall.getByRole('link', { name: `Retry payment of ${annualPrice}` })
  await openPage(page, `/${slug}`)
  await expect(retryButton).toBeVisible()
  await expect(wall.getByRole('link', { name: /Restart|Subscribe/ })).toHaveCount(0)
  expect(await listLayoutShifts(page)).toEqual([])
  await retryButton.click()
  const alert = wall.getByRole('alert')
  await expect(alert).toContainText('declined again')
  await expect(alert.getByRole('link')).toHaveAttribute('href', /^https:\/\/www\.paypal\.com\//)
  await expect(page).toHaveURL(`/${slug}`)
  await page.route('**/api/subscription', (route) => route.abort())
  await retryButton.click()
  await expect(alert).toContainText('couldn’t reach our server')
  await page.unroute('**/api/subscription')
  await expectCounted(page, /Failed Payments Wall Viewed/)
  await expectTracked(page, 'Failed Payments Wall Viewed', { slug })
  await expectTracked(page, 'Paywall Viewed')
  await decline(provider, false)
  const retries = recordRequests(page, /^PATCH /)
  await retryButton.dblclick()
  await expect(locateBody(page)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  expect(retries).toHaveLength(1)
  await page.reload()
  await expect(locateBody(page)).toBeVisible()
})

test('a failed payment is retried in the account, or instead of buying a plan', async ({
  page,
  context,
  otherDevice,
}) => {
  const failedAt = daysFromNow(-2)
  const failed = { state: 'paymentFailed', paidThrough: failedAt, failedAt } as const
  const subscriber = await signInAsSubscriber(context, { ...activeSubscription, ...failed })
  await decline(subscriber.provider, true)
  const main = locateMain(page)
  await openPage(page, '/settings')
  await expect(main).toContainText('Your last payment didn’t go through.')
  const retryButton = main.getByRole('button', { name: `Retry payment of ${monthlyPrice}` })
  await retryButton.click()
  await expect(main.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  const otherMethod = main.getByRole('link', { name: 'Choose another payment method at PayPal' })
  await expect(otherMethod).toHaveAttribute('href', site.paymentMethodsUrl)
  await decline(subscriber.provider, false)
  await retryButton.click()
  await expect(main).toContainText('Your payment went through. Thank you.')
  await expect(main).toContainText('You’re subscribed.')

  const { provider } = await signInAsSubscriber(otherDevice, failedLongAgo())
  await decline(provider, true)
  const offer = await otherDevice.newPage()
  await openPage(offer, '/subscribe?plan=annual')
  await expect(locateHeading(offer)).toHaveText('There’s a problem with your last payment', shown)
  await expect(locateMain(offer).getByText('After that').filter({ visible: true })).toHaveCount(0)
  const retry = locateMain(offer).getByRole('button', { name: `Retry payment of ${annualPrice}` })
  await retry.click()
  await expect(locateMain(offer).getByRole('alert').first()).toContainText('declined again')
  await decline(provider, false)
  await retry.click()
  await expect(locateHeading(offer)).toHaveText('You already have access', shown)
  await expect(offer).toHaveURL('/subscribe?plan=annual')
  await expect(retry).toBeHidden()
})

/** Pays at the wall, and returns to the story. */
async function payAndRead(page: Page) {
  await approvePayment(await openPayPalWindow(page))
  await expectPurchase(page)
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()
}

test('a payment that PayPal hasn’t collected is approved again, and a former subscription is restarted', async ({
  page,
  context,
  otherDevice,
}) => {
  await signInAsSubscriber(context, { ...failedLongAgo(), cause: 'missing' })
  await openPage(page, '/subscribe')
  await expect(locateMain(page).getByRole('link', { name: 'Go to your account' })).toBeVisible()
  await openPage(page, `/${slug}`)
  await expect(locateWall(page)).toContainText('PayPal hasn’t collected your last payment.')
  await expect(locateWall(page)).not.toContainText('Retry payment')
  await locateWall(page).getByRole('link', { name: 'Approve again' }).click()
  await expect(locateMain(page)).toContainText('You haven’t been charged for it')
  const panel = page.getByRole('region', { name: 'Renew Annual' })
  await expect(panel).toContainText(`which will charge ${annualPrice}.`)
  await payAndRead(page)

  await signInAsSubscriber(otherDevice, endedSubscription())
  const former = await otherDevice.newPage()
  await openPage(former, `/${slug}`)
  await locateWall(former).getByRole('link', { name: 'Restart' }).click()
  await expect(locateHeading(former)).toHaveText('Welcome back', shown)
  await former.waitForLoadState()
  await locateMain(former).getByRole('link', { name: 'Restart', exact: true }).click()
  await approvePayment(await openPayPalWindow(former))
  await expectPurchase(former)
  await locateMain(former).getByRole('link', { name: 'Continue reading' }).click()
  await expect(former).toHaveURL(`/${slug}`)
  await expect(locateBody(former)).toBeVisible()
})
