/** Gifts from the form, through PayPal's possible answers, to the reader's account. */
import { expect, type Page } from '@playwright/test'
import type { SampleSubscription } from '../../scripts/dev/sample/sample-subscriptions.ts'
import { triggerCron } from '../../scripts/dev/stack/stack-client.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { formatDay } from '../domain/day.ts'
import { type GiftCode, getGiftPath } from '../domain/gift/gift-code.ts'
import { addMonths } from '../domain/month.ts'
import {
  buyGiftFor,
  createGiftAddresses,
  findGiftEmailPath,
  leavePayPal,
  payGift,
  startGift,
} from './testing/gift-actions.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import {
  activeSubscription,
  connectStack,
  failedLongAgo,
  openAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateBody,
  locateHeading,
  locateMain,
  openPage,
  recordErrors,
  sampleArticles,
} from './testing/page-actions.ts'
import { monthlyPrice } from './testing/prices.ts'
import { listEmails } from './testing/received-emails.ts'
import { expectTracked } from './testing/received-events.ts'

const locateRedeem = (page: Page) =>
  locateMain(page).getByRole('button', { name: 'Redeem the gift' })
const continueToPayPal = (page: Page) =>
  locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()

async function redeem(page: Page) {
  await locateRedeem(page).click()
  await expect(locateHeading(page)).toHaveText('It’s yours')
}

/** Goes offline and online until the text appears, because pages retry at once when they are back online. */
async function askAgainUntil(page: Page, text: string) {
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      return locateMain(page).textContent()
    })
    .toContain(text)
}

