/** Gifts from the form to the reader's account, with PayPal's page between. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { type GiftCode, getGiftPath } from '../domain/gift/gift-code.ts'
import { addMonths } from '../domain/month.ts'
import {
  buyGiftFor,
  createGiftAddresses,
  findGiftEmailPath,
  payGift,
  startGift,
} from './testing/gift-actions.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
  failedLongAgo,
  signInAsSubscriber,
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
import { expectTracked } from './testing/received-events.ts'

const acceptGift = (page: Page) =>
  locateMain(page).getByRole('button', { name: 'Redeem the gift' }).click()

const expectRedeemed = (page: Page) => expect(locateHeading(page)).toHaveText('It’s yours')

/** Bought by a guest who gives it in person. */
async function findBoughtGiftPath(): Promise<string> {
  const { code } = await buyGiftFor({ recipient: null })
  return getGiftPath(code as GiftCode)
}

async function openOn(device: BrowserContext, path: string) {
  const page = await device.newPage()
  await openPage(page, path)
  return page
}

for (const width of [390, 1280]) {
  test(`a guest gives a year to a new reader, at ${width} px`, async ({ page, otherDevice }) => {
    await page.setViewportSize({ width, height: 844 })
    const errors = recordErrors(page)
    const addresses = createGiftAddresses()
    await openPage(page, '/gift')
    expect(await listLayoutShifts(page)).toEqual([])
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
    expect(await listLayoutShifts(reader)).toEqual([])
    await locateMain(reader).getByRole('link', { name: 'Create an account' }).click()
    await reader.getByLabel('Your name').fill('Mira')
    await reader.getByLabel('Email').first().fill(addresses.recipient)
    await reader.getByLabel('Password').fill('a long enough password')
    await locateMain(reader).getByRole('button', { name: 'Create account' }).click()
    // Before the welcome.
    await expect(reader).toHaveURL(path)
    const end = formatDay(addMonths(new Date(), 12))
    await expect(locateMain(reader)).toContainText(`you can read everything until ${end}`)
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

test('a guest gives a year to a subscriber, whose next payment moves back', async ({
  page,
  context,
}) => {
  const { email, provider } = await signInAsSubscriber(context)
  await buyGiftFor({ recipient: email })
  await openPage(page, await findGiftEmailPath(email, 'card'))
  const { paidThrough } = activeSubscription
  const later = formatDay(addMonths(paidThrough, 12))
  await expect(locateMain(page)).toContainText(`moves from ${formatDay(paidThrough)} to ${later}`)
  await acceptGift(page)
  await expectRedeemed(page)
  await expect(locateMain(page)).toContainText('It’s part of your subscription')
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText(`$13.99 on ${later}`)
  await expect(locateMain(page)).toContainText('these twelve months are covered by your gift.')
  expect(await connectStack().payer.findStatus(provider)).toBe('SUSPENDED')
})

test('a gift of a year pays for the next year of an annual subscriber', async ({
  page,
  context,
}) => {
  const paidThrough = daysFromNow(200)
  const { email, provider } = await signInAsSubscriber(context, {
    state: 'active',
    plan: 'annual_99',
    paidThrough,
  })
  await buyGiftFor({ recipient: email })
  await openPage(page, await findGiftEmailPath(email, 'card'))
  await expect(locateMain(page)).toContainText(
    `On ${formatDay(paidThrough)} you’ll pay nothing instead of $99.`,
  )
  await acceptGift(page)
  await expectRedeemed(page)
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText(`$0 on ${formatDay(paidThrough)}`)
  await expect(locateMain(page)).toContainText('for twelve months of your gift.')
  expect(await connectStack().payer.findStatus(provider)).toBe('ACTIVE')
})

test('a reader whose payment has failed agrees first', async ({ page, context }) => {
  await signInAsSubscriber(context, failedLongAgo())
  await openPage(page, await findBoughtGiftPath())
  await expect(locateMain(page)).toContainText('we’ll cancel that subscription')
  await acceptGift(page)
  await expect(locateMain(page).getByRole('checkbox')).toBeFocused()
  await locateMain(page).getByRole('checkbox').check()
  await acceptGift(page)
  await expectRedeemed(page)
})

test('of two readers who redeem a gift, one gets it', async ({ context, browser }) => {
  const path = await findBoughtGiftPath()
  const third = await browser.newContext()
  const pages = await Promise.all(
    [context, third].map(async (device) => {
      await signInAsNewReader(device)
      return openOn(device, path)
    }),
  )
  for (const page of pages)
    await expect(locateMain(page).getByRole('button', { name: 'Redeem the gift' })).toBeEnabled()
  await Promise.all(pages.map(acceptGift))
  const titles = async () => {
    const texts = await Promise.all(pages.map((page) => locateHeading(page).textContent()))
    return texts.sort()
  }
  await expect.poll(titles).toEqual(['Already redeemed', 'It’s yours'])
  await third.close()
})
