/** Every event about articles and navigation, found at the receiver. What mustn't be sent: analytics.spec.ts. */
import { expect } from '@playwright/test'
import { articleEvents } from '../contracts/analytics/article-events.ts'
import { navigationEvents } from '../contracts/analytics/navigation-events.ts'
import { getMinReadingSeconds } from '../domain/reading-history/read-threshold.ts'
import { createEventTests } from './testing/event-tests.ts'
import { locateMain, openPage, sampleArticles } from './testing/page-actions.ts'

const { slug } = sampleArticles.public
const metered = sampleArticles.metered.slug
const { testEvents } = createEventTests({ ...articleEvents, ...navigationEvents })

testEvents(['Article Viewed', 'Article Read', 'Article Scrolled'], async ({ page }) => {
  await page.clock.install()
  await openPage(page, `/${slug}`)
  const words = await page.locator('[data-words]').getAttribute('data-words')
  await page.clock.runFor(2000)
  const end = page.locator('[data-article-body] > :last-child')
  await end.evaluate((last) => last.scrollIntoView({ behavior: 'instant' }))
  await page.clock.runFor((getMinReadingSeconds(Number.parseInt(words!, 10)) + 10) * 1000)
  await openPage(page, '/')
  return {
    'Article Viewed': { slug },
    'Article Read': { slug },
    'Article Scrolled': { slug, depths: [25, 50, 75, 100] },
  }
})

testEvents(['Article Shared', 'Highlighted Text Shared', 'Article Rated'], async ({ page }) => {
  await page.goto(`/${slug}`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  const menu = page.getByRole('region', { name: 'Share this story' })
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(menu.getByRole('status')).toHaveText('Link copied.')
  await page.keyboard.press('Escape')
  await page
    .locator('.prose > p')
    .first()
    .evaluate((text) => {
      text.scrollIntoView({ block: 'center', behavior: 'instant' })
      getSelection()!.selectAllChildren(text)
    })
  const bar = page.getByRole('region', { name: 'Share the selected text' })
  await bar.getByRole('button', { name: 'Copy link' }).click()
  await expect(bar.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByRole('radio', { name: '4' }).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('You gave this story 4 out of 5.')).toBeVisible()
  return {
    'Article Shared': { slug, channel: 'link' },
    'Highlighted Text Shared': { slug, channel: 'link' },
    'Article Rated': { slug, rating: 4 },
  }
})

testEvents(['Author Viewed', 'Category Navbar Used', 'CTA Clicked'], async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, `/${slug}`)
  const author = page.locator('.byline a').first()
  const path = await author.getAttribute('href')
  await author.click()
  await page.waitForURL(/\/author\//, { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(3000)
  await page.getByRole('navigation', { name: 'Categories' }).getByText('Culture').click()
  await page.waitForURL('/category/culture', { waitUntil: 'domcontentloaded' })
  await page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).click()
  await page.waitForURL(/\/subscribe/, { waitUntil: 'domcontentloaded' })
  return {
    'Author Viewed': { author: path!.replace('/author/', '') },
    'Category Navbar Used': { category_clicked: 'culture' },
    'CTA Clicked': { label: 'Subscribe', source: 'header' },
  }
})

testEvents(['Search Result Selected'], async ({ page }) => {
  await openPage(page, '/search?q=pencil')
  await expect(page.getByRole('status').filter({ hasText: /stories found$/ })).toBeVisible()
  await locateMain(page).getByRole('link', { name: sampleArticles.metered.title }).first().click()
  await page.waitForURL(`/${metered}`, { waitUntil: 'domcontentloaded' })
  return { 'Search Result Selected': { query: 'pencil', slug: metered, position: 1 } }
})