test('a guest on a phone gives a year to a new reader on a desktop', async ({
  page,
  otherDevice,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const errors = recordErrors(page)
  const addresses = createGiftAddresses()
  await openPage(page, '/gift')
  expect(await listLayoutShifts(page)).toEqual([])
  await startGift(page, addresses)
  await payGift(page)
  await expect(locateMain(page)).toContainText(addresses.recipient)
  await expectTracked(page, 'Gift Subscription Sent', { delivery: 'now' })
  // A reload neither pays again nor counts the gift again.
  await page.reload()
  await expect(locateHeading(page)).toHaveText('Thank you')
  await expectTracked(page, 'Gift Subscription Sent', { delivery: 'now' })

  const path = await findGiftEmailPath(addresses.recipient, 'card')
  await openPage(page, path)
  await expect(locateMain(page)).toContainText('For Mira')
  expect(await listLayoutShifts(page)).toEqual([])
  const reader = await otherDevice.newPage()
  const main = locateMain(reader)
  await openPage(reader, '/gift')
  expect(await listLayoutShifts(reader)).toEqual([])
  const response = await reader.goto(path)
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
  await expect(main).toContainText('For Mira')
  await expect(main).not.toContainText('@')
  expect(await listLayoutShifts(reader)).toEqual([])
  await main.getByRole('link', { name: 'Create an account' }).click()
  await reader.getByLabel('Your name').fill('Mira')
  await reader.getByLabel('Email').first().fill(addresses.recipient)
  await reader.getByLabel('Password').fill('a long enough password')
  await main.getByRole('button', { name: 'Create account' }).click()
  // The gift is redeemed before the welcome.
  await expect(reader).toHaveURL(path)
  const end = formatDay(addMonths(new Date(), 12))
  await expect(main).toContainText(`you can read everything until ${end}`)
  await redeem(reader)
  await expect(locateHeading(reader)).toBeFocused()
  await expect(main).toContainText(`until ${end}`)
  await openPage(reader, `/${sampleArticles.metered.slug}`)
  await expect(locateBody(reader)).toBeVisible()
  await openPage(reader, '/settings')
  await expect(main).toContainText('You have a gift subscription')
  // A subscription can begin before the gift ends.
  await main.getByRole('link', { name: 'Subscribe', exact: true }).click()
  await expect(locateHeading(reader)).toHaveText('You already have access', { useInnerText: true })
  const plans = main.getByRole('link', { name: 'Subscribe', exact: true })
  await expect(plans.first()).toBeVisible()
  expect(errors).toEqual([])
})

test('the gift form says what is wrong, loses nothing when a payment fails, and waits for a pending payment', async ({
  page,
  context,
}) => {
  const { email } = await signInAsNewReader(context)
  const main = locateMain(page)
  const name = main.getByLabel('Their name')
  await openPage(page, '/gift-subscription?length=3')
  await expect(main.getByLabel('Your email')).toHaveValue(email)
  await expect(main.getByLabel('Your email')).not.toBeEditable()
  await expect(main.getByRole('radio', { name: 'Three months' })).toBeChecked()
  await continueToPayPal(page)
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter their name.')
  await name.fill('Mira')
  await expect(name).toHaveAccessibleDescription('')
  await main.getByLabel('Their email').fill(email)
  await expect(main).toContainText('That’s your own address')

  const addresses = { ...createGiftAddresses(), buyer: email }
  await startGift(page, { ...addresses, buyer: null })
  await leavePayPal(page, 'Cancel and go back')
  await expect(page).toHaveURL('/gift-subscription')
  await expect(main).toContainText('you haven’t been charged')
  await expect(main.getByLabel('Message')).toHaveValue(/Happy birthday!$/)
  await continueToPayPal(page)
  await leavePayPal(page, 'Pay with a card that is declined')
  await expect(locateHeading(page)).toHaveText('Your payment was declined')
  await main.getByRole('link', { name: 'Go back to your gift' }).click()
  await expect(name).toHaveValue('Mira')
  await page.reload()
  await expect(name).toHaveValue('Mira')
  await continueToPayPal(page)
  await leavePayPal(page, 'Pay, and leave it pending')
  await expect(locateHeading(page)).toHaveText('One moment')
  await askAgainUntil(page, 'PayPal is still processing your payment')
  await expect(locateHeading(page)).toHaveText('Your payment is still being processed')
  await triggerCron(readRunningStack())
  for (const address of Object.values(addresses)) expect(await listEmails(address)).toEqual([])
  const { payer } = connectStack()
  const order = new URL(page.url()).searchParams.get('token')!
  await payer.trigger('complete', { payment: await payer.findPayment(order), isPaid: true })
  await askAgainUntil(page, addresses.recipient)
  await expect(locateHeading(page)).toHaveText('Thank you')
  await expectTracked(page, 'Gift Subscription Sent', { delivery: 'now' })
  await findGiftEmailPath(addresses.recipient, 'card')
  await findGiftEmailPath(addresses.buyer, 'list')
  for (const address of Object.values(addresses)) expect(await listEmails(address)).toHaveLength(1)
  // A paid order isn't offered again.
  await openPage(page, '/gift-subscription')
  await expect(name).toHaveValue('')
})

test('a gift moves a subscriber’s next payment, or ends a subscription if they agree', async ({
  browser,
}) => {
  const openGift = async (subscription: SampleSubscription) => {
    const { code } = await buyGiftFor({ recipient: null })
    return openAsSubscriber(browser, subscription, getGiftPath(code as GiftCode))
  }
  const { page, provider } = await openGift(activeSubscription)
  const { paidThrough } = activeSubscription
  const later = formatDay(addMonths(paidThrough, 12))
  await expect(locateMain(page)).toContainText(
    `will move from ${formatDay(paidThrough)} to ${later}`,
  )
  await redeem(page)
  await expect(locateMain(page)).toContainText('The gift is part of your subscription')
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText(`${monthlyPrice} on ${later}`)
  await expect(locateMain(page)).toContainText('these twelve months are covered by your gift.')
  expect(await connectStack().payer.findStatus(provider)).toBe('SUSPENDED')
  await page.context().close()

  const { page: failedPage } = await openGift(failedLongAgo())
  await expect(locateMain(failedPage)).toContainText('we’ll cancel that subscription')
  await locateRedeem(failedPage).click()
  const agreement = locateMain(failedPage).getByRole('checkbox')
  await expect(agreement).toBeFocused()
  await agreement.check()
  await redeem(failedPage)
  await failedPage.context().close()
})
