/** A subscriber changes plan: nothing changes until the paid period ends, and one plan is paid at a time. */

import { expect } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { toPayPalTime } from '../domain/subscription/due-dates.ts'
import { approvePayment, openPayPalWindow, readPlan } from './testing/checkout-actions.ts'
import { findViolations } from './testing/find-violations.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
  openAsSubscriber,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  recordErrors,
} from './testing/page-actions.ts'
import { annualPrice, monthlyPrice } from './testing/prices.ts'
import { expectTracked } from './testing/received-events.ts'

const paidUntil = formatDay(activeSubscription.paidThrough)

test('a monthly subscriber changes to annual by keyboard, and back', async ({ page, context }) => {
  const errors = recordErrors(page)
  const main = locateMain(page)
  const { provider } = await signInAsSubscriber(context)
  await openPage(page, '/settings')
  await main.getByRole('link', { name: 'Change plan' }).click()
  await expect(main).toContainText(
    `You have a monthly subscription. Your next payment is ${monthlyPrice} on ${paidUntil}.`,
  )
  await main.getByRole('button', { name: 'Choose annual' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Change to Annual' })).toBeFocused()
  for (const text of [
    'You won’t be charged today.',
    `Until ${paidUntil}`,
    `You’ll pay ${annualPrice} a year`,
  ])
    await expect(main).toContainText(text)
  await expectTracked(page, 'Subscription Selected', { plan: 'annual_99' })
  expect(await findViolations(page)).toEqual([])
  // A reload keeps the choice.
  await page.reload()
  await expect(main).toContainText(`You’ll pay ${annualPrice} a year`)
  await (await openPayPalWindow(page)).getByRole('button', { name: 'Cancel' }).click()
  await expect(main).toContainText('You left PayPal without confirming')
  expect(await readPlan(context)).toBe('monthly_13')
  expect(await connectStack().payer.findStatus(provider)).toBe('ACTIVE')
  await approvePayment(await openPayPalWindow(page))
  await expect(locateHeading(page)).toHaveText('Thank you')
  await expect(main).toContainText(`Your plan will change to annual on ${paidUntil}.`)
  await expectTracked(page, 'Payment Info Entered', { plan: 'annual_99', method: 'paypal' })
  await main.getByRole('link', { name: 'Go to your account' }).click()
  await expect(main).toContainText(`Monthly until ${paidUntil}, then Annual, ${annualPrice} a year`)
  await expect(main).toContainText(`${annualPrice} on ${paidUntil}`)
  expect(await listLayoutShifts(page)).toEqual([])

  await main.getByRole('link', { name: 'Change plan' }).click()
  await main.getByRole('button', { name: 'Choose monthly' }).click()
  await main.getByRole('button', { name: 'Continue on PayPal’s site' }).click()
  await expect(locateHeading(page)).toHaveText('Confirm your subscription')
  await approvePayment(page)
  await expect(locateHeading(page)).toHaveText('Thank you')
  await openPage(page, '/settings')
  await expect(main).toContainText(`${monthlyPrice} on ${paidUntil}`)
  await openPage(page, '/settings/payments')
  await expect(main).toContainText('Plan changed')
  await expect(main).toContainText('Monthly subscription')
  // This error is the server’s response about the closed window.
  expect(errors.filter((error) => !error.includes('409'))).toEqual([])
})

test('a paused plan is resumed at once, and the student plan is chosen after a confirmation', async ({
  browser,
}) => {
  const closesAt = daysFromNow(-3)
  const times = { paidThrough: closesAt, closesAt, stoppedAt: daysFromNow(-5) }
  const paused = { ...activeSubscription, ...times, state: 'paused' } as const
  const subscription = { ...paused, resumesAt: addMonths(closesAt, 2) }
  const { page } = await openAsSubscriber(browser, subscription, '/settings')
  const main = locateMain(page)
  await main.getByRole('link', { name: `Resume today for ${monthlyPrice}` }).click()
  const panel = page.getByRole('region', { name: 'Renew Monthly' })
  await expect(panel).toContainText(
    `You’ll approve the plan at PayPal, which will charge ${monthlyPrice}.`,
  )
  await expect(panel).not.toContainText('Until')
  await approvePayment(await openPayPalWindow(page))
  await expect(locateHeading(page)).toHaveText('Thank you')
  await expect(main).toContainText('You can read every story')
  await openPage(page, '/settings')
  await expect(main).toContainText('You’re subscribed.')
  // PayPal counts from the American day of the payment.
  const paidAt = toPayPalTime(new Date())
  await expect(main).toContainText(`${monthlyPrice} on ${formatDay(addMonths(paidAt, 1))}`)
  await openPage(page, '/settings/plan')
  await main.getByRole('button', { name: 'Choose the student plan' }).click()
  // The browser is in the same state as after an expired confirmation.
  await page.evaluate(() => localStorage.setItem('student', '1'))
  await main.getByRole('button', { name: 'Continue on PayPal’s site' }).click()
  await main.getByRole('link', { name: 'Confirm that you’re a student' }).click()
  await expect(main.getByLabel('Your school or university email address')).toBeVisible()
  await page.context().close()
})
