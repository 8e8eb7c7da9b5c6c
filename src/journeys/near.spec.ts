/** What is asked for when: pictures and pages within 200 px of the window, and no sooner. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { open, samples } from './readers.ts'

const margin = 200

/** Every picture with its distance below the window, and whether it has been asked for. */
const pictures = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) =>
      images
        .filter((image) => image.checkVisibility({ contentVisibilityAuto: true }))
        .map((image) => ({
          below: image.getBoundingClientRect().top - innerHeight,
          isAskedFor: image.getAttribute('src')!.startsWith('/images/'),
        })),
    )

test.beforeEach(({ page }) =>
  page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/png', body: '' })),
)

test('pictures are asked for when they are near', async ({ page }) => {
  await open(page, '/latest')
  const isRight = async () => {
    const all = await pictures(page)
    // Whole pixels to either side, because windows scroll by fractions.
    const near = all.filter(({ below }) => below < margin - 1)
    const far = all.filter(({ below }) => below > margin + 1)
    return {
      missing: near.filter(({ isAskedFor }) => !isAskedFor).length,
      early: far.filter(({ isAskedFor }) => isAskedFor).length,
      far: far.length > 0,
    }
  }
  await expect.poll(isRight).toEqual({ missing: 0, early: 0, far: true })
  await page.mouse.wheel(0, 900)
  await expect.poll(isRight).toEqual({ missing: 0, early: 0, far: true })
})

test('every picture has its measures, and keeps its room while it waits', async ({ page }) => {
  for (const path of ['/', '/latest', `/${samples.metered.slug}`]) {
    await open(page, path)
    const wrong = await page.locator('img').evaluateAll(
      (images: HTMLImageElement[]) =>
        images.filter((image) => {
          const [width, height] = [image.getAttribute('width'), image.getAttribute('height')]
          return !(Number(width) > 0 && Number(height) > 0)
        }).length,
    )
    expect(wrong, path).toBe(0)
    const first = page.getByRole('main').locator('img[fetchpriority="high"]')
    await expect(first).toHaveCount(1)
    await expect(first).toHaveAttribute('loading', 'eager')
  }
})

test('without a script pictures come as the browser brings them', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  await open(page, '/latest')
  const sources = await page
    .locator('main img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
  expect(sources.every((source) => source!.startsWith('/images/'))).toBe(true)
  await context.close()
})

const fetchedAhead = (page: Page) =>
  page
    .locator('link[rel="prefetch"]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => new URL(href).pathname))

test('stories whose links are near are fetched ahead, and no others', async ({ page }) => {
  await page.goto('/latest')
  const links = await page.locator('.headline a').evaluateAll(
    (all: HTMLAnchorElement[], distance) =>
      all.map((link) => ({
        path: link.pathname,
        isNear: link.getBoundingClientRect().top < innerHeight + distance,
      })),
    margin,
  )
  const near = links.filter(({ isNear }) => isNear).map(({ path }) => path)
  expect(near.length).toBeLessThan(links.length)
  await expect.poll(async () => (await fetchedAhead(page)).sort()).toEqual(near.sort())
})

test('nothing is fetched ahead for who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto('/latest')
  // Were anything fetched, it would have begun before a second page is all there.
  await page.goto('/')
  expect(await fetchedAhead(page)).toEqual([])
})
