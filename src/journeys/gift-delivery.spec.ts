/** Tests how a gift reaches its recipient, and how its buyer can change that. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { refusedDomain } from '../../scripts/dev/fakes/inbox/inbox.ts'
import { triggerCron } from '../../scripts/dev/stack/stack-client.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { formatDay } from '../domain/day.ts'
import { getDeliveryTime } from '../domain/gift/delivery-day.ts'
import { formatGiftCode, type GiftCode } from '../domain/gift/gift-code.ts'
import { addDays, getCalendarDay } from '../domain/time-zone.ts'
import { site } from '../publication/identity.ts'
import {
  buyGiftFor,
  createGiftAddresses,
  findGiftEmailPath,
  makeCardDue,
  payGift,
  readGiftPath,
  startGift,
} from './testing/gift-actions.ts'
import { test } from './testing/journey-test.ts'
import { locateHeading, locateMain, openPage } from './testing/page-actions.ts'
import { annualPrice } from './testing/prices.ts'
import { findInEmail, listEmails } from './testing/received-emails.ts'
import { expectTracked } from './testing/received-events.ts'

async function openOn(device: BrowserContext, path: string) {
  const page = await device.newPage()
  await openPage(page, path)
  return page
}

/** Corrects the address on the buyer's list. */
async function correctAddress(page: Page, email: string) {
  await locateMain(page).getByRole('button', { name: 'Correct the address' }).click()
  await expect(locateMain(page).getByLabel('Their name')).toBeFocused()
  await locateMain(page).getByLabel('Their email').fill(email)
  await locateMain(page).getByRole('button', { name: 'Save' }).click()
}

async function expectSaved(page: Page) {
  const status = locateMain(page).getByRole('status').first()
  await expect(status).toContainText('Saved.')
  await expect(status).toBeFocused()
}

test('a scheduled card is sent on its day, to the corrected address', async ({
  page,
  otherDevice,
}) => {
  const { recipient, buyer } = createGiftAddresses()
  const wrongAddress = `wrong-${recipient}`
  const day = addDays(getCalendarDay(new Date(), site.timeZone), 40)
  const time = getDeliveryTime(day, site.timeZone)
  await startGift(page, { recipient: wrongAddress, buyer }, async () => {
    await locateMain(page).getByText('Choose a day').click()
    await locateMain(page).getByLabel('Delivery date').fill(day)
    await expect(locateMain(page)).toContainText('at 09:00 in Colombo')
  })
  await payGift(page)
  await expect(locateMain(page)).toContainText(`${formatDay(time)} at 09:00 in Colombo`)
  await expectTracked(page, 'Gift Subscription Sent', { delivery: 'day' })
  const id = new URL(page.url()).searchParams.get('token')!

  const buyersPhone = await openOn(otherDevice, await findGiftEmailPath(buyer, 'list'))
  await expect(buyersPhone).toHaveURL('/gifts')
  await expect(buyersPhone.getByRole('navigation', { name: 'Your account' })).toHaveCount(0)
  const bearer = await openOn(otherDevice, await readGiftPath(buyersPhone))
  await expect(locateHeading(bearer)).toHaveText('Not just yet')
  await expect(locateMain(bearer)).not.toContainText('Happy birthday!')
  await correctAddress(buyersPhone, 'mira@')
  await expect(locateMain(buyersPhone).getByLabel('Their email')).toBeFocused()
  await locateMain(buyersPhone).getByLabel('Their email').fill(recipient)
  await locateMain(buyersPhone).getByRole('button', { name: 'Save' }).click()
  await expectSaved(buyersPhone)
  await buyersPhone.reload()
  await expect(locateMain(buyersPhone)).toContainText(`email the card to ${recipient}`)
  expect(await listEmails(recipient)).toEqual([])

  expect(await makeCardDue(id)).toEqual(time)
  const path = await findGiftEmailPath(recipient, 'card')
  expect(await listEmails(wrongAddress)).toEqual([])
  await openPage(bearer, path)
  await expect(locateHeading(bearer)).toHaveText('A gift for you')
  await expect(locateMain(bearer)).toContainText('Happy birthday!')
  await buyersPhone.reload()
  await expect(locateMain(buyersPhone)).toContainText(
    `Emailed to ${recipient} on ${formatDay(new Date())}`,
  )
  await locateMain(buyersPhone).getByRole('link', { name: 'Receipt' }).click()
  await expect(locateMain(buyersPhone)).toContainText(annualPrice)
})

test('a buyer corrects an address that was refused, and has the card sent again', async ({
  page,
}) => {
  const { recipient, buyer } = createGiftAddresses()
  await buyGiftFor({ recipient: `mira@${refusedDomain}`, buyer })
  await findInEmail(buyer, /We couldn’t deliver your gift/)
  await openPage(page, await findGiftEmailPath(buyer, 'list'))
  await expect(locateMain(page)).toContainText(
    `We couldn’t deliver the card to mira@${refusedDomain}`,
  )
  await correctAddress(page, recipient)
  await expectSaved(page)
  await findGiftEmailPath(recipient, 'card')
  await page.reload()
  await expect(locateMain(page)).toContainText(`Emailed to ${recipient}`)
  await locateMain(page).getByRole('button', { name: 'Send the card again' }).click()
  await expect(locateMain(page).getByRole('status').first()).toContainText('sending the card again')
  const listAfterRun = async () => {
    await triggerCron(readRunningStack())
    return listEmails(recipient)
  }
  await expect.poll(listAfterRun).toHaveLength(2)
  const [first, second] = await listEmails(recipient)
  expect(second).toMatchObject({ subject: first!.subject, text: first!.text })
})

test('a gift to give in person is printed, and redeemed with its code', async ({
  page,
  otherDevice,
}) => {
  await startGift(page, createGiftAddresses(), () =>
    locateMain(page).getByText('I’ll give it myself').click(),
  )
  await payGift(page)
  const path = await readGiftPath(page)
  const code = formatGiftCode(path.split('/').at(-1) as GiftCode)
  await locateMain(page).getByRole('link', { name: 'Print the card' }).click()
  const sheet = locateMain(page).getByRole('article', { name: 'The printed card' })
  await expect(sheet).toContainText(code)
  await expect(sheet).toContainText('Happy birthday!')
  await expect(sheet.getByRole('img', { name: 'Link as a QR code' })).toBeVisible()
  await expect(sheet).not.toContainText('@')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  // A5: 148 by 210 mm, in points.
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 (?:419|420)[.\d]* (?:594|595)[.\d]*\]/)

  const reader = await openOn(otherDevice, '/redeem')
  await reader.getByLabel('Code').fill('not a code')
  await locateMain(reader).getByRole('button', { name: 'Open your gift' }).click()
  await expect(reader.getByLabel('Code')).toBeFocused()
  await expect(locateMain(reader)).toContainText('isn’t a valid code')
  await reader.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))
  await locateMain(reader).getByRole('button', { name: 'Open your gift' }).click()
  await expect(reader).toHaveURL(path)
  await expect(locateMain(reader)).toContainText('Happy birthday!')
})
