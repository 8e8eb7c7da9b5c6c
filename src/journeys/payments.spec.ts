import { expect } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { getPeriodEnd } from '../domain/subscription/plan.ts'
import { site } from '../site.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import { listLayoutShifts, locateMain, openPage, recordErrors } from './testing/page-actions.ts'

/** As the sample stores it. */
const lastPayment = addMonths(activeSubscription.paidThrough, -1)
const paidAt = formatDay(lastPayment)
const periodEnd = formatDay(getPeriodEnd(activeSubscription.plan, lastPayment))

test('a payment has a receipt, which is printed alone', async ({ page, context }) => {
  const errors = recordErrors(page)
  const { email, provider } = await signInAsSubscriber(context)
  await openPage(page, '/settings')
  await locateMain(page).getByRole('link', { name: 'Payments and receipts' }).click()
  await expect(
    locateMain(page).getByRole('listitem').filter({ hasText: paidAt }).first(),
  ).toContainText('Monthly subscription')
  expect(await listLayoutShifts(page)).toEqual([])
  await locateMain(page)
    .getByRole('link', { name: `Receipt for ${paidAt}` })
    .click()
  const receipt = locateMain(page).getByRole('article', { name: `Receipt for ${paidAt}` })
  for (const text of [
    site.name,
    ...site.address,
    'Mira Bai',
    email,
    'Monthly subscription',
    `${paidAt} to ${periodEnd}`,
    `PayPal ${provider.replace('I-', 'S-')}`,
    '$13.99',
  ]) {
    await expect(receipt).toContainText(text)
  }
  await expect(page).toHaveTitle(new RegExp(paidAt))
  // Its address can be opened again.
  await page.reload()
  await expect(receipt).toContainText('$13.99')

  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  await expect(receipt.getByRole('button', { name: 'Print receipt' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  expect(errors).toEqual([])
})

const receiptAddress = '/settings/payments/receipt#8XA37460RM239211P'

test('a login leads back to the receipt', async ({ page }) => {
  await openPage(page, receiptAddress)
  for (const [name, path] of [
    ['Log in', '/login'],
    ['Create one', '/login/new'],
  ] as const) {
    await expect(locateMain(page).getByRole('link', { name })).toHaveAttribute(
      'href',
      new RegExp(`${path}\\?return=${encodeURIComponent(receiptAddress)}$`),
    )
  }
})

test('another reader’s receipt isn’t found', async ({ page, context }) => {
  await signInAsSubscriber(context)
  await openPage(page, receiptAddress)
  await expect(locateMain(page)).toContainText('We can’t find that receipt.')
  await expect(locateMain(page).getByRole('article')).toHaveCount(0)
})

const failed = { ...activeSubscription, state: 'paymentFailed', failedAt: daysFromNow(-2) } as const

test('a failed payment is retried from the account', async ({ page, context }) => {
  const { provider } = await signInAsSubscriber(context, failed)
  const { payer } = connectStack()
  await payer.trigger('decline', { id: provider, isDeclining: true })
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText('Your last payment didn’t go through.')
  const retryButton = locateMain(page).getByRole('button', { name: 'Retry payment' })
  await retryButton.click()
  await expect(locateMain(page).getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await expect(
    locateMain(page).getByRole('link', { name: 'Choose another payment method at PayPal' }),
  ).toHaveAttribute('href', site.paymentMethodsUrl)
  await payer.trigger('decline', { id: provider, isDeclining: false })
  await retryButton.click()
  await expect(locateMain(page)).toContainText('Your payment went through. Thank you.')
  await expect(locateMain(page)).toContainText('You’re subscribed.')
})
