import { expect } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { getPeriodEnd } from '../domain/subscription/plan.ts'
import { site } from '../publication/identity.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import { replaceAnswers } from './testing/open-view.ts'
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

test('a payment shows what was paid in the end', async ({ page, context }) => {
  await signInAsSubscriber(context)
  const payment = {
    id: '8XA37460RM239211P',
    at: '2026-06-16T10:00:00.000Z',
    plan: 'annual_99',
    minorUnits: 9900,
    currency: 'USD',
    credit: 2000,
    share: 2475,
    excess: 0,
    refunded: 0,
    state: 'paid',
  } as const
  const refund = { ...payment, id: '2', at: '2025-06-16T10:00:00.000Z', credit: 0, share: 0 }
  await replaceAnswers(page, {
    'GET /api/subscription/payments': {
      payments: [payment, { ...refund, refunded: 9900, state: 'refunded' }],
      history: [],
    },
  })
  await openPage(page, '/settings/payments')
  const rows = locateMain(page).getByRole('listitem').filter({ hasText: 'Annual subscription' })
  await expect(rows.nth(0)).toContainText(
    'Charged: $99Credit used: $20Refunded for months you hadn’t used: $24.75',
  )
  await expect(rows.nth(0)).toContainText('$54.25')
  await expect(rows.nth(1)).toContainText('Refunded: $99$0')
  await rows.nth(0).getByRole('link', { name: 'Receipt' }).click()
  const receipt = locateMain(page).getByRole('article')
  await expect(receipt).toContainText('Credit used−$20')
  await expect(receipt).toContainText('Paid$54.25')
})

const failed = {
  ...activeSubscription,
  state: 'paymentFailed',
  paidThrough: daysFromNow(-2),
  failedAt: daysFromNow(-2),
} as const

test('a failed payment is retried from the account', async ({ page, context }) => {
  const { provider } = await signInAsSubscriber(context, failed)
  const { payer } = connectStack()
  await payer.trigger('decline', { id: provider, isDeclining: true })
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText('Your last payment didn’t go through.')
  const retryButton = locateMain(page).getByRole('button', { name: 'Retry payment of $13.99' })
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
