/** Gifts from the form to the reader's account, with PayPal's page between. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { formatGiftCode, type GiftCode } from '../domain/gift/gift-code.ts'
import { addMonths } from '../domain/month.ts'
import {
  findGiftEmailPath,
  giveInPerson,
  leavePayPal,
  payGift,
  readGiftPath,
  startGift,
} from './testing/gift-actions.ts'
import { createEmailAddress, signInAsNewReader } from './testing/journey-accounts.ts'
import {
  activeSubscription,
  connectStack,
  failedLongAgo,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  locateBody,
  locateHeading,
  locateMain,
  measureLayoutShift,
  openPage,
  recordErrors,
  sampleArticles,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'

const createAddresses = () => ({ recipient: createEmailAddress(), buyer: createEmailAddress() })

const acceptGift = (page: Page) =>
  locateMain(page).getByRole('button', { name: 'Accept the gift' }).click()

const expectRedeemed = (page: Page) => expect(locateHeading(page)).toHaveText('It’s yours')

/** Bought by a guest who gives it in person. */
async function buyGift(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await startGift(page, createAddresses(), giveInPerson)
  await payGift(page)
  const path = await readGiftPath(page)
  await page.close()
  return path
}

const openAsReader = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await openPage(page, path)
  return page
}

for (const width of [390, 1280]) {
  test(`a guest gives a year to a new reader, at ${width} px`, async ({ page, otherDevice }) => {
    await page.setViewportSize({ width, height: 844 })
    const errors = recordErrors(page)
    const addresses = createAddresses()
    await openPage(page, '/gift')
    expect(await measureLayoutShift(page)).toBe(0)
    await startGift(page, addresses)
    await payGift(page)
    await expect(locateMain(page)).toContainText(addresses.recipient)
    await expectTracked(page, 'Gift Subscription Sent', {})
    // A reload neither pays nor counts again.
    await page.reload()
    await expect(locateHeading(page)).toHaveText('Thank you')
    await expectTracked(page, 'Gift Subscription Sent', {})

    const path = await findGiftEmailPath(addresses.recipient, 'card')
    const reader = await otherDevice.newPage()
    await reader.setViewportSize({ width, height: 844 })
    const response = await reader.goto(path)
    expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
    await expect(locateMain(reader)).toContainText('For Mira')
    await expect(locateMain(reader)).not.toContainText('@')
    expect(await measureLayoutShift(reader)).toBe(0)
    await locateMain(reader).getByRole('link', { name: 'Create an account' }).click()
    await reader.getByLabel('Your name').fill('Mira')
    await reader.getByLabel('Email').first().fill(addresses.recipient)
    await reader.getByLabel('Password').fill('a long enough password')
    await locateMain(reader).getByRole('button', { name: 'Create account' }).click()
    // Before the welcome.
    await expect(reader).toHaveURL(path)
    const end = formatDay(addMonths(new Date(), 12))
    await expect(locateMain(reader)).toContainText(`from now until ${end}`)
    await acceptGift(reader)
    await expectRedeemed(reader)
    await expect(locateHeading(reader)).toBeFocused()
    await expect(locateMain(reader)).toContainText(`until ${end}`)
    await openPage(reader, `/${sampleArticles.metered.slug}`)
    await expect(locateBody(reader)).toBeVisible()
    await openPage(reader, '/settings')
    await expect(locateMain(reader)).toContainText('You have a gift subscription')
    expect(errors).toEqual([])
  })
}

test('a subscriber’s next payment moves back', async ({ context, otherDevice }) => {
  const path = await buyGift(context)
  await signInAsSubscriber(otherDevice)
  const page = await openAsReader(otherDevice, path)
  const { paidThrough } = activeSubscription
  const later = formatDay(addMonths(paidThrough, 12))
  await expect(locateMain(page)).toContainText(`moves from ${formatDay(paidThrough)} to ${later}`)
  await acceptGift(page)
  await expectRedeemed(page)
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText(`on ${later}`)
})

test('a reader whose payment has failed agrees first', async ({ context, otherDevice }) => {
  const path = await buyGift(context)
  await signInAsSubscriber(otherDevice, failedLongAgo())
  const page = await openAsReader(otherDevice, path)
  await expect(locateMain(page)).toContainText('we’ll cancel that subscription')
  await acceptGift(page)
  await expect(locateMain(page).getByRole('checkbox')).toBeFocused()
  await locateMain(page).getByRole('checkbox').check()
  await acceptGift(page)
  await expectRedeemed(page)
})

test('a scheduled gift opens on its day, and its address can be corrected', async ({
  page,
  otherDevice,
}) => {
  const { recipient, buyer } = createAddresses()
  const day = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await startGift(page, { recipient: `wrong-${recipient}`, buyer }, async () => {
    await locateMain(page).getByText('Choose a day').click()
    await locateMain(page).getByLabel('The day').fill(day)
    await expect(locateMain(page)).toContainText('at 09:00 in Colombo')
  })
  await payGift(page)
  await expect(locateMain(page)).toContainText(`${formatDay(new Date(day))} at 09:00 in Colombo`)

  const listPath = await findGiftEmailPath(buyer, 'receipt')
  const buyersPhone = await openAsReader(otherDevice, listPath)
  await expect(buyersPhone).toHaveURL('/gifts')
  const bearer = await openAsReader(otherDevice, await readGiftPath(buyersPhone))
  await expect(locateHeading(bearer)).toHaveText('Not just yet')
  await expect(locateMain(bearer)).not.toContainText('Happy birthday!')
  await locateMain(buyersPhone).getByRole('button', { name: 'Correct the address' }).click()
  await locateMain(buyersPhone).getByLabel('Their email').fill('mira@')
  await locateMain(buyersPhone).getByRole('button', { name: 'Save' }).click()
  await expect(locateMain(buyersPhone).getByLabel('Their email')).toBeFocused()
  await locateMain(buyersPhone).getByLabel('Their email').fill(recipient)
  await locateMain(buyersPhone).getByRole('button', { name: 'Save' }).click()
  await expect(locateMain(buyersPhone).getByRole('status').first()).toContainText('Saved.')
  await buyersPhone.reload()
  await expect(locateMain(buyersPhone)).toContainText(`email the card to ${recipient}`)
  await locateMain(buyersPhone).getByRole('link', { name: 'Receipt' }).click()
  await expect(locateMain(buyersPhone)).toContainText('$99')
})

