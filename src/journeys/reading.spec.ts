/** What a reader has read: noted where they allow it, gone on with, and forgotten. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { ownReader, stack } from '../../functions/edge-client.ts'
import { test } from './journey.ts'
import {
  errorsOf,
  hasRun,
  layoutShift,
  open,
  samples,
  takeCookies,
  withoutPictures,
} from './readers.ts'

const { slug, title } = samples.metered

test.beforeEach(({ page }) => withoutPictures(page))

/** A subscriber of this journey's own. */
async function bringSubscriber(context: BrowserContext, keepsHistory: boolean) {
  if (keepsHistory) await context.addInitScript(() => localStorage.setItem('history', '1'))
  const reader = await ownReader({ keepsHistory }, { isSubscribed: true })
  await takeCookies(context, reader.cookies, stack.siteUrl)
  return reader
}

const text = (page: Page) => page.locator('[data-rest]')

/** How much of the text stands above the window's lower edge. */
const place = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('[data-lead-in], [data-rest]')]
    const boxes = parts.map((part) => part.getBoundingClientRect())
    const height = boxes.reduce((sum, box) => sum + box.height, 0)
    const passed = boxes.reduce(
      (sum, box) => sum + Math.min(Math.max(innerHeight - box.top, 0), box.height),
      0,
    )
    return passed / height
  })

/** Opens the article, and goes on when all is there that follows its reader. */
async function openArticle(page: Page) {
  await page.clock.install()
  const script = page.waitForResponse(/article-reading/)
  await open(page, `/${slug}`)
  await expect(text(page)).toBeVisible()
  await hasRun(page, script)
}

/** Reads as far as this part of the closed text, takes a while, and leaves for the front page. */
async function readTo(page: Page, part: number): Promise<number> {
  await openArticle(page)
  await text(page).evaluate((element, share) => {
    const { top, height } = element.getBoundingClientRect()
    scrollTo({ top: scrollY + top + height * share - innerHeight, behavior: 'instant' })
  }, part)
  await page.clock.fastForward(6000)
  const depth = await place(page)
  await open(page, '/')
  return depth
}

const begun = (page: Page) => page.getByRole('region', { name: 'Continue reading' })

test('goes on where it was left, from the front page and on another device', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const errors = errorsOf(page)
  await bringSubscriber(context, true)
  const depth = await readTo(page, 0.5)
  const link = begun(page).getByRole('link', { name: title })
  await expect(link).toBeVisible()
  expect(await layoutShift(page)).toBe(0)
  await link.click()
  await expect.poll(async () => Math.abs((await place(page)) - depth) < 0.02).toBe(true)
  await expect(page).toHaveURL(`/${slug}`)
  // Pictures are left out here.
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])

  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  await elsewhere.addCookies(await context.cookies())
  await elsewhere.addInitScript(() => localStorage.setItem('history', '1'))
  const other = await elsewhere.newPage()
  await withoutPictures(other)
  // That there is something to go on with is found out there, and room is kept from then on.
  const asked = other.waitForResponse(/\/api\/reading/)
  await open(other, '/')
  await (await asked).finished()
  await expect(begun(other)).toBeHidden()
  await expect(async () => {
    await open(other, '/')
    await expect(begun(other).getByRole('link', { name: title })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await open(other, '/saved/history')
  await expect(other.getByRole('link', { name: title })).toBeVisible()
  await expect(other.getByText(/About half read/)).toBeVisible()
  await elsewhere.close()
})

test('is not offered when it is finished, and keeps its room on that page', async ({
  page,
  context,
}) => {
  await bringSubscriber(context, true)
  await readTo(page, 0.4)
  await expect(begun(page).getByRole('link', { name: title })).toBeVisible()
  await readTo(page, 1)
  await expect(begun(page).getByRole('link', { name: title })).toHaveCount(0)
  expect(await layoutShift(page)).toBe(0)
})

test('is noted of nobody who has not said so, and the front page keeps no room', async ({
  page,
  context,
}) => {
  await bringSubscriber(context, false)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openArticle(page)
  await text(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await page.clock.fastForward(6000)
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(begun(page)).toBeHidden()
  await open(page, '/saved/history')
  await expect(page.getByText('Nothing is noted here.')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/reading'))).toEqual(['/api/reading'])
})

test('is forgotten one by one, comes back where that fails, and all together', async ({
  page,
  context,
}) => {
  const reader = await bringSubscriber(context, true)
  for (const article of [slug, samples.public.slug]) {
    await reader.request(`/api/reading/${article}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"depth":0.4}',
    })
  }
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
  await open(page, '/saved/history')
  await expect(rows).toHaveCount(2)

  await page.route('**/api/reading/*', (route) => route.abort())
  await page.getByRole('button', { name: `Forget ${title}` }).click()
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await expect(rows).toHaveCount(2)

  await page.unroute('**/api/reading/*')
  await page.getByRole('button', { name: `Forget ${title}` }).dblclick()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('alert')).toBeEmpty()
  await page.reload()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Forget all of it' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Forget all of it' }).click()
  await page.getByRole('button', { name: 'Forget it', exact: true }).click()
  await expect(page.getByText('Nothing is noted here.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing is noted here.')).toBeVisible()
})

test('is asked of nobody who is not signed in', async ({ page }) => {
  await open(page, '/saved/history')
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText('Nothing is noted here.')).toBeHidden()
})
