/** Uses its own Worker, whose image bucket is empty. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { secondsAgo, signCookie } from '../../functions/testing/edge-client.ts'
import type { Health } from '../../scripts/dev/fakes/fault-proxy.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { readerHintCookie } from '../contracts/cookies/reader-hint-cookie.ts'
import { test as base } from './testing/journey-test.ts'
import { locateBody, openPage, pressLogIn, sampleArticles, signIn } from './testing/page-actions.ts'

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

// In sequence, because they share the proxies.
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
  // After the account's creation, when its sessions start to count.
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

async function expectOurFault(page: Page) {
  await expect(page.getByRole('alert')).toContainText('We can’t load the rest of this story')
  await expect(locateOffers(page)).toHaveCount(0)
}

/** Advances the page's clock as often as needed. */
async function waitForBody(page: Page) {
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(locateBody(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
}

for (const fault of faults) {
  test.describe(`while Firestore is ${fault}`, () => {
    test.beforeEach(({ edge }) => edge.firestore.setHealth(fault))

    test('a guest gets from the front page to the wall', async ({ page }) => {
      await openPage(page, '/')
      await page.getByRole('main').getByRole('link', { name: title }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('The stamp is cut from the sole of a flip-flop')).toBeVisible()
      const wall = page.locator('[data-wall]')
      await expect(wall.getByRole('link', { name: /Subscribe/ })).toBeVisible()
      await expect(wall.getByRole('link', { name: 'Log in' })).toBeVisible()
    })

    test('a subscriber can read with a new or a day-old pass', async ({ page, context, edge }) => {
      for (const seconds of [60, 23 * 3600]) {
        await signInSubscriber(context, edge.url, secondsAgo(seconds))
        await openPage(page, `/${slug}`)
        await expect(locateBody(page)).toBeVisible()
        await expect(locateOffers(page)).toHaveCount(0)
      }
    })

    test('a subscriber without a pass sees an error meanwhile', async ({ page, context, edge }) => {
      await signInSubscriber(context, edge.url, null)
      await page.clock.install()
      await openPage(page, `/${slug}`)
      await expectOurFault(page)
      await edge.firestore.setHealth('well')
      await waitForBody(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })

  test(`logging in fails while the sign-in service is ${fault}, and then works`, async ({
    page,
    edge,
  }) => {
    await edge.identity.setHealth(fault)
    await signIn(page, 'subscriber', `/${slug}`)
    await expect(page.getByRole('alert')).toContainText('can’t log you in right now')
    await edge.identity.setHealth('well')
    await pressLogIn(page)
    await expect(locateBody(page)).toBeVisible()
  })
}

test('logging in fails while Firestore is stopped, and then works', async ({ page, edge }) => {
  await edge.firestore.setHealth('stopped')
  await signIn(page, 'subscriber', `/${slug}`)
  await expect(page.getByRole('alert')).toContainText('can’t log you in right now')
  await edge.firestore.setHealth('well')
  await pressLogIn(page)
  await expect(locateBody(page)).toBeVisible()
})

test('the reader can try again with a button', async ({ page, context, edge }) => {
  await edge.firestore.setHealth('stopped')
  await signInSubscriber(context, edge.url, null)
  // Without time, nothing is retried by itself.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await openPage(page, `/${slug}`)
  await expectOurFault(page)
  await page.waitForLoadState('networkidle')
  await edge.firestore.setHealth('well')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(locateBody(page)).toBeVisible()
})

test('the account page loads by itself once it can', async ({ page, context, edge }) => {
  await edge.firestore.setHealth('stopped')
  await signInSubscriber(context, edge.url, null)
  await page.clock.install()
  await openPage(page, '/settings')
  const alert = page.getByRole('alert').filter({ hasText: /./ })
  await expect(alert.first()).toContainText('isn’t working on our side')
  await edge.firestore.setHealth('well')
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(page.getByText('subscriber@example.com').first()).toBeVisible({ timeout: 1000 })
    await expect(page.getByText('You’re subscribed.')).toBeVisible({ timeout: 1000 })
    // Advancing the clock too fast times out requests, which are retried too.
    await expect(alert).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})

test('missing images keep their size and show their alt texts', async ({ page }) => {
  for (const path of ['/', `/${slug}`]) {
    await page.goto(path)
    const imageLocator = page.getByRole('main').locator('img.picture')
    expect(await imageLocator.count()).toBeGreaterThan(2)
    // Images far down the page load only for printing.
    await imageLocator.evaluateAll(async (images: HTMLImageElement[]) => {
      dispatchEvent(new Event('beforeprint'))
      for (const image of images) image.loading = 'eager'
      await Promise.allSettled(images.map((image) => image.decode()))
    })
    const imageStates = await imageLocator.evaluateAll((images: HTMLImageElement[]) =>
      images.map((image) => {
        const { width, height } = image.getBoundingClientRect()
        const [ratioWidth, ratioHeight] = getComputedStyle(image).aspectRatio.split('/').map(Number)
        return {
          isLoaded: image.naturalWidth > 0,
          hasAltText: Math.round(Math.abs((width * (ratioHeight ?? 1)) / ratioWidth! - height)),
        }
      }),
    )
    expect(imageStates.filter(({ isLoaded, hasAltText }) => isLoaded || hasAltText > 0)).toEqual([])
    const { alt } = await imageLocator.first().evaluate(({ alt }: HTMLImageElement) => ({ alt }))
    await expect(page.getByRole('img', { name: alt })).toBeVisible()
  }
})
