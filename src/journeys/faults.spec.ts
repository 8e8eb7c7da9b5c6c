/**
 * Readers while one backend fails: on an edge of its own, whose backends are stopped, slow or talking
 * rubbish in turn, and then well again. Its bucket is empty: there are no pictures at all.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { ago, signCookie } from '../../functions/edge-client.ts'
import type { Health } from '../../scripts/local/fault-proxy.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { readerHintCookie } from '../contracts/reader-hint.ts'
import { test as base } from './journey.ts'
import { logIn, open, samples, signIn } from './readers.ts'

const test = base.extend<object, { edge: FaultyEdge }>({
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

// One after the other, because all of them turn the same proxies.
test.describe.configure({ mode: 'default' })

test.afterEach(async ({ edge }) => {
  await edge.firestore.become('well')
  await edge.identity.become('well')
})

const faults: readonly Health[] = ['stopped', 'slow', 'html']
const { slug, title } = samples.metered

/** A subscriber of this browser, whose pass is of then; null for one who has none. */
async function subscribe(context: BrowserContext, url: string, passIssued: Date | null) {
  const sub = 'sample-subscriber'
  // Not before the account was made, which is when its sessions begin to count.
  const since = Date.now() / 1000
  const standing = { status: 'isSubscribed', detail: 'active', entitled: true, until: null }
  const secure = { url: url.replace('http:', 'https:'), secure: true, httpOnly: true }
  const session = await signCookie('session', { sub, since }, ago(3600))
  await context.addCookies([
    { name: '__Host-session', value: session, ...secure },
    { name: readerHintCookie, value: 'isSubscribed.open', url },
    ...(passIssued
      ? [
          {
            name: '__Host-pass',
            value: await signCookie('pass', { sub, ...standing }, passIssued),
            ...secure,
          },
        ]
      : []),
  ])
}

const rest = (page: Page) => page.locator('[data-rest]')
const offers = (page: Page) => page.getByRole('link', { name: /^(Subscribe|Restart)/ })

async function expectOurFault(page: Page) {
  await expect(page.getByRole('alert')).toContainText('The fault is ours')
  await expect(offers(page)).toHaveCount(0)
}

/** Time goes by on the page, as often as it takes. */
async function waitForRest(page: Page) {
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(rest(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
}

for (const fault of faults) {
  test.describe(`while Firestore is ${fault}`, () => {
    test.beforeEach(({ edge }) => edge.firestore.become(fault))

    test('a guest comes from the front page to the wall', async ({ page }) => {
      await open(page, '/')
      await page.getByRole('main').getByRole('link', { name: title }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('The stamp is cut from the sole of a flip-flop')).toBeVisible()
      const wall = page.locator('[data-wall]')
      await expect(wall.getByRole('link', { name: /Subscribe/ })).toBeVisible()
      await expect(wall.getByRole('link', { name: 'Log in' })).toBeVisible()
    })

    test('a subscriber reads on, with a pass of now and with one of yesterday', async ({
      page,
      context,
      edge,
    }) => {
      for (const seconds of [60, 23 * 3600]) {
        await subscribe(context, edge.url, ago(seconds))
        await open(page, `/${slug}`)
        await expect(rest(page)).toBeVisible()
        await expect(offers(page)).toHaveCount(0)
      }
    })

    test('a subscriber without a pass learns whose fault it is, and reads as soon as it is mended', async ({
      page,
      context,
      edge,
    }) => {
      await subscribe(context, edge.url, null)
      await page.clock.install()
      await open(page, `/${slug}`)
      await expectOurFault(page)
      await edge.firestore.become('well')
      await waitForRest(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })

  test(`while the sign-in service is ${fault}, logging in is not possible, and then it is`, async ({
    page,
    edge,
  }) => {
    await edge.identity.become(fault)
    await signIn(page, 'subscriber', `/${slug}`)
    await expect(page.getByRole('alert')).toContainText('not possible right now')
    await edge.identity.become('well')
    await logIn(page)
    await expect(rest(page)).toBeVisible()
  })
}

test('while Firestore is stopped, logging in is not possible, and then it is', async ({
  page,
  edge,
}) => {
  await edge.firestore.become('stopped')
  await signIn(page, 'subscriber', `/${slug}`)
  await expect(page.getByRole('alert')).toContainText('not possible right now')
  await edge.firestore.become('well')
  await logIn(page)
  await expect(rest(page)).toBeVisible()
})

test('who does not want to wait presses the button', async ({ page, context, edge }) => {
  await edge.firestore.become('stopped')
  await subscribe(context, edge.url, null)
  await open(page, `/${slug}`)
  await expectOurFault(page)
  await edge.firestore.become('well')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rest(page)).toBeVisible()
})

test('the account page that could not be filled fills itself', async ({ page, context, edge }) => {
  await edge.firestore.become('stopped')
  await subscribe(context, edge.url, null)
  await page.clock.install()
  await open(page, '/settings')
  const said = page.getByRole('alert').filter({ hasText: /./ })
  await expect(said.first()).toContainText('cannot look that up')
  await edge.firestore.become('well')
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(page.getByText('subscriber@example.com').first()).toBeVisible({ timeout: 1000 })
    await expect(page.getByText('You’re subscribed.')).toBeVisible({ timeout: 1000 })
    // Time that goes by too fast ends what is on its way, and that is tried again as well.
    await expect(said).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})

test('pictures that do not come keep their room and say what they would show', async ({ page }) => {
  for (const path of ['/', `/${slug}`]) {
    await page.goto(path)
    const pictures = page.getByRole('main').locator('img.picture')
    expect(await pictures.count()).toBeGreaterThan(2)
    // Far down the page they would not have been asked for yet; on paper all are.
    await pictures.evaluateAll(async (images: HTMLImageElement[]) => {
      dispatchEvent(new Event('beforeprint'))
      for (const image of images) image.loading = 'eager'
      await Promise.allSettled(images.map((image) => image.decode()))
    })
    const seen = await pictures.evaluateAll((images: HTMLImageElement[]) =>
      images.map((image) => {
        const { width, height } = image.getBoundingClientRect()
        const [across, down] = getComputedStyle(image).aspectRatio.split('/').map(Number)
        return {
          hasCome: image.naturalWidth > 0,
          missing: Math.round(Math.abs((width * (down ?? 1)) / across! - height)),
        }
      }),
    )
    expect(seen.filter(({ hasCome, missing }) => hasCome || missing > 0)).toEqual([])
    const { alt } = await pictures.first().evaluate(({ alt }: HTMLImageElement) => ({ alt }))
    await expect(page.getByRole('img', { name: alt })).toBeVisible()
  }
})