test('a gift to give in person is printed, and redeemed with its code', async ({
  page,
  otherDevice,
}) => {
  await startGift(page, createAddresses(), giveInPerson)
  await payGift(page)
  const path = await readGiftPath(page)
  const code = formatGiftCode(path.split('/').at(-1) as GiftCode)
  await locateMain(page).getByRole('link', { name: 'Print the card' }).click()
  const sheet = locateMain(page).getByRole('article', { name: 'The printed card' })
  await expect(sheet).toContainText(code)
  await expect(sheet).toContainText('Happy birthday!')
  await expect(sheet).not.toContainText('@')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  // A5: 148 by 210 mm, in points.
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 (?:419|420)[.\d]* (?:594|595)[.\d]*\]/)

  const reader = await openAsReader(otherDevice, '/redeem')
  await reader.getByLabel('Code').fill('not a code')
  await locateMain(reader).getByRole('button', { name: 'Open the gift' }).click()
  await expect(reader.getByLabel('Code')).toBeFocused()
  await expect(locateMain(reader)).toContainText('isn’t a complete code')
  await reader.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))
  await locateMain(reader).getByRole('button', { name: 'Open the gift' }).click()
  await expect(reader).toHaveURL(path)
  await expect(locateMain(reader)).toContainText('Happy birthday!')
})

test('a refunded gift can’t be redeemed', async ({ page, otherDevice }) => {
  await startGift(page, createAddresses(), giveInPerson)
  await payGift(page)
  const path = await readGiftPath(page)
  await signInAsNewReader(otherDevice)
  const reader = await openAsReader(otherDevice, path)
  await expect(locateMain(reader).getByRole('button', { name: 'Accept the gift' })).toBeVisible()

  const { payer } = connectStack()
  const order = new URL(page.url()).searchParams.get('token')!
  const payment = await payer.findPayment(order)
  await payer.trigger('refund', { payment, status: 'REFUNDED' })
  await expect
    .poll(async () => {
      await page.reload()
      await expect(locateHeading(page)).toHaveText('Thank you')
      return locateMain(page).textContent()
    })
    .toContain('Refunded.')
  await acceptGift(reader)
  await expect(locateHeading(reader)).toHaveText('No longer valid')
  await expect(locateMain(reader).getByRole('alert')).toContainText('nothing has been redeemed')
})

test('of two readers who redeem a gift, one gets it', async ({ context, otherDevice, browser }) => {
  const path = await buyGift(context)
  const third = await browser.newContext()
  const pages = await Promise.all(
    [otherDevice, third].map(async (device) => {
      await signInAsNewReader(device)
      return openAsReader(device, path)
    }),
  )
  for (const page of pages)
    await expect(locateMain(page).getByRole('button', { name: 'Accept the gift' })).toBeEnabled()
  await Promise.all(pages.map(acceptGift))
  const titles = async () => {
    const texts = await Promise.all(pages.map((page) => locateHeading(page).textContent()))
    return texts.sort()
  }
  await expect.poll(titles).toEqual(['Already redeemed', 'It’s yours'])
  await third.close()
})

test('a declined payment, and one that is cancelled, lose nothing that was typed', async ({
  page,
}) => {
  await startGift(page, createAddresses())
  await leavePayPal(page, 'Cancel and go back')
  await expect(page).toHaveURL('/gift-subscription')
  await expect(locateMain(page)).toContainText('you haven’t been charged')
  await expect(locateMain(page).getByLabel('Message')).toHaveValue(/Happy birthday!$/)
  await locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()
  await leavePayPal(page, 'Pay with a card that is declined')
  await expect(locateHeading(page)).toHaveText('Your payment was declined')
  await locateMain(page).getByRole('link', { name: 'Go back to your gift' }).click()
  await expect(locateMain(page).getByLabel('Their name')).toHaveValue('Mira')
  await page.reload()
  await expect(locateMain(page).getByLabel('Their name')).toHaveValue('Mira')
  await locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()
  await payGift(page)
  // What is paid for isn't offered again.
  await openPage(page, '/gift-subscription')
  await expect(locateMain(page).getByLabel('Their name')).toHaveValue('')
})

test('each field says what is wrong with it', async ({ page, context }) => {
  const { email } = await signInAsNewReader(context)
  await openPage(page, '/gift-subscription?length=3')
  await expect(locateMain(page).getByLabel('Your email')).toHaveValue(email)
  await expect(locateMain(page).getByRole('radio', { name: 'Three months' })).toBeChecked()
  await locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()
  const name = locateMain(page).getByLabel('Their name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter their name.')
  await name.fill('Mira')
  await expect(name).toHaveAccessibleDescription('')
  await locateMain(page).getByLabel('Their email').fill(email)
  await expect(locateMain(page)).toContainText('That’s your own address')
})
