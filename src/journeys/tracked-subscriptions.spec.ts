/** Every event about walls, purchases, cancelling, gifts and referrals, found at the receiver. */
import { expect, type Page } from '@playwright/test'
import { subscriptionEvents } from '../contracts/analytics/subscription-events.ts'
import { approvePayment, choosePlan, openPayPalWindow } from './testing/checkout-actions.ts'
import { createEventTests, expectReceived, flushEvents } from './testing/event-tests.ts'
import { createGiftAddresses, payGift, startGift } from './testing/gift-actions.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { failedLongAgo, signInAsSubscriber } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  locateHeading,
  locateMain,
  locateOffer,
  locateWall,
  openPage,
  sampleArticles,
} from './testing/page-actions.ts'
import { listEvents, readAnonymousId } from './testing/received-events.ts'
import { startTrialSite } from './testing/trial-site.ts'
import { scrollToWall } from './testing/wall-views.ts'

const metered = sampleArticles.metered.slug
const { testEvents, testOwn } = createEventTests(subscriptionEvents)

testEvents(['Paywall Viewed'], async ({ page }) => {
  await page.clock.install()
  await openPage(page, `/${metered}`)
  await scrollToWall(page)
  await locateOffer(page).waitFor()
  await page.clock.runFor(3000)
  return { 'Paywall Viewed': { slug: metered, options: ['readFree', 'subscribe'] } }
})

testEvents(['Failed Payments Wall Viewed'], async ({ page, context }) => {
  await signInAsSubscriber(context, failedLongAgo())
  await page.clock.install()
  await openPage(page, `/${metered}`)
  await expect(locateWall(page).getByRole('link', { name: 'Retry payment of $99' })).toBeVisible()
  await scrollToWall(page)
  await page.clock.runFor(3000)
  return { 'Failed Payments Wall Viewed': { slug: metered } }
})

const payer = () => ({ Email: createEmailAddress(), 'First name': 'Asha', 'Last name': 'Rao' })

async function pay(page: Page) {
  await approvePayment(await openPayPalWindow(page), payer())
  await expect(locateHeading(page)).toHaveText('One last step')
}

testEvents(
  [
    'Subscription Selected',
    'Payment Info Entered',
    'Progressed to Name Step',
    'Purchase Completed',
  ],
  async ({ page }) => {
    await openPage(page, '/subscribe')
    await choosePlan(page, 'Subscribe')
    const payPal = await openPayPalWindow(page)
    await expect(payPal.getByRole('button', { name: 'Agree and subscribe' })).toBeVisible()
    // Nothing is bought yet.
    await flushEvents(page)
    await expectReceived(await readAnonymousId(page), {
      'Subscription Selected': { plan: 'annual_99' },
    })
    const early = (await listEvents(await readAnonymousId(page))).map((event) =>
      event.type === 'track' ? event.event : event.type,
    )
    expect(early).not.toContain('Payment Info Entered')
    expect(early).not.toContain('Purchase Completed')
    await payPal.getByLabel('Pay by card').check()
    await approvePayment(payPal, payer())
    await expect(locateHeading(page)).toHaveText('One last step')
    const plan = 'annual_99'
    return {
      'Subscription Selected': { plan },
      'Payment Info Entered': { plan, method: 'card' },
      'Progressed to Name Step': {},
      'Purchase Completed': { plan },
    }
  },
)

testOwn(
  'Trial Started',
  'arrive at the receiver: Trial Started, with the trial turned on',
  async ({ browser }) => {
    test.setTimeout(180_000)
    const site = await startTrialSite(7)
    const context = await browser.newContext({ baseURL: site.url })
    try {
      const page = await context.newPage()
      await openPage(page, '/subscribe')
      await choosePlan(page, 'Choose monthly')
      await pay(page)
      await expect(locateMain(page)).toContainText('Your free trial has started.')
      await flushEvents(page)
      const id = await readAnonymousId(page)
      await expectReceived(id, { 'Trial Started': { plan: 'monthly_13' } })
      const events = (await listEvents(id)).map((event) => event.type === 'track' && event.event)
      expect(events).not.toContain('Purchase Completed')
    } finally {
      await context.close()
      await site.stop()
    }
  },
)

testEvents(
  ['Cancel Started', 'Reason Chosen', 'Cancel Selected', 'Cancel Confirmed'],
  async ({ page, context }) => {
    await signInAsSubscriber(context)
    await openPage(page, '/settings/cancel')
    await expect(locateMain(page).getByRole('button', { name: 'Cancel now' })).toBeEnabled()
    await locateMain(page)
      .getByRole('link', { name: 'I only wanted it for a while', exact: true })
      .click()
    await locateMain(page).getByRole('button', { name: 'Cancel subscription', exact: true }).click()
    await expect(page).toHaveURL('/settings/cancel/cancelled')
    return {
      'Cancel Started': {},
      'Reason Chosen': { reason: 'temporary' },
      'Cancel Selected': {},
      'Cancel Confirmed': {},
    }
  },
)

testEvents(['Pause Selected', 'Offer Confirmed'], async ({ page, context }) => {
  await signInAsSubscriber(context)
  await openPage(page, '/settings/cancel/pause')
  await expect(locateMain(page).getByRole('button', { name: 'Cancel now' })).toBeEnabled()
  await openPage(page, '/settings/cancel/offer')
  await locateMain(page).getByRole('button', { name: 'Accept the free month', exact: true }).click()
  await expect(page).toHaveURL('/settings/cancel/offered')
  return { 'Pause Selected': {}, 'Offer Confirmed': {} }
})

testEvents(['Gift Subscription Sent'], async ({ page }) => {
  await startGift(page, createGiftAddresses())
  await payGift(page)
  return { 'Gift Subscription Sent': {} }
})

testEvents(['Referral Link Shared'], async ({ page, context }) => {
  await signInAsSubscriber(context)
  await openPage(page, '/refer')
  await locateMain(page).getByRole('button', { name: 'Copy link', exact: true }).click()
  await expect(locateMain(page).getByText('Link copied.')).toBeVisible()
  return { 'Referral Link Shared': { channel: 'link' } }
})
