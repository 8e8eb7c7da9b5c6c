import { expect, type Page } from '@playwright/test'
import { categorySlugs } from '../domain/category.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  listLayoutShifts,
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'

const { slug, title } = sampleArticles.metered

const locateField = (page: Page) => page.getByRole('searchbox', { name: 'Search for' })
const locateStatus = (page: Page) => page.getByRole('main').getByRole('status')
const locateHits = (page: Page) => page.locator('[data-hit]')

test('a reader searches for a word and opens the story, by pointer or keyboard', async ({
  page,
}) => {
  const failures = recordErrors(page)
  const loadedPaths = recordRequests(page, /\/pagefind\//)
  const unhydratedIslands = page.locator('main astro-island[ssr]')
  await page.goto('/search')
  await expect(unhydratedIslands).toHaveCount(1)
  await expect(locateStatus(page)).toHaveText('Latest stories')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  expect(loadedPaths).toEqual([])
  await locateField(page).focus()
  await expect(unhydratedIslands).toHaveCount(0)
  await expect.poll(() => loadedPaths.length).toBeGreaterThan(2)
  await locateField(page).fill('pencil')
  await expect(locateStatus(page)).toHaveText(/stories found$/)
  await expect(locateHits(page).first()).toHaveText(title)
  await expect(locateHits(page).first().locator('mark')).toHaveText('pencil')
  await expect(page).toHaveURL('/search?q=pencil')
  await locateHits(page).first().click()
  await expect(page).toHaveURL(`/${slug}`)
  await page.goBack()
  await expect(locateField(page)).toHaveValue('pencil')
  await expect(locateHits(page).first()).toHaveText(title)
  await expectTracked(page, 'Search Result Selected', { query: 'pencil', slug, position: 1 })

  await openPage(page, '/search?q=lahore')
  await expect(locateHits(page).nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(locateField(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(locateHits(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(locateHits(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(locateField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(locateField(page)).toHaveValue('')
  await expect(page).toHaveURL('/search')
  await expect(locateStatus(page)).toHaveText('Latest stories')
  await page.keyboard.type('pencil')
  await expect(locateHits(page).first()).toHaveText(title)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/${slug}`)
  expect(failures).toEqual([])
})

test('query and filters are part of the address and the history, even after a reload', async ({
  page,
}) => {
  await openPage(page, '/search?q=pencil&category=politics')
  await expect(locateHits(page).first()).toHaveText(title)
  await expect(page.getByLabel('Category')).toHaveValue('politics')
  expect(await listLayoutShifts(page)).toEqual([])

  await openPage(page, '/search?q=lahore')
  await expect(locateStatus(page)).toHaveText(/found$/)
  const allStatus = await locateStatus(page).textContent()
  await page.getByLabel('Tag').selectOption('Pakistan')
  await expect(page).toHaveURL('/search?q=lahore&tag=pakistan')
  await page.getByLabel('Category').selectOption('Profiles')
  await expect(page).toHaveURL('/search?q=lahore&category=profiles&tag=pakistan')
  await page.goBack()
  await expect(page.getByLabel('Category')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL('/search?q=lahore')
  await expect(locateStatus(page)).toHaveText(allStatus!)
  await page.goForward()
  await expect(page.getByLabel('Tag')).toHaveValue('pakistan')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(locateStatus(page).getByRole('heading')).toBeFocused()
  await expect(page).toHaveURL('/search?q=lahore')

  // A filter alone lists its stories, newest first.
  await openPage(page, '/search?category=food')
  await expect(locateStatus(page)).toHaveText(/found$/)
  const days = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: locateHits(page) })
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime))
  expect(days.length).toBeGreaterThan(1)
  expect(days).toEqual([...days].sort().reverse())

  await openPage(page, '/search')
  await locateField(page).fill('pencil')
  await locateField(page).press('Enter')
  await expect(locateHits(page).first()).toHaveText(title)
  await page.goBack()
  await expect(locateStatus(page)).toHaveText('Latest stories')
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(1)
  await page.goForward()
  await expect(locateHits(page).first()).toHaveText(title)
  await expect(locateField(page)).toHaveValue('pencil')
})

const harmless = {
  markup: '<img src=x onerror="document.title=1"><script>document.title=1</script>',
  emoji: '🥭👩🏽‍🍳',
  'ten thousand characters': 'xq'.repeat(5000),
  nothing: '   ',
}

test('no query causes an error, and search recovers from a late script, a missing script and a failure', async ({
  page,
  pageWithoutScript,
}) => {
  const failures = recordErrors(page)
  for (const [name, query] of Object.entries(harmless)) {
    await openPage(page, `/search?q=${encodeURIComponent(query)}`)
    const status = name === 'nothing' ? 'Latest stories' : 'No stories found'
    await expect(locateStatus(page), name).toHaveText(status)
    await expect(page).toHaveTitle(/^Search/)
    await expect(page.locator('main img[src="x"]')).toHaveCount(0)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, name).toBe(0)
    await locateField(page).fill('pencil')
    await expect(locateHits(page).first(), name).toHaveText(title)
  }
  await openPage(page, '/search?q=quokka&tag=nepal')
  await expect(locateStatus(page)).toHaveText('No stories found')
  await expect(page.getByText('checking the spelling')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('link')).toHaveCount(
    categorySlugs.length,
  )
  await page.getByRole('button', { name: 'searching without filters' }).click()
  await expect(page).toHaveURL('/search?q=quokka')
  expect(failures).toEqual([])

  // Text typed before the script has loaded is used too.
  const release = await holdRequests(page, '**/_astro/Search.*')
  await openPage(page, '/search')
  await page.keyboard.press('/')
  await page.keyboard.type('pencil')
  await page.getByLabel('Category').selectOption('Politics')
  await expect(page).toHaveURL('/search')
  release()
  await expect(locateHits(page).first()).toHaveText(title)
  await expect(page).toHaveURL('/search?q=pencil&category=politics')
  await expect(locateField(page)).toHaveValue('pencil')
  await expect(page.getByLabel('Category')).toHaveValue('politics')

  await page.route('**/pagefind/**', (route) => route.abort())
  await openPage(page, '/search?q=pencil')
  await expect(locateStatus(page)).toHaveText('Search isn’t working right now')
  await expect(locateField(page)).toHaveValue('pencil')
  await page.unroute('**/pagefind/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(locateHits(page).first()).toHaveText(title)

  await openPage(pageWithoutScript, '/search?q=pencil')
  // Playwright can't read text in this element.
  await expect(pageWithoutScript.locator('noscript p')).toBeVisible()
  await expect(pageWithoutScript.getByRole('main').getByRole('article')).not.toHaveCount(0)
})
