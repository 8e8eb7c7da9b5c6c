import { expect, type Page } from '@playwright/test'
import { formatEventLabel } from '../../scripts/dev/fakes/inbox/event-log.ts'
import { getMinReadingSeconds } from '../domain/reading-history/read-threshold.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  locateBody,
  locateOffer,
  locateWall,
  openPage,
  recordRequests,
  sampleArticles,
  signIn,
  waitForScript,
} from './testing/page-actions.ts'
import { listEvents, readAnonymousId } from './testing/received-events.ts'

const { slug } = sampleArticles.public

test.beforeEach(({ page }) => page.clock.install())

async function expectEventsOf(id: string | undefined, ...labels: string[]) {
  await expect
    .poll(async () => (await listEvents(id)).map(formatEventLabel).sort())
    .toEqual(labels.toSorted())
  return listEvents(id)
}

async function expectEvents(page: Page, ...labels: string[]) {
  // After a logout, the first batch gets a new id.
  await expect.poll(() => readAnonymousId(page)).toBeDefined()
  return expectEventsOf(await readAnonymousId(page), ...labels)
}

const scrollToEnd = (page: Page) =>
  page.locator('[data-article-body] > :last-child').evaluate((last) => last.scrollIntoView())

test('a guest’s page view and article view are tracked', async ({ page }) => {
  await openPage(page, `/${slug}`)
  await page.clock.runFor(8000)
  const events = await expectEvents(page, 'page article', 'Article Viewed')
  expect(events).toMatchObject([
    { name: 'article', context: { page: { path: `/${slug}` } } },
    { properties: { slug } },
  ])
})

test('an article is viewed after a second in a visible window', async ({ page }) => {
  // Time only passes with `runFor`.
  await page.clock.pauseAt(Date.now() + 60_000)
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await openPage(page, `/${slug}`)
  await page.clock.runFor(900)
  // Pending events are sent when the window is hidden, and when the page is left.
  await setHidden(true)
  await page.clock.runFor(60_000)
  await setHidden(false)
  await page.clock.runFor(900)
  await openPage(page, '/')
  await page.clock.runFor(8000)
  await expectEvents(page, 'page article', 'page homepage')
  await openPage(page, `/${slug}`)
  await page.clock.runFor(1000)
  await openPage(page, '/')
  await page.clock.runFor(8000)
  const expectedTwice = ['page article', 'page homepage']
  await expectEvents(page, ...expectedTwice, ...expectedTwice, 'Article Viewed')
})

test('an article read to its end is tracked once per visit', async ({ page }) => {
  await openPage(page, `/${slug}`)
  const words = Number(
    (await page.locator('[data-words]').getAttribute('data-words'))!.split(' ')[0],
  )
  const seconds = getMinReadingSeconds(words)
  // Skimming isn't reading.
  await page.clock.runFor(2000)
  await scrollToEnd(page)
  await page.clock.runFor((seconds - 10) * 1000)
  await expectEvents(page, 'page article', 'Article Viewed')
  await page.clock.runFor(20_000)
  await expectEvents(page, 'page article', 'Article Viewed', 'Article Read')
  // Not again in the same visit.
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2000)
  await scrollToEnd(page)
  await page.clock.runFor((seconds + 10) * 1000)
  const once = ['Article Viewed', 'Article Read', 'Article Scrolled']
  await expectEvents(page, 'page article', ...once, 'page article')
})

test('how far a reader got is tracked when the page is left, once per visit', async ({ page }) => {
  const readDepths = async () =>
    (await listEvents(await readAnonymousId(page))).flatMap((event) =>
      event.type === 'track' && event.event === 'Article Scrolled' ? [event.properties.depths] : [],
    )
  const scrollToPart = (part: number) =>
    page.locator('[data-article-body]').evaluate((body, share) => {
      const { top, height } = body.getBoundingClientRect()
      scrollTo({ top: scrollY + top + height * share - innerHeight, behavior: 'instant' })
    }, part)
  await openPage(page, `/${slug}`)
  await scrollToPart(0.6)
  await page.clock.runFor(2000)
  await openPage(page, '/')
  await expect.poll(readDepths).toEqual([[25, 50]])
  await openPage(page, `/${slug}`)
  await scrollToPart(1)
  await page.clock.runFor(2000)
  // Where the reader ends isn't how far they got.
  await scrollToPart(0.1)
  await page.clock.runFor(2000)
  await openPage(page, '/')
  await expect.poll(readDepths).toEqual([
    [25, 50],
    [75, 100],
  ])
})

