/** Where a visit came from is told when a subscription may begin, and forgotten with the visit. */
import { expect, type Page } from '@playwright/test'
import { choosePlan, openPayPalWindow } from './testing/checkout-actions.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  locateMain,
  locateWall,
  openPage,
  sampleArticles,
} from './testing/page-actions.ts'

const { slug } = sampleArticles.metered
const search = '?utm_source=the-weekly&utm_campaign=2026-11-22'

/** Expects that something visible for a second has been counted. */
const expectCounted = (page: Page, what: RegExp) =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem('counted') ?? '')).toMatch(what)

/** Reads a story up to its wall, and another, and starts to subscribe. Returns the request. */
async function startCheckout(page: Page, { isTracked }: { readonly isTracked: boolean }) {
  await openPage(page, `/${slug}${search}`)
  const wall = locateWall(page)
  await wall.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(wall.getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await expectCounted(page, isTracked ? /Paywall Viewed/ : /^$/)
  await openPage(page, `/${sampleArticles.public.slug}`)
  await expectCounted(page, isTracked ? new RegExp(sampleArticles.public.slug) : /^$/)
  await openPage(page, '/subscribe')
  await choosePlan(page, 'Subscribe')
  const request = page.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/checkout'),
  )
  await openPayPalWindow(page)
  return (await request).postDataJSON() as { readonly visit?: unknown }
}

test('a checkout names the landing, the last story and the wall of the visit', async ({ page }) => {
  const { visit } = await startCheckout(page, { isTracked: true })
  expect(visit).toEqual({
    landing: { path: `/${slug}`, search, referrer: '' },
    lastArticle: sampleArticles.public.slug,
    wallArticle: slug,
  })
})

test('a checkout of a reader who forbids tracking names nothing', async ({ page }) => {
  await forbidTracking(page)
  expect(await startCheckout(page, { isTracked: false })).not.toHaveProperty('visit')
})

test('a sign-up for The Weekly names the visit, and another tab’s another', async ({
  page,
  context,
}) => {
  const signUp = async (tab: Page) => {
    // The attribute is removed by hydration.
    await expect(locateMain(tab).locator('astro-island[ssr]')).toHaveCount(0)
    const request = tab.waitForRequest(/\/api\/join-newsletter/)
    await tab.route(/\/api\/join-newsletter/, (route) => route.abort())
    await locateMain(tab).getByLabel('Your email address').fill('reader@example.com')
    await locateMain(tab).getByRole('button', { name: 'Sign up' }).click()
    return (await request).postDataJSON() as { readonly visit: { readonly landing: object } }
  }
  await openPage(page, '/?utm_source=share')
  await openPage(page, '/newsletter')
  expect((await signUp(page)).visit.landing).toEqual({
    path: '/',
    search: '?utm_source=share',
    referrer: '',
  })
  const other = await context.newPage()
  await openPage(other, '/newsletter')
  expect((await signUp(other)).visit.landing).toEqual({
    path: '/newsletter',
    search: '',
    referrer: '',
  })
})
