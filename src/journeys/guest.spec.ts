import { expect } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import { locateWall, openPage, sampleArticles } from './testing/page-actions.ts'

const { slug, title } = sampleArticles.metered

const welcomePaths = [
  '/welcome',
  ...['why', 'discover', 'preferences', 'goals', 'app'].map((step) => `/welcome/${step}`),
]

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

test('a guest reads without JavaScript, and no page is wider than the window', async ({
  page,
  pageWithoutScript: plain,
}) => {
  await openPage(plain, `/${sampleArticles.public.slug}`)
  await expect(plain.getByText(sampleArticles.public.lastWords)).toBeVisible()
  await expect(locateWall(plain)).toHaveCount(0)
  await openPage(plain, `/${slug}`)
  await expect(plain.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(locateWall(plain).getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(plain.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeVisible()
  const response = await openPage(plain, '/there-is-nothing-here')
  expect(response?.status()).toBe(404)
  await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
  await plain.getByRole('main').getByRole('link').first().click()
  await expect(plain).not.toHaveURL('/there-is-nothing-here')

  const steps = plain.getByRole('navigation', { name: 'Next and previous steps' })
  await openPage(plain, '/welcome')
  for (const path of welcomePaths) {
    await expect(plain).toHaveURL(path)
    await expect(plain.locator('[aria-current="step"]')).toHaveAttribute('href', path)
    await expect(plain.getByRole('contentinfo')).toHaveCount(0)
    await expect(plain.getByRole('link', { name: 'Skip the tour' })).toHaveAttribute('href', '/')
    // The progress line counts the steps.
    await expect(plain.getByRole('main').locator('header')).not.toContainText(
      /\b(?:four|five|six|seven)\b.*\b(?:pages|steps)\b/i,
    )
    if (path === '/welcome/preferences') {
      await expect(plain.locator('noscript p')).toBeVisible()
      await expect(plain.getByLabel('Food')).toBeDisabled()
    }
    await steps.getByRole('link', { name: /^(?:Start the tour|Continue|Start reading)$/ }).click()
  }
  await expect(plain).toHaveURL('/')

  const found: string[] = []
  for (const path of pagePaths) {
    // Waits for styles, unlike `openPage`.
    await page.goto(path)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (overflow > 0) found.push(`${path} at ${width} px: ${overflow} px`)
    }
  }
  expect(found).toEqual([])
})
