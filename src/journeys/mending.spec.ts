/** Readers whose payment has failed mend it where they meet the wall for it; who has left comes back. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { layoutShift, open, samples, withoutPictures } from './readers.ts'
import { expectCounted } from './received-events.ts'
import { ended, longFailed, readerStanding, tellPayPal } from './standing-readers.ts'

const { slug } = samples.metered
const wall = (page: Page) => page.locator('[data-wall]')
const mend = (page: Page) => wall(page).getByRole('link', { name: 'Retry payment' })
const main = (page: Page) => page.getByRole('main')

test.beforeEach(({ page }) => withoutPictures(page))

test('a payment that goes through opens the story where its reader stands', async ({
  page,
  context,
}) => {
  await readerStanding(context, longFailed())
  await open(page, `/${slug}`)
  await expect(mend(page)).toBeVisible()
  await expect(wall(page).getByRole('link', { name: /Restart|Subscribe/ })).toHaveCount(0)
  expect(await layoutShift(page)).toBe(0)
  const tried: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') tried.push(request.url())
  })
  await expect(page.locator('astro-island:has([data-wall]):not([ssr])')).toBeAttached()
  await mend(page).dblclick()
  await expect(page.locator('[data-rest]')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  expect(tried).toHaveLength(1)
  await page.reload()
  await expect(page.locator('[data-rest]')).toBeVisible()
})

test('a payment that is declined again says so, and leads to another way of paying', async ({
  page,
  context,
}) => {
  const id = await readerStanding(context, longFailed())
  await tellPayPal('decline', { id, isDeclining: true })
  await page.clock.install()
  await open(page, `/${slug}`)
  await expect(page.locator('astro-island:has([data-wall]):not([ssr])')).toBeAttached()
  await mend(page).click()
  const said = wall(page).getByRole('alert')
  await expect(said).toContainText('declined again')
  await expect(said.getByRole('link')).toHaveAttribute('href', /^https:\/\/www\.paypal\.com\//)
  await expect(page).toHaveURL(`/${slug}`)
  await page.route('**/api/subscription', (route) => route.abort())
  await mend(page).click()
  await expect(said).toContainText('cannot be reached')
  await page.unroute('**/api/subscription')
  // The wall has been in sight by then: for two looks of whoever counts.
  await page.clock.runFor(2000)
  await expectCounted(page, 'Failed Payments Wall Viewed', { slug })
  await expectCounted(page, 'Paywall Viewed')
})

test('who has a payment to mend is sold nothing', async ({ page, context }) => {
  await readerStanding(context, longFailed())
  await open(page, '/subscribe?plan=annual')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your last payment didn’t go through',
    { useInnerText: true },
  )
  await expect(main(page).getByText('After that').filter({ visible: true })).toHaveCount(0)
})

test('a failed payment is fixed on the page of the offer', async ({ page, context }) => {
  const id = await readerStanding(context, longFailed())
  await tellPayPal('decline', { id, isDeclining: true })
  await open(page, '/subscribe')
  const retry = main(page).getByRole('link', { name: 'Retry payment' })
  await expect(
    page.locator('astro-island:has([href="/settings"]):not([ssr])').first(),
  ).toBeAttached()
  await retry.click()
  await expect(main(page).getByRole('alert').first()).toContainText('declined again')
  await tellPayPal('decline', { id, isDeclining: false })
  await retry.click()
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re subscribed', {
    useInnerText: true,
  })
  await expect(retry).toBeHidden()
})

test('who has left restarts, and reads on', async ({ page, context }) => {
  await readerStanding(context, ended())
  await open(page, `/${slug}`)
  await wall(page).getByRole('link', { name: 'Restart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back', {
    useInnerText: true,
  })
  await page.waitForLoadState()
  await main(page).getByRole('link', { name: 'Restart', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await main(page).getByRole('button', { name: 'Pay with PayPal' }).click()
  await (await opened).getByRole('button', { name: 'Agree and subscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
  await main(page).getByRole('link', { name: 'Go on reading' }).click()
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
})
