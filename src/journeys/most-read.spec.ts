/** The most-read list, on the front page and after stories. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { ListedStory, MostRead } from '../contracts/endpoints/statistics-endpoints.ts'
import { findProblemsAt, findViolations } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import { replaceAnswers } from './testing/open-view.ts'
import {
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
  waitForFonts,
} from './testing/page-actions.ts'

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

const readAddresses = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

test('the most-read list is shown near the window, without a layout shift', async ({
  page,
  pageWithoutScript,
}) => {
  const errors = recordErrors(page)
  const requests = recordRequests(page, /\/api\/most-read/)
  await replaceAnswers(page, { 'GET /api/most-read': mostRead })
  const box = locateBox(page)
  const measure = () =>
    box.evaluate((element) => ({
      top: element.getBoundingClientRect().top + scrollY,
      height: element.getBoundingClientRect().height,
    }))
  const problems: string[] = []
  for (const width of [390, 1280]) {
    for (const path of ['/', story]) {
      await page.setViewportSize({ width, height: 900 })
      requests.length = 0
      await openPage(page, path)
      expect(requests).toEqual([])
      await waitForFonts(page)
      await box.scrollIntoViewIfNeeded()
      const before = await measure()
      await expect(locateLinks(page)).toHaveText(mostRead.now!.map(({ title }) => title))
      expect(await measure()).toEqual(before)
      await locateList(page, 'This week').click()
      await expect(locateLinks(page)).toHaveText(mostRead.week!.map(({ title }) => title))
      await expect(locateList(page, 'This week')).toHaveAttribute('aria-pressed', 'true')
      expect(await measure()).toEqual(before)
      expect(requests).toHaveLength(1)
      // Each page is checked at one width, because axe needs a second.
      if ((width === 390) === (path === '/')) {
        problems.push(...(await findProblemsAt([width], page, path)))
      }
    }
  }
  expect(problems).toEqual([])

  await page.unrouteAll()
  await replaceAnswers(page, { 'GET /api/most-read': { ...mostRead, now: null } })
  await openPage(page, story)
  await box.scrollIntoViewIfNeeded()
  await expect(locateLinks(page).first()).toHaveText('Week One')
  await expect(locateList(page, 'Now')).toBeHidden()
  expect(errors).toEqual([])
  await pageWithoutScript.goto(story)
  await expect(pageWithoutScript.locator('[data-most-read]')).toBeHidden()
})

test('Editor’s Picks are shown while the list is unavailable', async ({ page }) => {
  const box = locateBox(page)
  await page.route('**/api/most-read', (route) => route.fulfill({ status: 503, json: {} }))
  for (const [path, title] of [
    ['/', 'More Editor’s Picks'],
    [story, 'Editor’s Picks'],
  ] as const) {
    await openPage(page, path)
    await box.scrollIntoViewIfNeeded()
    await expect(box.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect(locateLinks(page)).toHaveCount(5)
    const picks = await readAddresses(locateLinks(page))
    expect(new Set(picks).size).toBe(5)
    // Stories that the page shows already are listed if there are no others.
    expect(await readAddresses(page.locator('.headline a'))).not.toContain(picks[0])
    expect(picks).not.toContain(story)
  }
  expect(await findViolations(page)).toEqual([])
})
