/** Tests that visits are counted and nothing else is sent. Other journeys expect their own steps' events. */
import { expect, type Page } from '@playwright/test'
import { getMinReadingSeconds } from '../domain/reading-history/read-threshold.ts'
import { choosePlan, openPayPalWindow } from './testing/checkout-actions.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  locateMain,
  locateOffer,
  locateWall,
  openPage,
  recordRequests,
  sampleArticles,
} from './testing/page-actions.ts'
import { expectEvents, expectTracked, readAnonymousId } from './testing/received-events.ts'
import { scrollToWall } from './testing/wall-views.ts'

const { slug } = sampleArticles.public
const metered = sampleArticles.metered.slug

test.beforeEach(({ page }) => page.clock.install())

/** Waits for the address, but not for images. */
const arriveAt = (page: Page, address: string | RegExp) =>
  page.waitForURL(address, { waitUntil: 'domcontentloaded' })

test('views of a story and of an author count once a visit, after a second in a visible window', async ({
  page,
}) => {
  // From here, time only passes with `runFor`.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await openPage(page, `/${slug}`)
  const id = await readAnonymousId(page)
  await page.clock.runFor(900)
  // Pending events are sent when the window is hidden, and when the page is left.
  await setHidden(true)
  await page.clock.runFor(60_000)
  await setHidden(false)
  await page.clock.runFor(900)
  await openPage(page, '/')
  await page.clock.runFor(8000)
  const left = ['page article', 'page homepage']
  const [first] = await expectEvents(id, left)
  expect(first).toMatchObject({ name: 'article', context: { page: { path: `/${slug}` } } })
  for (const _ of ['first', 'second']) {
    await openPage(page, `/${slug}`)
    await page.clock.runFor(1000)
  }
  const author = page.locator('.byline a').first()
  const path = await author.getAttribute('href')
  await author.click()
  await arriveAt(page, /\/author\//)
  await page.clock.runFor(2000)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2000)
  await page.getByRole('navigation', { name: 'Categories' }).getByText('Culture').click()
  await arriveAt(page, '/category/culture')
  await page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).click()
  await arriveAt(page, /\/subscribe/)
  await expectTracked(page, 'Article Viewed', { slug })
  await expectTracked(page, 'Author Viewed', { author: path!.replace('/author/', '') })
  await expectTracked(page, 'Category Navbar Used', { category_clicked: 'culture' })
  await expectTracked(page, 'CTA Clicked', { label: 'Subscribe', source: 'header' })
  const pages = ['article', 'article', 'author', 'author', 'category', 'subscribe']
  const events = ['Article Viewed', 'Author Viewed', 'Category Navbar Used', 'CTA Clicked']
  await expectEvents(id, [...left, ...pages.map((name) => `page ${name}`), ...events])
})

test('a story counts as read once, when all of it was read, and reports how far readers got', async ({
  page,
}) => {
  const scrollToPart = (part: number) =>
    page.locator('[data-article-body]').evaluate((body, share) => {
      const { top, height } = body.getBoundingClientRect()
      scrollTo({ top: scrollY + top + height * share - innerHeight, behavior: 'instant' })
    }, part)
  await openPage(page, `/${slug}`)
  // Text outside the window isn't read, however long it is open.
  await page.clock.runFor(30 * 60_000)
  await expectTracked(page, 'Article Read')
  await scrollToPart(0.6)
  await page.clock.runFor(2000)
  await openPage(page, '/')
  await expectTracked(page, 'Article Scrolled', { slug, depths: [25, 50] })
  await expectTracked(page, 'Article Read')

  await openPage(page, `/${slug}`)
  const words = await page.locator('[data-words]').getAttribute('data-words')
  const seconds = getMinReadingSeconds(Number.parseInt(words!, 10))
  // Skimming isn't reading.
  await page.clock.runFor(2000)
  await scrollToPart(1)
  await page.clock.runFor((seconds - 10) * 1000)
  await expectTracked(page, 'Article Read')
  await page.clock.runFor(20_000)
  await expectTracked(page, 'Article Read', { slug })
  // The recorded depth is the furthest position, not the last one.
  await scrollToPart(0.1)
  await page.clock.runFor(2000)
  await openPage(page, `/${slug}`)
  const depths = [
    { slug, depths: [25, 50] as (25 | 50)[] },
    { slug, depths: [75, 100] as (75 | 100)[] },
  ]
  await expectTracked(page, 'Article Scrolled', ...depths)
  // The story isn't counted again in the same visit.
  await scrollToPart(1)
  await page.clock.runFor((seconds + 10) * 1000)
  await openPage(page, '/')
  await expectTracked(page, 'Article Read', { slug })
  await expectTracked(page, 'Article Scrolled', ...depths)
})

