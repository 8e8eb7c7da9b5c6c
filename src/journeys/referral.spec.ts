/** A reader shares a link of their own, and earns credit for a friend who subscribes. */
import { expect, type Page } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import { formatMoney } from '../domain/money.ts'
import { referralCredit } from '../domain/subscription/offer.ts'
import { site } from '../publication/identity.ts'
import { buyPlan } from './testing/checkout-actions.ts'
import { createReferralPath, signInAsNewReader } from './testing/journey-accounts.ts'
import { daysFromNow, signInAsSubscriber } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateMain,
  openPage,
  recordErrors,
  sampleArticles,
} from './testing/page-actions.ts'
import { findInEmail } from './testing/received-emails.ts'
import { expectTracked } from './testing/received-events.ts'

const { slug } = sampleArticles.metered
const locateLink = (page: Page) => locateMain(page).getByText(/\/r\/[a-z0-9]{10}$/)
const locateRow = (page: Page, name: string) =>
  locateMain(page).locator('dl > div').filter({ hasText: name }).locator('dd')

test('a reader copies their link, and earns credit for a friend who subscribes', async ({
  page,
  context,
  otherDevice,
}) => {
  const errors = recordErrors(page)
  const main = locateMain(page)
  const { email } = await signInAsSubscriber(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/refer')
  await expect(locateRow(page, 'Visits')).toHaveText('0')
  expect(await listLayoutShifts(page)).toEqual([])
  await main.getByRole('button', { name: 'Copy link' }).click()
  await expect(main.getByText('Link copied.')).toBeVisible()
  await expectTracked(page, 'Referral Link Shared', { channel: 'link' })
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).host + new URL(link).pathname).toBe(await locateLink(page).textContent())

  // The friend opens the link, creates an account, and buys later.
  const friend = await otherDevice.newPage()
  await openPage(friend, `${link}?to=${slug}`)
  await openPage(friend, link)
  const note = friend.getByRole('complementary', { name: 'A friend’s recommendation' })
  await expect(note).toContainText(`recommends ${site.name}.`)
  expect(await listLayoutShifts(friend)).toEqual([])
  await note.getByRole('link', { name: 'See the plans' }).click()
  await expect(friend).toHaveURL('/subscribe?source=referral')
  await signInAsNewReader(otherDevice)
  await buyPlan(otherDevice, 'annual')
  await findInEmail(email, /A friend has subscribed through your link/)
  await openPage(page, '/refer')
  await expect(locateRow(page, 'Visits')).toHaveText('1')
  await expect(locateRow(page, 'Friends who qualified')).toHaveText('1')
  await expect(locateRow(page, 'Credit pending')).toHaveText(formatMoney(referralCredit))
  await expect(main).toContainText(formatDay(daysFromNow(30)))
  expect(errors).toEqual([])
})

test('a link is shared from a phone, and counts each visitor once, except its owner', async ({
  page,
  context,
  otherDevice,
}) => {
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.title = data?.url ?? ''
      return Promise.resolve()
    }
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const main = locateMain(page)
  // This is another reader's link, which is opened later.
  await signInAsNewReader(otherDevice)
  const laterLink = await createReferralPath(otherDevice)
  await otherDevice.clearCookies({ name: '__Host-session' })

  await signInAsNewReader(context)
  await page.route('**/api/referral', (route) => route.abort())
  await openPage(page, '/refer')
  await expect(main.getByRole('alert')).toContainText('Try again in a minute.')
  await expect(main.getByRole('button', { name: 'Copy link' })).toBeDisabled()
  await page.unroute('**/api/referral')
  await page.reload()
  await expect(locateRow(page, 'Visits')).toHaveText('0')
  expect(await listLayoutShifts(page)).toEqual([])
  const address = (await locateLink(page).textContent())!
  for (const [name, start] of [
    ['WhatsApp', 'https://wa\\.me/\\?text='],
    ['Email', 'mailto:\\?subject='],
  ] as const) {
    const href = new RegExp(`^${start}.*${encodeURIComponent(address)}$`)
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await main.getByRole('button', { name: 'Share…' }).click()
  await expect(page).toHaveTitle(new RegExp(`${address}$`))
  await expectTracked(page, 'Referral Link Shared', { channel: 'native' })

  const link = address.replace(/^[^/]*/, '')
  const visitor = await otherDevice.newPage()
  await openPage(visitor, link)
  await expect(visitor).toHaveURL('/?utm_source=share&friend=first')
  // The first link wins.
  await openPage(visitor, laterLink)
  await openPage(visitor, link)
  await openPage(page, link)
  expect((await context.cookies()).some(({ name }) => name === '__Host-referral')).toBe(false)
  await openPage(page, '/refer')
  await expect(locateRow(page, 'Visits')).toHaveText('1')
})
