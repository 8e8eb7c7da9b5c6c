import { type BrowserContext, expect, type Page } from '@playwright/test'
import { formatDay } from '../domain/day.ts'
import {
  approvePayment,
  choosePlan,
  expectPurchase,
  openPayPalWindow,
} from './testing/checkout-actions.ts'
import { createEmailAddress, signInAsNewReader } from './testing/journey-accounts.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
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

const locateLink = (page: Page) => locateMain(page).getByText(/\/r\/[a-z0-9]{10}$/)
const locateRow = (page: Page, name: string) =>
  locateMain(page).locator('dl > div').filter({ hasText: name }).locator('dd')

/** A guest opens the link, reads, pays for a year in PayPal's window and creates an account. */
async function subscribeAsFriend(friend: BrowserContext, link: string) {
  const page = await friend.newPage()
  await openPage(page, `${link}?to=${sampleArticles.metered.slug}`)
  await expect(page).toHaveURL(`/${sampleArticles.metered.slug}?utm_source=share`)
  // Also from another tab, and after another friend's link.
  const tab = await friend.newPage()
  await openPage(tab, '/subscribe')
  await choosePlan(tab, 'Subscribe')
  const email = createEmailAddress()
  await approvePayment(await openPayPalWindow(tab), { Email: email })
  await locateMain(tab).getByRole('button', { name: 'Finish' }).click()
  await expectPurchase(tab)
}

/** As if 30 days had passed. */
async function makeCreditDue(uid: string) {
  const { firestore } = connectStack()
  const stored = await firestore.get(`referrals/${uid}`)
  if (!stored.ok || !stored.value) throw new Error('There is no ledger.')
  const { code, ledger } = stored.value.fields as { code: string; ledger: object[] }
  const earlier = ledger.map((entry) => ({ ...entry, earnsAt: daysFromNow(-1) }))
  const checks = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'code', is: 'EQUAL', value: code }],
  })
  if (!checks.ok) throw new Error(checks.failure.kind)
  const committed = await firestore.commit([
    { set: `referrals/${uid}`, fields: { ledger: earlier }, merge: true },
    ...checks.value.documents.map(({ id }) => ({
      set: `outbox/${id}`,
      fields: { dueAt: daysFromNow(-1) },
      merge: true as const,
    })),
  ])
  if (!committed.ok) throw new Error(committed.failure.kind)
}

test('credit is earned for a friend, and used on a renewal', async ({
  page,
  context,
  otherDevice,
}) => {
  const errors = recordErrors(page)
  const { uid, email, provider } = await signInAsSubscriber(context, {
    ...activeSubscription,
    paidThrough: daysFromNow(0),
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/refer')
  await expect(locateLink(page)).toBeVisible()
  await expect(locateRow(page, 'Visits')).toHaveText('0')
  expect(await listLayoutShifts(page)).toEqual([])
  await locateMain(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(locateMain(page).getByText('Link copied.')).toBeVisible()
  await expectTracked(page, 'Referral Link Shared', { channel: 'link' })
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).host + new URL(link).pathname).toBe(await locateLink(page).textContent())

  await subscribeAsFriend(otherDevice, link)
  await findInEmail(email, /A friend has subscribed with your link/)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(locateRow(page, 'Visits')).toHaveText('1')
  await expect(locateRow(page, 'Friends who qualified')).toHaveText('1')
  await expect(locateRow(page, 'Credit pending')).toHaveText('$20')
  await expect(locateMain(page)).toContainText(formatDay(daysFromNow(30)))

  await makeCreditDue(uid)
  await findInEmail(email, /You’ve earned \$20 credit/)

  const { payer } = connectStack()
  await payer.trigger('bill', { id: provider, isPaid: true })
  await findInEmail(email, /We’ve used \$13\.99 of your credit/)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(locateMain(page)).toContainText('$6.01 off your next payment')
  await expect(locateRow(page, 'Credit used')).toHaveText('$13.99')

  // All of the payment was returned, and the subscription continues.
  await openPage(page, '/settings/payments')
  const today = formatDay(new Date())
  const payment = locateMain(page).getByRole('listitem').filter({ hasText: today }).first()
  await expect(payment).toContainText('Charged: $13.99Credit used: $13.99$0')
  await locateMain(page)
    .getByRole('link', { name: `Receipt for ${today}` })
    .click()
  const receipt = locateMain(page).getByRole('article', { name: `Receipt for ${today}` })
  await expect(receipt).toContainText('Charged$13.99Credit used−$13.99')
  await expect(receipt).toContainText('Paid$0')
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText('You’re subscribed.')
  expect(errors).toEqual([])
})

test('the link is shared by WhatsApp, email and the device', async ({ page, context }) => {
  await signInAsNewReader(context)
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.title = data?.url ?? ''
      return Promise.resolve()
    }
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/refer')
  await expect(locateLink(page)).toBeVisible()
  await expect(locateRow(page, 'Visits')).toHaveText('0')
  expect(await listLayoutShifts(page)).toEqual([])
  const address = (await locateLink(page).textContent())!
  await expect(locateMain(page).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${encodeURIComponent(address)}$`),
  )
  await expect(locateMain(page).getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:\\?subject=.*${encodeURIComponent(address)}$`),
  )
  await locateMain(page).getByRole('button', { name: 'Share…' }).click()
  await expect(page).toHaveTitle(new RegExp(`${address}$`))
  await expectTracked(page, 'Referral Link Shared', { channel: 'native' })
})

test('a link that can’t be loaded says so, and appears later', async ({ page, context }) => {
  await signInAsNewReader(context)
  let isBroken = true
  await page.route('**/api/referral', (route) => (isBroken ? route.abort() : route.continue()))
  await openPage(page, '/refer')
  await expect(locateMain(page).getByRole('alert')).toContainText('Try again in a minute.')
  await expect(locateMain(page).getByRole('button', { name: 'Copy link' })).toBeDisabled()
  isBroken = false
  await page.reload()
  await expect(locateLink(page)).toBeVisible()
})

test('the first link wins, and one’s own counts for nothing', async ({
  page,
  context,
  otherDevice,
}) => {
  const links: string[] = []
  for (const _ of ['first', 'second']) {
    await context.clearCookies()
    await signInAsNewReader(context)
    await page.evaluate(() => sessionStorage.clear()).catch(() => {})
    await openPage(page, '/refer')
    await expect(locateLink(page)).toBeVisible()
    links.push((await locateLink(page).textContent())!.replace(/^[^/]*/, ''))
  }
  const visitor = await otherDevice.newPage()
  await openPage(visitor, links[1]!)
  await expect(visitor).toHaveURL('/?utm_source=share')
  await openPage(visitor, links[0]!)
  await openPage(visitor, links[1]!)
  // The reader's own.
  await openPage(page, links[1]!)
  expect((await context.cookies()).some(({ name }) => name === '__Host-referral')).toBe(false)
  await page.evaluate(() => sessionStorage.clear())
  await openPage(page, '/refer')
  await expect(locateRow(page, 'Visits')).toHaveText('1')
})