/** Chooses a plan, and returns the visit's data in the request. */
async function startCheckout(page: Page) {
  await choosePlan(page, 'Subscribe')
  const request = page.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/checkout'),
  )
  await openPayPalWindow(page)
  return (await request).postDataJSON() as { readonly visit?: unknown }
}

test('a guest’s path from a link to the wall and a subscription is reported', async ({ page }) => {
  const search = '?utm_source=the-weekly&utm_campaign=2026-11-22'
  await openPage(page, `/${metered}${search}`)
  await page.clock.runFor(2000)
  await scrollToWall(page)
  // If its request timed out, the wall would be counted without an offer first.
  await locateOffer(page).waitFor()
  await page.clock.runFor(30 * 60_000)
  await expectTracked(page, 'Paywall Viewed', { slug: metered, options: ['readFree', 'subscribe'] })
  await openPage(page, `/${slug}`)
  await page.clock.runFor(2000)
  await openPage(page, `/${metered}`)
  // The offer replaces the page's own link, even while that is pressed.
  await scrollToWall(page)
  await locateOffer(page).waitFor()
  await locateWall(page).getByRole('link', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/subscribe?source=article')
  await page.waitForLoadState()
  expect((await startCheckout(page)).visit).toEqual({
    landing: { path: `/${metered}`, search, referrer: '' },
    lastArticle: slug,
    wallArticle: metered,
  })
  await expectTracked(page, 'CTA Clicked', { label: 'Subscribe', source: 'article' })
  await expectTracked(page, 'Subscription Selected', { plan: 'annual_99' })
  const articles = [
    'page article',
    'page article',
    'page article',
    'Article Viewed',
    'Article Viewed',
  ]
  const atWall = ['Paywall Viewed', 'CTA Clicked', 'page subscribe', 'Subscription Selected']
  const events = await expectEvents(await readAnonymousId(page), [...articles, ...atWall])
  const visit = events.find((event) => event.type === 'page' && event.name === 'subscribe')
  expect(visit).toMatchObject({ properties: { search: '?source=article' } })
})

test('a sign-up reports its tab’s visit, and a reader who forbids tracking reports nothing', async ({
  page,
  context,
  otherDevice,
}) => {
  const signUp = async (tab: Page) => {
    const request = tab.waitForRequest(/\/api\/join-newsletter/)
    await tab.route(/\/api\/join-newsletter/, (route) => route.abort())
    await locateMain(tab).getByLabel('Your email address').fill('reader@example.com')
    // The attribute is removed by hydration.
    await expect(locateMain(tab).locator('astro-island[ssr]')).toHaveCount(0)
    await locateMain(tab).getByRole('button', { name: 'Sign up' }).click()
    return ((await request).postDataJSON() as { visit: { landing: object } }).visit.landing
  }
  await openPage(page, '/?utm_source=share')
  await openPage(page, '/newsletter')
  const landing = { path: '/', search: '?utm_source=share', referrer: '' }
  expect(await signUp(page)).toEqual(landing)
  const other = await context.newPage()
  await openPage(other, '/newsletter')
  expect(await signUp(other)).toEqual({ path: '/newsletter', search: '', referrer: '' })

  const untracked = await otherDevice.newPage()
  await forbidTracking(untracked)
  await untracked.clock.install()
  const collected = recordRequests(untracked, /\/api\/collect$/)
  await openPage(untracked, `/${slug}?utm_source=the-weekly`)
  await untracked.clock.runFor(60_000)
  await openPage(untracked, `/${metered}`)
  await scrollToWall(untracked)
  await expect(locateWall(untracked).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await untracked.clock.runFor(60_000)
  await openPage(untracked, '/')
  expect(await untracked.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  await openPage(untracked, '/subscribe')
  expect(await startCheckout(untracked)).not.toHaveProperty('visit')
  expect(collected).toEqual([])
})
