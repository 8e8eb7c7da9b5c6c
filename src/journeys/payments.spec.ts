/** What a reader has paid: the list, and a receipt that can be printed. */
import { expect, type Page } from '@playwright/test'
import { dayInWords } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { site } from '../site.ts'
import { test } from './journey.ts'
import { inDays, ofStack, running, subscriber } from './own-subscription.ts'
import { errorsOf, layoutShift, open, withoutPictures } from './readers.ts'

const main = (page: Page) => page.getByRole('main')
const paidAt = dayInWords(addMonths(running.paidThrough, -1))

test.beforeEach(({ page }) => withoutPictures(page))

test('a payment has a receipt, which is printed without the rest of the page', async ({
  page,
  context,
}) => {
  const errors = errorsOf(page)
  const { email, provider } = await subscriber(context)
  await open(page, '/settings')
  await main(page).getByRole('link', { name: 'Payments and receipts' }).click()
  await expect(main(page).getByRole('listitem').filter({ hasText: paidAt }).first()).toContainText(
    'Monthly subscription',
  )
  expect(await layoutShift(page)).toBe(0)
  await main(page)
    .getByRole('link', { name: `Receipt of ${paidAt}` })
    .click()
  const sheet = main(page).getByRole('article', { name: `Receipt of ${paidAt}` })
  for (const words of [
    site.name,
    ...site.address,
    'Mira Bai',
    email,
    'Monthly subscription',
    `${paidAt} to ${dayInWords(running.paidThrough)}`,
    `PayPal ${provider.replace('I-', 'S-')}`,
    '$13.99',
  ]) {
    await expect(sheet).toContainText(words)
  }
  await expect(page).toHaveTitle(new RegExp(paidAt))
  // Its address is good for another day.
  await page.reload()
  await expect(sheet).toContainText('$13.99')

  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Print it' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  expect(errors).toEqual([])
})

test('a receipt that is not theirs is none', async ({ page, context }) => {
  await subscriber(context)
  await open(page, '/settings/payments/receipt#8XA37460RM239211P')
  await expect(main(page)).toContainText('There is no receipt at this address.')
  await expect(main(page).getByRole('article')).toHaveCount(0)
})

const failed = { ...running, state: 'paymentFailed', failedAt: inDays(-2) } as const

test('a failed payment is retried from the account; declined again, it says what to do', async ({
  page,
  context,
}) => {
  const { provider } = await subscriber(context, failed)
  const { payer } = ofStack()
  await payer.tell('decline', { id: provider, isDeclining: true })
  await open(page, '/settings')
  await expect(main(page)).toContainText('Your last payment didn’t go through.')
  const again = main(page).getByRole('button', { name: 'Retry payment' })
  await again.click()
  await expect(main(page).getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await expect(
    main(page).getByRole('link', { name: 'Choose another payment method at PayPal' }),
  ).toHaveAttribute('href', site.waysOfPaying)
  await payer.tell('decline', { id: provider, isDeclining: false })
  await again.click()
  await expect(main(page)).toContainText('Your payment went through. Thank you.')
  await expect(main(page)).toContainText('You’re subscribed.')
})
