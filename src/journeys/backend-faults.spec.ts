/** Tests pages while services fail, with a separate Worker whose image bucket is empty. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { secondsAgo, signCookie } from '../../functions/testing/edge-client.ts'
import type { Health } from '../../scripts/dev/fakes/fault-proxy.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { readerHintCookie } from '../contracts/cookies/reader-hint-cookie.ts'
import { test as base } from './testing/journey-test.ts'
import {
  locateBody,
  locateWall,
  openPage,
  pressLogIn,
  sampleArticles,
  signIn,
} from './testing/page-actions.ts'
import { forgetReader } from './testing/session-actions.ts'

const test = base.extend<object, { edge: FaultyEdge }>({
  hasImages: true,
  edge: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from it
    async ({}, use) => {
      const edge = await startFaultyEdge()
      await use(edge)
      await edge.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ edge }, use) => use(edge.url),
})

// The tests run in sequence, because they share the proxies.
test.describe.configure({ mode: 'default' })

test.afterEach(async ({ edge }) => {
  await edge.firestore.setHealth('well')
  await edge.identity.setHealth('well')
})

const faults: readonly Health[] = ['stopped', 'slow', 'html']
const { slug, title } = sampleArticles.metered

/** `passIssued` is null for a subscriber without a pass. */
async function signInSubscriber(context: BrowserContext, url: string, passIssued: Date | null) {
  const sub = 'sample-subscriber'
  // The time is after the account's creation, because sessions count only from then on.
  const since = Date.now() / 1000
  const entitlement = { status: 'isSubscribed', detail: 'active', entitled: true, until: null }
  const secure = { url: url.replace('http:', 'https:'), secure: true, httpOnly: true }
  const session = await signCookie('session', { sub, since }, secondsAgo(3600))
  await context.addCookies([
    { name: '__Host-session', value: session, ...secure },
    { name: readerHintCookie, value: 'isSubscribed.open', url },
    ...(passIssued
      ? [
          {
            name: '__Host-pass',
            value: await signCookie('pass', { sub, ...entitlement }, passIssued),
            ...secure,
          },
        ]
      : []),
  ])
}

const locateOffers = (page: Page) => page.getByRole('link', { name: /^(Subscribe|Restart)/ })

/** Missing images keep their size and show their descriptions. */
async function expectDescriptions(page: Page, path: string) {
  await page.goto(path)
  const imageLocator = page.getByRole('main').locator('img.picture')
  expect(await imageLocator.count()).toBeGreaterThan(2)
  // Images far down the page load only for printing.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const listOthers = () =>
    imageLocator.evaluateAll((images: HTMLImageElement[]) =>
      images
        .filter((image) => {
          const { width, height } = image.getBoundingClientRect()
          const ratio = getComputedStyle(image).aspectRatio.split('/').map(Number)
          const [ratioWidth = 1, ratioHeight = 1] = ratio
          const isResized = Math.round(Math.abs((width * ratioHeight) / ratioWidth - height)) > 0
          const drawing = decodeURIComponent(image.src)
          const { body } = new DOMParser().parseFromString(drawing, 'text/html')
          return isResized || !body.textContent.includes(image.alt)
        })
        .map(({ alt }) => alt),
    )
  await expect.poll(listOthers).toEqual([])
}

async function expectOurFault(page: Page) {
  await expect(page.getByRole('alert')).toContainText('We can’t load the rest of this story')
  await expect(locateOffers(page)).toHaveCount(0)
}

/** Advances the page's clock as often as needed. */
const waitWithClock = (page: Page, isReady: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(60_000)
    await isReady()
  }).toPass()

test('while Firestore fails, guests get to the wall, and subscribers read once it recovers', async ({
  page,
  context,
  edge,
}) => {
  await page.clock.install()
  for (const fault of faults) {
    await edge.firestore.setHealth(fault)
    await forgetReader(page)
    await openPage(page, '/')
    await page.getByRole('main').getByRole('link', { name: title }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('The stamp is cut from the sole of a flip-flop')).toBeVisible()
    await expect(locateWall(page).getByRole('link', { name: /Subscribe/ })).toBeVisible()
    await expect(locateWall(page).getByRole('link', { name: 'Log in' })).toBeVisible()

    // A day-old pass is enough.
    await signInSubscriber(context, edge.url, secondsAgo(23 * 3600))
    await openPage(page, `/${slug}`)
    await expect(locateBody(page)).toBeVisible()
    await expect(locateOffers(page)).toHaveCount(0)
    // A page without a pass waits for the server.
    await forgetReader(page)
    await signInSubscriber(context, edge.url, null)
    await openPage(page, `/${slug}`)
    await expectOurFault(page)
    await edge.firestore.setHealth('well')
    await waitWithClock(page, () => expect(locateBody(page)).toBeVisible({ timeout: 1000 }))
    await expect(page.getByRole('alert')).toHaveCount(0)
  }

  await edge.firestore.setHealth('stopped')
  await page.goto('about:blank')
  // With the clock stopped, nothing is retried automatically.
  await page.clock.pauseAt(Date.now() + 60 * 60_000)
  await forgetReader(page)
  await signInSubscriber(context, edge.url, null)
  await openPage(page, `/${slug}`)
  await expectOurFault(page)
  await page.waitForLoadState('networkidle')
  await edge.firestore.setHealth('well')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(locateBody(page)).toBeVisible()
})

test('images that fail show their descriptions, and logging in and the account recover with the backend', async ({
  page,
  context,
  edge,
}) => {
  // The image bucket is empty.
  for (const path of ['/', `/${slug}`]) await expectDescriptions(page, path)
  for (const [service, fault] of [
    ...faults.map((health) => ['identity', health] as const),
    ['firestore', 'stopped'],
  ] as const) {
    await forgetReader(page)
    await edge[service].setHealth(fault)
    await signIn(page, 'subscriber', `/${slug}`)
    await expect(page.getByRole('alert')).toContainText('can’t log you in right now')
    await edge[service].setHealth('well')
    await pressLogIn(page)
    await expect(locateBody(page)).toBeVisible()
  }
  await edge.firestore.setHealth('stopped')
  await forgetReader(page)
  await signInSubscriber(context, edge.url, null)
  await page.clock.install()
  await openPage(page, '/settings')
  const alert = page.getByRole('alert').filter({ hasText: /./ })
  await expect(alert.first()).toContainText('isn’t working on our side')
  await edge.firestore.setHealth('well')
  await waitWithClock(page, async () => {
    await expect(page.getByText('subscriber@example.com').first()).toBeVisible({ timeout: 1000 })
    await expect(page.getByText('You’re subscribed.')).toBeVisible({ timeout: 1000 })
    // Advancing the clock too fast times out requests, which are retried too.
    await expect(alert).toHaveCount(0, { timeout: 1000 })
  })
})