test('text outside the window isn’t read, however long it is open', async ({ page }) => {
  await openPage(page, `/${slug}`)
  await page.clock.runFor(30 * 60_000)
  await expectEvents(page, 'page article', 'Article Viewed')
})

test('a guest at the wall is tracked, and hasn’t read the article', async ({ page }) => {
  await openPage(page, `/${sampleArticles.metered.slug}`)
  await page.clock.runFor(2000)
  await locateWall(page).evaluate((wall) => wall.scrollIntoView({ block: 'center' }))
  // Otherwise its request times out, and the wall is counted without an offer first.
  await locateOffer(page).waitFor()
  await page.clock.runFor(30 * 60_000)
  await expectEvents(page, 'page article', 'Article Viewed', 'Paywall Viewed')
  await locateWall(page).getByRole('link', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(/\/subscribe/)
  await page.clock.runFor(8000)
  const events = await expectEvents(
    page,
    'page article',
    'Article Viewed',
    'Paywall Viewed',
    'CTA Clicked',
    'page subscribe',
  )
  expect(events.at(-2)).toMatchObject({ properties: { label: 'Subscribe', source: 'article' } })
  expect(events.at(-1)).toMatchObject({ properties: { search: '?source=article' } })
})

test('a subscriber is identified from login to logout', async ({ page }) => {
  await signIn(page, 'subscriber', `/${sampleArticles.metered.slug}`)
  await expect(locateBody(page)).toBeVisible()
  await page.clock.runFor(8000)
  const id = await readAnonymousId(page)
  const eventsBefore = ['Signed In', 'identify', 'page article', 'Article Viewed']
  const events = await expectEventsOf(id, ...eventsBefore)
  for (const event of events) expect(event.userId).toBe('sample-subscriber')

  const script = page.waitForResponse(/signed-in-script/)
  await openPage(page, '/settings')
  await waitForScript(page, script)
  await expect(page.getByText('subscriber@example.com').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.clock.runFor(8000)
  const eventsAfter = ['page settings', 'Own profile visited', 'identify', 'Signed Out']
  const allEvents = await expectEventsOf(id, ...eventsBefore, ...eventsAfter)
  for (const event of allEvents) expect(event.userId).toBe('sample-subscriber')

  expect(await readAnonymousId(page)).not.toBe(id)
  const [first] = await expectEvents(page, 'page homepage')
  expect(first).not.toHaveProperty('userId')
})

test('the category bar tracks the chosen category', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, '/')
  await page.getByRole('navigation', { name: 'Categories' }).getByText('Culture').click()
  await page.waitForURL('/category/culture', { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(8000)
  const events = await expectEvents(page, 'page homepage', 'Category Navbar Used', 'page category')
  expect(events[1]).toMatchObject({ properties: { category_clicked: 'culture' } })
})

test('an author is tracked once per visit, the page each time', async ({ page }) => {
  // Time only passes with `runFor`.
  await page.clock.pauseAt(Date.now() + 60_000)
  await openPage(page, `/${slug}`)
  const id = await readAnonymousId(page)
  await page.locator('.byline a').first().click()
  // Time must not pass before the script has run.
  await page.waitForURL(/\/author\//, { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2000)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2000)
  // Pending events are sent when the page is left.
  await openPage(page, '/about')
  await expectEventsOf(id, 'Author Viewed', 'page article', 'page author', 'page author')
})

test('a reader who forbids tracking isn’t tracked', async ({ page }) => {
  await forbidTracking(page)
  const collected = recordRequests(page, /\/api\/collect$/)
  await page.goto(`/${slug}`)
  await page.clock.runFor(60_000)
  await page.goto('/')
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  expect(collected).toEqual([])
})
