/** PayPal's possible answers to a buyer who has filled in the form. */
import { expect, type Page } from '@playwright/test'
import { createEdgeClient } from '../../functions/testing/edge-client.ts'
import { createGiftOrder, startGift as startOrder } from '../../functions/testing/gift-requests.ts'
import { triggerCron } from '../../scripts/dev/stack/stack-client.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { type GiftCode, getGiftPath } from '../domain/gift/gift-code.ts'
import {
  createGiftAddresses,
  findGiftEmailPath,
  getFinishPath,
  leavePayPal,
  payGift,
  signInAsBuyer,
  startGift,
} from './testing/gift-actions.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import { connectStack } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import { addSessionCookies, locateHeading, locateMain, openPage } from './testing/page-actions.ts'
import { listEmails } from './testing/received-emails.ts'
import { expectTracked } from './testing/received-events.ts'

const continueToPayPal = (page: Page) =>
  locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()

/** Pages ask again at once when they are back online. */
async function askAgainUntil(page: Page, text: string) {
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      return locateMain(page).textContent()
    })
    .toContain(text)
}

async function completePayment(order: string, isPaid: boolean) {
  const { payer } = connectStack()
  await payer.trigger('complete', { payment: await payer.findPayment(order), isPaid })
}

test('a declined payment, and one that is cancelled, lose nothing that was typed', async ({
  page,
}) => {
  await startGift(page, createGiftAddresses())
  await leavePayPal(page, 'Cancel and go back')
  await expect(page).toHaveURL('/gift-subscription')
  await expect(locateMain(page)).toContainText('you haven’t been charged')
  await expect(locateMain(page).getByLabel('Message')).toHaveValue(/Happy birthday!$/)
  await continueToPayPal(page)
  await leavePayPal(page, 'Pay with a card that is declined')
  await expect(locateHeading(page)).toHaveText('Your payment was declined')
  await locateMain(page).getByRole('link', { name: 'Go back to your gift' }).click()
  await expect(locateMain(page).getByLabel('Their name')).toHaveValue('Mira')
  await page.reload()
  await expect(locateMain(page).getByLabel('Their name')).toHaveValue('Mira')
  await continueToPayPal(page)
  await payGift(page)
  // What is paid for isn't offered again.
  await openPage(page, '/gift-subscription')
  await expect(locateMain(page).getByLabel('Their name')).toHaveValue('')
})

test('a pending payment sends nothing until PayPal completes it', async ({ page, context }) => {
  const client = createEdgeClient()
  const addresses = createGiftAddresses()
  const id = await startOrder(
    client,
    createGiftOrder({
      recipient: { name: 'Mira', email: addresses.recipient },
      buyerEmail: addresses.buyer,
    }),
  )
  await connectStack().payer.approve(id, { outcome: 'pending' })
  const stack = readRunningStack()
  await addSessionCookies(context, client.cookies, stack.siteUrl)
  await openPage(page, getFinishPath(id))
  await expect(locateHeading(page)).toHaveText('One moment')
  await askAgainUntil(page, 'PayPal is still processing your payment')
  await expect(locateHeading(page)).toHaveText('Your payment is still being processed')
  await triggerCron(stack)
  for (const address of Object.values(addresses)) expect(await listEmails(address)).toEqual([])

  await completePayment(id, true)
  await askAgainUntil(page, addresses.recipient)
  await expect(locateHeading(page)).toHaveText('Thank you')
  await expectTracked(page, 'Gift Subscription Sent', {})
  await findGiftEmailPath(addresses.recipient, 'card')
  await findGiftEmailPath(addresses.buyer, 'list')
  for (const address of Object.values(addresses)) expect(await listEmails(address)).toHaveLength(1)
})

test('a pending payment that PayPal denies can be made again', async ({ page }) => {
  const addresses = createGiftAddresses()
  await startGift(page, addresses)
  await leavePayPal(page, 'Pay, and leave it pending')
  await expect(locateHeading(page)).toHaveText('One moment')
  await askAgainUntil(page, 'PayPal is still processing your payment')
  await completePayment(new URL(page.url()).searchParams.get('token')!, false)
  await askAgainUntil(page, 'you haven’t been charged')
  await expect(locateHeading(page)).toHaveText('Your payment was declined')
  await locateMain(page).getByRole('link', { name: 'Go back to your gift' }).click()
  await expect(locateMain(page).getByLabel('Their email')).toHaveValue(addresses.recipient)
  await continueToPayPal(page)
  await payGift(page)
  await findGiftEmailPath(addresses.recipient, 'card')
  expect(await listEmails(addresses.recipient)).toHaveLength(1)
})

test('a refunded gift can’t be redeemed', async ({ page, context, otherDevice }) => {
  const { id, code } = await signInAsBuyer(context)
  await openPage(page, getFinishPath(id))
  await expect(locateHeading(page)).toHaveText('Thank you')
  await signInAsNewReader(otherDevice)
  const reader = await otherDevice.newPage()
  await openPage(reader, getGiftPath(code as GiftCode))
  const acceptButton = locateMain(reader).getByRole('button', { name: 'Redeem the gift' })
  await expect(acceptButton).toBeVisible()

  const { payer } = connectStack()
  await payer.trigger('refund', { payment: await payer.findPayment(id), status: 'REFUNDED' })
  await expect
    .poll(async () => {
      await page.reload()
      await expect(locateHeading(page)).toHaveText('Thank you')
      return locateMain(page).textContent()
    })
    .toContain('Refunded.')
  await acceptButton.click()
  await expect(locateHeading(reader)).toHaveText('No longer valid')
  await expect(locateMain(reader).getByRole('alert')).toContainText('nothing has been redeemed')
})

test('each field says what is wrong with it', async ({ page, context }) => {
  const { email } = await signInAsNewReader(context)
  await openPage(page, '/gift-subscription?length=3')
  await expect(locateMain(page).getByLabel('Your email')).toHaveValue(email)
  await expect(locateMain(page).getByRole('radio', { name: 'Three months' })).toBeChecked()
  await continueToPayPal(page)
  const name = locateMain(page).getByLabel('Their name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter their name.')
  await name.fill('Mira')
  await expect(name).toHaveAccessibleDescription('')
  await locateMain(page).getByLabel('Their email').fill(email)
  await expect(locateMain(page)).toContainText('That’s your own address')
})
