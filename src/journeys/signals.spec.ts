/** What readers do, as it arrives at whoever receives events: here, beside the outbox. */
import { expect, type Page } from '@playwright/test'
import { eventLabel } from '../../scripts/local/event-box.ts'
import { leastReadingSeconds } from '../domain/reading.ts'
import { test } from './journey.ts'
import { open, samples, signIn, withoutPictures } from './readers.ts'
import { anonymousIdOf, eventsOf } from './received-events.ts'

const { slug } = samples.public

test.beforeEach(async ({ page }) => {
  await withoutPictures(page)
  await page.clock.install()
})

/** Expects these events of this browser and no others, in whatever order they arrive. */
async function expectEvents(page: Page, ...labels: string[]) {
  const id = await anonymousIdOf(page)
  await expect
    .poll(async () => (await eventsOf(id)).map(eventLabel).sort())
    .toEqual(labels.toSorted())
  return eventsOf(id)
}

/** The last paragraph of the text stands in the window. */
const toTheEnd = (page: Page) =>
  page.locator('[data-rest] > :last-child').evaluate((last) => last.scrollIntoView())

test('a guest opens an article: its page and the article are counted', async ({ page }) => {
  await open(page, `/${slug}`)
  await page.clock.runFor(8000)
  const events = await expectEvents(page, 'page article', 'Article Viewed')
  expect(events).toMatchObject([
    { name: 'article', context: { page: { path: `/${slug}` } } },
    { properties: { slug } },
  ])
})

test('an article is viewed when it was in sight for a second, and its window is seen', async ({
  page,
}) => {
  // Time passes when this journey says so, and not by itself.
  await page.clock.pauseAt(Date.now() + 60_000)
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await open(page, `/${slug}`)
  await page.clock.runFor(900)
  // What still waits is sent when the window is hidden, and when the page is left.
  await hide(true)
  await page.clock.runFor(60_000)
  await hide(false)
  await page.clock.runFor(900)
  await open(page, '/')
  await page.clock.runFor(8000)
  await expectEvents(page, 'page article', 'page homepage')
  await open(page, `/${slug}`)
  await page.clock.runFor(1000)
  await open(page, '/')
  await page.clock.runFor(8000)
  const twice = ['page article', 'page homepage']
  await expectEvents(page, ...twice, ...twice, 'Article Viewed')
})

test('a guest reads an article to its end: that is counted once', async ({ page }) => {
  await open(page, `/${slug}`)
  const words = Number(
    (await page.locator('[data-words]').getAttribute('data-words'))!.split(' ')[0],
  )
  const seconds = leastReadingSeconds(words)
  // Leafing through it is not reading.
  await page.clock.runFor(2000)
  await toTheEnd(page)
  await page.clock.runFor((seconds - 10) * 1000)
  await expectEvents(page, 'page article', 'Article Viewed')
  await page.clock.runFor(20_000)
  await expectEvents(page, 'page article', 'Article Viewed', 'Article Read')
  // Nor is it once more in the same visit.
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2000)
  await toTheEnd(page)
  await page.clock.runFor((seconds + 10) * 1000)
  await expectEvents(page, 'page article', 'Article Viewed', 'Article Read', 'page article')
})

test('what the window does not show is not read, however long it is open', async ({ page }) => {
  await open(page, `/${slug}`)
  await page.clock.runFor(30 * 60_000)
  await expectEvents(page, 'page article', 'Article Viewed')
})

test('a guest who meets the wall is counted there, and has not read', async ({ page }) => {
  await open(page, `/${samples.metered.slug}`)
  await page.clock.runFor(2000)
  await page.locator('[data-wall]').evaluate((wall) => wall.scrollIntoView({ block: 'center' }))
  await page.clock.runFor(30 * 60_000)
  await expectEvents(page, 'page article', 'Article Viewed', 'Paywall Viewed')
  await page.locator('[data-wall]').getByRole('link', { name: 'Subscribe' }).click()
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

test('a subscriber meets no wall, and is known from signing in to signing out', async ({
  page,
}) => {
  await signIn(page, 'subscriber', `/${samples.metered.slug}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
  await page.clock.runFor(8000)
  const before = ['Signed In', 'identify', 'page article', 'Article Viewed']
  const events = await expectEvents(page, ...before)
  for (const event of events) expect(event.userId).toBe('sample-subscriber')
  const id = await anonymousIdOf(page)

  await open(page, '/settings')
  await expect(page.getByText('subscriber@example.com').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await page.clock.runFor(8000)
  const after = ['page settings', 'Own profile visited', 'identify', 'Signed Out']
  await expect
    .poll(async () => (await eventsOf(id)).map(eventLabel).sort())
    .toEqual([...before, ...after].sort())
  for (const event of await eventsOf(id)) expect(event.userId).toBe('sample-subscriber')

  expect(await anonymousIdOf(page)).not.toBe(id)
  const [first] = await expectEvents(page, 'page homepage')
  expect(first).not.toHaveProperty('userId')
})

test('the category bar says which category was chosen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/')
  await page.getByRole('navigation', { name: 'Categories' }).getByText('Culture').click()
  await page.waitForURL('/category/culture', { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(8000)
  const events = await expectEvents(page, 'page homepage', 'Category Navbar Used', 'page category')
  expect(events[1]).toMatchObject({ properties: { category_clicked: 'culture' } })
})

test('an author is counted once a visit, and the page each time', async ({ page }) => {
  await open(page, `/${slug}`)
  const id = await anonymousIdOf(page)
  await page.locator('.byline a').first().click()
  // Not before its script has run, which is what time is to pass for.
  await page.waitForURL(/\/author\//, { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2000)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.clock.runFor(2000)
  // What still waits is sent when the reader leaves.
  await open(page, '/about')
  await expect
    .poll(async () => (await eventsOf(id)).map(eventLabel).sort())
    .toEqual(['Author Viewed', 'page article', 'page author', 'page author'])
})

test('who asks not to be tracked is not counted', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  const collected: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/collect')) collected.push(request.url())
  })
  await page.goto(`/${slug}`)
  await page.clock.runFor(60_000)
  await page.goto('/')
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  expect(collected).toEqual([])
})
