/** A subscriber changes plan: nothing changes until the paid period ends, and one plan is paid at a time. */

import { expect, type Page } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { toPayPalTime } from '../domain/subscription/due-dates.ts'
import { approvePayment, openPayPalWindow, readPlan } from './testing/checkout-actions.ts'
import { findViolations } from './testing/find-violations.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
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
import { expectTracked } from './testing/received-events.ts'

const paidUntil = formatDay(activeSubscription.paidThrough)

async function choose(page: Page, name: string) {
  await openPage(page, '/settings')
  await locateMain(page).getByRole('link', { name: 'Change plan' }).click()
  await expect(locateMain(page)).toContainText(
    `You have a monthly subscription. Your next payment is $13.99 on ${paidUntil}.`,
  )
  await locateMain(page).getByRole('button', { name }).click()
}

test('a monthly subscriber changes to annual, and back', async ({ page, context }) => {
  const errors = recordErrors(page)
  await signInAsSubscriber(context)
  await choose(page, 'Choose annual')
  for (const text of ['You aren’t charged.', `Until ${paidUntil}`, 'You pay $99 a year'])
    await expect(locateMain(page)).toContainText(text)
  await expectTracked(page, 'Subscription Selected', { plan: 'annual_99' })
  expect(await findViolations(page)).toEqual([])
  // A reload keeps the choice.
  await page.reload()
  await expect(locateMain(page)).toContainText('You pay $99 a year')
  const payPal = await openPayPalWindow(page)
  expect(await readPlan(context)).toBe('monthly_13')
  await approvePayment(payPal)
  await expect(locateHeading(page)).toHaveText('Thank you')
  await expect(locateMain(page)).toContainText(`You’ll pay $99 a year from ${paidUntil}.`)
  await expectTracked(page, 'Payment Info Entered', { plan: 'annual_99', method: 'paypal' })

  await locateMain(page).getByRole('link', { name: 'Go to your account' }).click()
  await expect(locateMain(page)).toContainText(
    `Monthly until ${paidUntil}, then Annual, $99 a year`,
  )
  await expect(locateMain(page)).toContainText(`$99 on ${paidUntil}`)
  expect(await listLayoutShifts(page)).toEqual([])

  await locateMain(page).getByRole('link', { name: 'Change plan' }).click()
  await locateMain(page).getByRole('button', { name: 'Choose monthly' }).click()
  await approvePayment(await openPayPalWindow(page))
  await expect(locateHeading(page)).toHaveText('Thank you')
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText(`$13.99 on ${paidUntil}`)
  await openPage(page, '/settings/payments')
  await expect(locateMain(page)).toContainText('Plan changed')
  await expect(locateMain(page)).toContainText('Monthly subscription')
  expect(errors).toEqual([])
})

test('a reader who leaves PayPal keeps the plan, and can change on PayPal’s site', async ({
  page,
  context,
}) => {
  const { provider } = await signInAsSubscriber(context)
  await choose(page, 'Choose annual')
  await (await openPayPalWindow(page)).getByRole('button', { name: 'Cancel' }).click()
  await expect(locateMain(page)).toContainText('You left PayPal without confirming')
  expect(await readPlan(context)).toBe('monthly_13')
  expect(await connectStack().payer.findStatus(provider)).toBe('ACTIVE')

  await locateMain(page).getByRole('button', { name: 'Continue on PayPal’s site' }).click()
  await approvePayment(page)
  await expect(locateMain(page)).toContainText(`You’ll pay $99 a year from ${paidUntil}.`)
})

test('a subscriber who isn’t a confirmed student is asked to confirm', async ({
  page,
  context,
}) => {
  await signInAsSubscriber(context)
  await choose(page, 'Choose the student plan')
  // As after a confirmation that has expired.
  await page.evaluate(() => localStorage.setItem('student', '1'))
  await locateMain(page).getByRole('button', { name: 'Continue on PayPal’s site' }).click()
  await locateMain(page).getByRole('link', { name: 'Confirm that you’re a student' }).click()
  await expect(locateMain(page).getByLabel('Your school or university email address')).toBeVisible()
})

test('a plan can’t be changed two days before the next payment', async ({ page, context }) => {
  await signInAsSubscriber(context, { ...activeSubscription, paidThrough: daysFromNow(1.5) })
  await openPage(page, '/settings/plan')
  await expect(locateMain(page)).toContainText('Your next payment is due within two days')
  await openPage(page, '/settings')
  await expect(locateMain(page).getByRole('link', { name: 'Cancel' })).toBeVisible()
  await expect(locateMain(page).getByRole('link', { name: 'Change plan' })).toHaveCount(0)
})

test('a reader whose monthly plan is paused resumes today', async ({ page, context }) => {
  const closesAt = daysFromNow(-3)
  await signInAsSubscriber(context, {
    ...activeSubscription,
    state: 'paused',
    paidThrough: closesAt,
    stoppedAt: daysFromNow(-5),
    closesAt,
    resumesAt: addMonths(closesAt, 2),
  })
  await openPage(page, '/settings')
  await locateMain(page).getByRole('link', { name: 'Resume today for $13.99' }).click()
  const panel = page.getByRole('region', { name: 'Renew Monthly' })
  await expect(panel).toContainText('You approve the plan at PayPal, which charges $13.99.')
  await expect(panel).not.toContainText('Until')
  await approvePayment(await openPayPalWindow(page))
  await expect(locateHeading(page)).toHaveText('Thank you')
  await expect(locateMain(page)).toContainText('You can read every story')
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText('You’re subscribed.')
  // PayPal counts from the American day of the payment.
  const paidAt = toPayPalTime(new Date())
  await expect(locateMain(page)).toContainText(`$13.99 on ${formatDay(addMonths(paidAt, 1))}`)
})

test('a cancelled subscription is renewed just before it ends', async ({ page, context }) => {
  const paidThrough = daysFromNow(1)
  await signInAsSubscriber(context, {
    ...activeSubscription,
    state: 'ending',
    paidThrough,
    stoppedAt: daysFromNow(-5),
  })
  await openPage(page, '/settings')
  await locateMain(page)
    .getByRole('link', { name: `Renew from ${formatDay(paidThrough)}` })
    .click()
  await expect(locateMain(page)).toContainText('You’ve cancelled your monthly subscription.')
  await expect(page.getByRole('region', { name: 'Renew Monthly' })).toContainText(
    'You aren’t charged.',
  )
  await approvePayment(await openPayPalWindow(page))
  await expect(locateMain(page)).toContainText('You’ve renewed your monthly subscription.')
  await expect(locateMain(page)).toContainText(
    `You’ll pay $13.99 a month from ${formatDay(paidThrough)}.`,
  )
})

test('the plan can be changed by keyboard', async ({ page, context }) => {
  await signInAsSubscriber(context)
  await openPage(page, '/settings/plan')
  await locateMain(page).getByRole('button', { name: 'Choose annual' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Change to Annual' })).toBeFocused()
})
