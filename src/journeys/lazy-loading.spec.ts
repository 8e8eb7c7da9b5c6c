/**
 * Tests that images and pages are requested within 200 px of the viewport, no earlier, and once more after a failure.
 */
import { expect, type Page } from '@playwright/test'
import { createReferralPath } from './testing/journey-accounts.ts'
import { signInAsNilmini } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  fakeImages,
  holdRequests,
  locateWall,
  openPage,
  sampleArticles,
} from './testing/page-actions.ts'
import { scrollToWall } from './testing/wall-views.ts'

const loadMargin = 200

/** Reads each visible image's distance below the viewport, and whether it was requested. */
const readImages = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) =>
      images
        .filter((image) => image.checkVisibility({ contentVisibilityAuto: true }))
        .map((image) => ({
          below: image.getBoundingClientRect().top - innerHeight,
          isRequested: image.getAttribute('src')!.startsWith('/images/'),
        })),
    )

const readPrefetchedPaths = (page: Page) =>
  page
    .locator('link[rel="prefetch"]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => new URL(href).pathname))

test.use({ hasImages: true })

test('images are requested and stories prefetched when they are near, but not with data saving', async ({
  page,
  pageWithoutScript,
  otherDevice,
}) => {
  await fakeImages(page)
  await test.step('images have their sizes', async () => {
    for (const path of ['/', `/${sampleArticles.metered.slug}`, '/latest']) {
      await openPage(page, path)
      const wrongImages = await page.locator('img').evaluateAll(
        (images: HTMLImageElement[]) =>
          images.filter((image) => {
            const [width, height] = [image.getAttribute('width'), image.getAttribute('height')]
            return !(Number(width) > 0 && Number(height) > 0)
          }).length,
      )
      expect(wrongImages, path).toBe(0)
      const first = page.getByRole('main').locator('img[fetchpriority="high"]')
      await expect(first).toHaveCount(1)
      await expect(first).toHaveAttribute('loading', 'eager')
    }
  })
  await test.step('stories with links nearby are prefetched, and no others', async () => {
    const links = await page.locator('.headline a').evaluateAll(
      (all: HTMLAnchorElement[], distance) =>
        all.map((link) => ({
          path: link.pathname,
          isNear: link.getBoundingClientRect().top < innerHeight + distance,
        })),
      loadMargin,
    )
    const nearPaths = links.filter(({ isNear }) => isNear).map(({ path }) => path)
    expect(nearPaths.length).toBeLessThan(links.length)
    await expect
      .poll(async () => (await readPrefetchedPaths(page)).sort())
      .toEqual(nearPaths.sort())
  })
  await test.step('images nearby are requested, and no others', async () => {
    const areOnlyNearImagesLoaded = async () => {
      const all = await readImages(page)
      // There is a pixel of tolerance, because windows scroll by fractions.
      const nearImages = all.filter(({ below }) => below < loadMargin - 1)
      const farImages = all.filter(({ below }) => below > loadMargin + 1)
      return {
        missing: nearImages.filter(({ isRequested }) => !isRequested).length,
        early: farImages.filter(({ isRequested }) => isRequested).length,
        farImages: farImages.length > 0,
      }
    }
    await expect.poll(areOnlyNearImagesLoaded).toEqual({ missing: 0, early: 0, farImages: true })
    await page.mouse.wheel(0, 900)
    await expect.poll(areOnlyNearImagesLoaded).toEqual({ missing: 0, early: 0, farImages: true })
  })
  await test.step('in a long list, some stories are prefetched, and one under the pointer', async () => {
    const size = page.viewportSize()!
    await openPage(page, '/')
    await page.setViewportSize({ width: size.width, height: 12_000 })
    const links = page.locator('.teaser .headline a')
    expect(await links.count()).toBeGreaterThan(14)
    await expect.poll(async () => (await readPrefetchedPaths(page)).length).toBe(14)
    const paths = await readPrefetchedPaths(page)
    const others = await links.evaluateAll((all: HTMLAnchorElement[]) =>
      all.map((link) => link.pathname),
    )
    const other = others.findLast((path) => !paths.includes(path))!
    await links
      .and(page.locator(`[href="${other}"]`))
      .last()
      .hover()
    expect(await readPrefetchedPaths(page)).toContain(other)
    await page.setViewportSize(size)
  })
  await test.step('images have their sources without JavaScript', async () => {
    await openPage(pageWithoutScript, '/latest')
    const sources = await pageWithoutScript
      .locator('main img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
    expect(sources.every((source) => source!.startsWith('/images/'))).toBe(true)
  })
  await test.step('nothing is prefetched with data saving', async () => {
    const saving = await otherDevice.newPage()
    await saving.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await saving.goto('/latest')
    // A prefetch would have started before a second page has loaded.
    await saving.goto('/')
    expect(await readPrefetchedPaths(saving)).toEqual([])
  })
})

/** Images that aren't near are placeholders with a description. */
const drawnPattern = /^data:.*foreignObject/

test('an image that fails shows its description, and is loaded once more', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.route('**/images/**', (route) => route.fulfill({ status: 503 }))
  const continueScripts = await holdRequests(page, '**/_astro/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const images = page.getByRole('main').locator('img')
  const lead = images.and(page.locator('[fetchpriority="high"]'))
  const hasFailed = () =>
    lead.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0)
  await expect.poll(hasFailed).toBe(true)
  continueScripts()
  await expect(lead).toHaveAttribute('src', drawnPattern)
  const drawn = decodeURIComponent((await lead.getAttribute('src'))!)
  expect(drawn).toContain(`>${await lead.getAttribute('alt')}</p>`)
  await fakeImages(page)
  await page.clock.runFor(5000)
  await expect(lead).toHaveAttribute('src', /\/images\//)

  await context.setOffline(true)
  await page.unrouteAll()
  await images.last().scrollIntoViewIfNeeded()
  await expect(images.last()).toHaveAttribute('src', drawnPattern)
  await fakeImages(page)
  await context.setOffline(false)
  await expect(images.last()).toHaveAttribute('src', /\/images\//)
})

test('the wall behind a friend’s link appears before its form’s script, and a button loads the script again if it failed', async ({
  page,
  otherDevice,
}) => {
  await signInAsNilmini(otherDevice)
  const link = await createReferralPath(otherDevice)
  const formScript = '**/_astro/unlock-form*.js'
  let failScript = () => {}
  await page.route(formScript, (route) => {
    failScript = () => void route.abort()
  })
  await openPage(page, `${link}?to=${sampleArticles.metered.slug}`)
  await scrollToWall(page)
  const wall = locateWall(page)
  await expect(wall).toContainText('Nilmini shared this story with you.')
  failScript()
  await expect(wall).toContainText('We couldn’t load the form.')
  await page.unroute(formScript)
  await wall.getByRole('button', { name: 'Try again' }).click()
  await expect(wall.getByLabel('Your email address')).toBeFocused()
})
