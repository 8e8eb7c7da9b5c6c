import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { errorsOf, layoutShift, open, samples, withoutPictures } from './readers.ts'
import { expectCounted } from './received-events.ts'

const { slug, title } = samples.metered

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search for' })
const status = (page: Page) => page.getByRole('main').getByRole('status')
const hits = (page: Page) => page.locator('[data-hit]')

/** Types once the page is able to listen. */
async function searchFor(page: Page, text: string) {
  await field(page).fill(text)
}

test.beforeEach(({ page }) => withoutPictures(page))

test('a reader searches by a word, sees where it stands, and opens the story', async ({ page }) => {
  const failures = errorsOf(page)
  await open(page, '/search')
  await expect(status(page)).toHaveText('Latest stories')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await searchFor(page, 'pencil')
  await expect(status(page)).toHaveText(/stories found$/)
  await expect(hits(page).first()).toHaveText(title)
  await expect(hits(page).first().locator('mark')).toHaveText('pencil')
  await expect(page).toHaveURL('/search?q=pencil')
  await hits(page).first().click()
  await expect(page).toHaveURL(`/${slug}`)
  await page.goBack()
  await expect(field(page)).toHaveValue('pencil')
  await expect(hits(page).first()).toHaveText(title)
  await expectCounted(page, 'Search Result Selected', { query: 'pencil', slug, position: 1 })
  expect(failures.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
})

test('an address with a query is the search, without anything moving', async ({ page }) => {
  await open(page, '/search?q=pencil&category=politics')
  await expect(hits(page).first()).toHaveText(title)
  await expect(page.getByLabel('Category')).toHaveValue('politics')
  expect(await layoutShift(page)).toBe(0)
})

test('filters narrow the search, stand in the address, and go back step by step', async ({
  page,
}) => {
  await open(page, '/search?q=lahore')
  await expect(status(page)).toHaveText(/found$/)
  const all = await status(page).textContent()
  await page.getByLabel('Tag').selectOption('Pakistan')
  await expect(page).toHaveURL('/search?q=lahore&tag=pakistan')
  await page.getByLabel('Category').selectOption('Profiles')
  await expect(page).toHaveURL('/search?q=lahore&category=profiles&tag=pakistan')
  await page.goBack()
  await expect(page.getByLabel('Category')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL('/search?q=lahore')
  await expect(status(page)).toHaveText(all!)
  await page.goForward()
  await expect(page.getByLabel('Tag')).toHaveValue('pakistan')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/search?q=lahore')
})

test('a filter alone lists its stories, the newest first', async ({ page }) => {
  await open(page, '/search?category=food')
  await expect(status(page)).toHaveText(/found$/)
  const days = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: hits(page) })
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime))
  expect(days.length).toBeGreaterThan(1)
  expect(days).toEqual([...days].sort().reverse())
})

test('keys alone are enough', async ({ page }) => {
  await open(page, '/search?q=lahore')
  await expect(hits(page).nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await expect(page).toHaveURL('/search')
  await expect(status(page)).toHaveText('Latest stories')
  await page.keyboard.type('pencil')
  await expect(hits(page).first()).toHaveText(title)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/${slug}`)
})

test('keys and choices made before the script is there count', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_astro/Search.*', async (route) => {
    await held
    await route.continue()
  })
  await open(page, '/search')
  await page.keyboard.press('/')
  await page.keyboard.type('pencil')
  await page.getByLabel('Category').selectOption('Politics')
  await expect(page).toHaveURL('/search')
  release()
  await expect(hits(page).first()).toHaveText(title)
  await expect(page).toHaveURL('/search?q=pencil&category=politics')
  await expect(field(page)).toHaveValue('pencil')
  await expect(page.getByLabel('Category')).toHaveValue('politics')
})

test('after a reload, going back and on still leads to what was looked for', async ({ page }) => {
  await open(page, '/search')
  await searchFor(page, 'pencil')
  await field(page).press('Enter')
  await expect(hits(page).first()).toHaveText(title)
  await page.goBack()
  await expect(status(page)).toHaveText('Latest stories')
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(1)
  await page.goForward()
  await expect(hits(page).first()).toHaveText(title)
  await expect(field(page)).toHaveValue('pencil')
})

test('who finds nothing is shown ways on', async ({ page }) => {
  await open(page, '/search?q=quokka&tag=nepal')
  await expect(status(page)).toHaveText('Nothing found')
  await expect(page.getByText('look at the spelling once more')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('link')).toHaveCount(11)
  await page.getByRole('button', { name: 'look without filters' }).click()
  await expect(page).toHaveURL('/search?q=quokka')
})

const harmless = {
  markup: '<img src=x onerror="document.title=1"><script>document.title=1</script>',
  emoji: '🥭👩🏽‍🍳',
  'ten thousand characters': 'xq'.repeat(5000),
  nothing: '   ',
}
for (const [name, query] of Object.entries(harmless)) {
  test(`a query of ${name} does no harm`, async ({ page }) => {
    const failures = errorsOf(page)
    await open(page, `/search?q=${encodeURIComponent(query)}`)
    await expect(status(page)).toHaveText(name === 'nothing' ? 'Latest stories' : 'Nothing found')
    await expect(page).toHaveTitle(/^Search/)
    await expect(page.locator('main img[src="x"]')).toHaveCount(0)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await searchFor(page, 'pencil')
    await expect(hits(page).first()).toHaveText(title)
    expect(failures.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  })
}

test('a search that cannot be made says so, and is made when it can', async ({ page }) => {
  await page.route('**/pagefind/**', (route) => route.abort())
  await open(page, '/search?q=pencil')
  await expect(status(page)).toHaveText('The search is not working right now')
  await expect(field(page)).toHaveValue('pencil')
  await page.unroute('**/pagefind/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(hits(page).first()).toHaveText(title)
})

test('nothing of the search is loaded before somebody means to search', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/pagefind/')) loaded.push(request.url())
  })
  const asleep = page.locator('main astro-island[ssr]')
  await page.goto('/search')
  await expect(asleep).toHaveCount(1)
  expect(loaded).toEqual([])
  await field(page).focus()
  await expect(asleep).toHaveCount(0)
  await expect.poll(() => loaded.length).toBeGreaterThan(2)
})

test('without JavaScript the page lists what is new and says where all is', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  await withoutPictures(page)
  await open(page, '/search?q=pencil')
  // Playwright reads no text in this element.
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0)
  await context.close()
})
