import { expect } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import {
  locateBody,
  locateWall,
  openPage,
  sampleArticles,
  submitLogin,
} from './testing/page-actions.ts'

const { slug, title } = sampleArticles.metered

test('logging in at the wall returns to the article', async ({ page }) => {
  await openPage(page, `/${slug}`)
  await locateWall(page).getByRole('link', { name: 'Log in' }).click()
  await submitLogin(page, 'subscriber')
  await expect(page).toHaveURL(`/${slug}`)
  await expect(locateBody(page)).toBeVisible()
})

test('a public article can be read to the end', async ({ page }) => {
  await openPage(page, `/${sampleArticles.public.slug}`)
  await expect(page.getByText(sampleArticles.public.lastWords)).toBeVisible()
  await expect(locateWall(page)).toHaveCount(0)
})

test('an article and its wall work without JavaScript', async ({ pageWithoutScript: page }) => {
  await openPage(page, `/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(locateWall(page).getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeVisible()
})

test('an unknown address shows the 404 page with links', async ({ page }) => {
  const response = await openPage(page, '/there-is-nothing-here')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL('/there-is-nothing-here')
})

const pagePaths = [
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
  '/events/winter-salon',
  '/welcome/preferences',
  '/welcome/app',
  '/no-such-page',
]

for (const width of [390, 1440]) {
  test(`no page is wider than a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of pagePaths) {
      // Waits for styles, unlike `openPage`.
      await page.goto(path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })
}
