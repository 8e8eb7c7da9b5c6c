/** The list of what is read most, on the front page and after stories. */
import { expect, type Page } from '@playwright/test'
import type { ListedStory, MostRead } from '../contracts/endpoints/statistics-endpoints.ts'
import { findViolations } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import { replaceAnswers } from './testing/open-view.ts'
import { openPage, recordErrors, sampleArticles, waitForFonts } from './testing/page-actions.ts'

const story = `/${sampleArticles.public.slug}`

const createStory = (title: string): ListedStory => ({
  slug: title.toLowerCase().replaceAll(' ', '-'),
  title,
})
const createList = (name: string) =>
  ['One', 'Two', 'Three', 'Four', 'Five'].map((number) => createStory(`${name} ${number}`))

const mostRead: MostRead = { now: createList('Now'), week: createList('Week'), month: null }

const locateBox = (page: Page) => page.locator('[data-most-read]').filter({ visible: true })
const locateLinks = (page: Page) =>
  locateBox(page).getByRole('heading', { level: 3 }).getByRole('link')
const locateList = (page: Page, name: string) => locateBox(page).getByRole('button', { name })

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const

for (const size of sizes) {
  for (const path of ['/', story]) {
    test(`at ${size.width} px, ${path} shows it near the window, and nothing moves`, async ({
      page,
    }) => {
      const errors = recordErrors(page)
      await page.setViewportSize(size)
      await replaceAnswers(page, { 'GET /api/most-read': mostRead })
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      await openPage(page, path)
      const box = locateBox(page)
      const measure = () =>
        box.evaluate((element) => ({
          top: element.getBoundingClientRect().top + scrollY,
          height: element.getBoundingClientRect().height,
        }))
      expect(requests).not.toContain('/api/most-read')
      await waitForFonts(page)
      await box.scrollIntoViewIfNeeded()
      const before = await measure()
      await expect(locateLinks(page)).toHaveText(mostRead.now!.map(({ title }) => title))
      expect(await measure()).toEqual(before)
      await locateList(page, 'This week').click()
      await expect(locateLinks(page)).toHaveText(mostRead.week!.map(({ title }) => title))
      await expect(locateList(page, 'This week')).toHaveAttribute('aria-pressed', 'true')
      expect(await measure()).toEqual(before)
      expect(requests.filter((request) => request === '/api/most-read')).toHaveLength(1)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await findViolations(page)).toEqual([])
      }
      expect(errors).toEqual([])
    })
  }
}

test('Editor’s Picks are there while it’s unavailable', async ({ page }) => {
  await page.route('**/api/most-read', (route) => route.fulfill({ status: 503, json: {} }))
  for (const [path, title] of [
    ['/', 'More Editor’s Picks'],
    [story, 'Editor’s Picks'],
  ] as const) {
    await openPage(page, path)
    await locateBox(page).scrollIntoViewIfNeeded()
    await expect(locateBox(page).getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect(locateLinks(page)).toHaveCount(5)
    const picks = await locateLinks(page).evaluateAll((all) =>
      all.map((link) => link.getAttribute('href')),
    )
    expect(new Set(picks).size).toBe(5)
    // Also shown by the page, if there are no others.
    const shown = await page
      .locator('.headline a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(shown).not.toContain(picks[0])
    expect(picks).not.toContain(story)
    expect(await findViolations(page)).toEqual([])
  }
})

test('a list without enough reads isn’t offered', async ({ page }) => {
  await replaceAnswers(page, { 'GET /api/most-read': { ...mostRead, now: null } })
  await openPage(page, story)
  await locateBox(page).scrollIntoViewIfNeeded()
  await expect(locateLinks(page).first()).toHaveText('Week One')
  await expect(locateList(page, 'Now')).toBeHidden()
})

test('without JavaScript no empty list is shown', async ({ pageWithoutScript }) => {
  await pageWithoutScript.goto(story)
  await expect(pageWithoutScript.locator('[data-most-read]')).toBeHidden()
})
