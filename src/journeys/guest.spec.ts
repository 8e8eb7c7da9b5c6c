import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { errorsOf, fillIn, layoutShift, open, samples, withoutPictures } from './readers.ts'

const { slug, title } = samples.metered

test('a guest comes to the front page, opens an article and meets the wall', async ({ page }) => {
  const errors = errorsOf(page)
  await open(page, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('The stamp is cut from the sole of a flip-flop')).toBeVisible()
  const wall = page.locator('[data-wall]')
  await expect(wall.getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(wall.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.locator('[data-rest]')).toHaveCount(0)
  expect(await layoutShift(page)).toBe(0)
  expect(errors).toEqual([])
})

test('from the wall to logging in and back to the article', async ({ page }) => {
  await open(page, `/${slug}`)
  await page.locator('[data-wall]').getByRole('link', { name: 'Log in' }).click()
  await fillIn(page, 'subscriber')
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
})

test('a public article is open to the last word', async ({ page }) => {
  await open(page, `/${samples.public.slug}`)
  await expect(page.getByText(samples.public.lastWords)).toBeVisible()
  await expect(page.locator('[data-wall]')).toHaveCount(0)
})

test('without JavaScript the page reads well, wall and all', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  await open(page, `/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('[data-wall]').getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await context.close()
})

test('an unknown address gets the 404 page with a way on', async ({ page }) => {
  const response = await open(page, '/there-is-nothing-here')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL('/there-is-nothing-here')
})

/** One page of each kind. */
const kinds = [
  '/',
  '/latest',
  '/category/food',
  '/tag/india',
  '/author/zarlasht-naderi',
  `/${slug}`,
  '/about',
  '/terms',
  '/contact',
  '/login',
  '/events',
  '/events/summit-2024',
  '/events/winter-salon-2026',
  '/welcome/preferences',
  '/welcome/app',
  '/no-such-page',
]

for (const width of [390, 1440]) {
  test(`nothing is wider than a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    // A picture takes its room before it is there, so nothing has to wait for any.
    await withoutPictures(page)
    for (const path of kinds) {
      // With its styles, which open() does not wait for.
      await page.goto(path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })
}
