import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createReaderWithSession, stack } from '../../functions/testing/edge-client.ts'
import { test } from './testing/journey-test.ts'
import {
  addSessionCookies,
  listLayoutShifts,
  locateBody,
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
  waitForScript,
} from './testing/page-actions.ts'
import { forgetReader } from './testing/session-actions.ts'

const { slug, title } = sampleArticles.metered

async function signInSubscriber(context: BrowserContext, isHistoryEnabled: boolean) {
  if (isHistoryEnabled) await context.addInitScript(() => localStorage.setItem('history', '1'))
  const reader = await createReaderWithSession({ isHistoryEnabled }, { isSubscribed: true })
  await addSessionCookies(context, reader.cookies, stack.siteUrl)
  return reader
}

/** Reads which part of the text is above the window's lower edge. */
const readDepth = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('[data-lead-in], [data-article-body]')]
    const boxes = parts.map((part) => part.getBoundingClientRect())
    const height = boxes.reduce((sum, box) => sum + box.height, 0)
    const heightRead = boxes.reduce(
      (sum, box) => sum + Math.min(Math.max(innerHeight - box.top, 0), box.height),
      0,
    )
    return heightRead / height
  })

/** Waits for the script that records reading progress. */
async function openArticle(page: Page) {
  await page.clock.install()
  const script = page.waitForResponse(/signed-in-script/)
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()
  await waitForScript(page, script)
}

/** Reads to this part of the closed text, then leaves for the front page. */
async function readTo(page: Page, part: number): Promise<number> {
  await openArticle(page)
  await locateBody(page).evaluate((element, share) => {
    const { top, height } = element.getBoundingClientRect()
    scrollTo({ top: scrollY + top + height * share - innerHeight, behavior: 'instant' })
  }, part)
  await page.clock.fastForward(6000)
  const depth = await readDepth(page)
  await openPage(page, '/')
  return depth
}

const locateStarted = (page: Page) => page.getByRole('region', { name: 'Continue reading' })

test('an article opens where the reader left it, on all devices, but only with consent', async ({
  page,
  context,
  otherDevice,
}) => {
  const errors = recordErrors(page)
  await signInSubscriber(context, false)
  const requests = recordRequests(page, /\/api\/reading-history/)
  await openArticle(page)
  await locateBody(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await page.clock.fastForward(6000)
  await openPage(page, '/')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(locateStarted(page)).toBeHidden()
  await openPage(page, '/saved/history')
  await expect(page.getByText('Your reading history is off.')).toBeVisible()
  expect(requests).toEqual(['GET /api/reading-history'])

  await forgetReader(page)
  await signInSubscriber(context, true)
  const depth = await readTo(page, 0.5)
  const link = locateStarted(page).getByRole('link', { name: title })
  await expect(link).toBeVisible()
  expect(await listLayoutShifts(page)).toEqual([])
  await link.click()
  await expect.poll(async () => Math.abs((await readDepth(page)) - depth) < 0.02).toBe(true)
  await expect(page).toHaveURL(`/${slug}`)

  await otherDevice.addCookies(await context.cookies())
  await otherDevice.addInitScript(() => localStorage.setItem('history', '1'))
  const otherPage = await otherDevice.newPage()
  // The first visit loads the history; later ones reserve space for it.
  const historyRequest = otherPage.waitForResponse(/\/api\/reading/)
  await openPage(otherPage, '/')
  await (await historyRequest).finished()
  await expect(locateStarted(otherPage)).toBeHidden()
  await expect(async () => {
    await openPage(otherPage, '/')
    await expect(locateStarted(otherPage).getByRole('link', { name: title })).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  await openPage(otherPage, '/saved/history')
  await expect(otherPage.getByRole('link', { name: title })).toBeVisible()
  await expect(otherPage.getByText(/About half read/)).toBeVisible()

  await readTo(page, 1)
  await expect(locateStarted(page).getByRole('link', { name: title })).toHaveCount(0)
  expect(await listLayoutShifts(page)).toEqual([])
  expect(errors).toEqual([])
})

test('articles can be removed from the reading history one by one, or all together', async ({
  page,
  context,
}) => {
  await openPage(page, '/saved/history')
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText('Your reading history is empty.')).toBeHidden()
  const reader = await signInSubscriber(context, true)
  for (const article of [slug, sampleArticles.public.slug]) {
    await reader.request(`/api/reading-history/${article}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"depth":0.4}',
    })
  }
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
  // Rows disappear at once, before the server has removed the articles.
  const waitForRemoval = () =>
    page.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok())
  await openPage(page, '/saved/history')
  await expect(rows).toHaveCount(2)

  await page.route('**/api/reading-history/*', (route) => route.abort())
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await expect(page.getByRole('alert')).toContainText('couldn’t reach our server')
  await expect(rows).toHaveCount(2)
  await expect(rows.getByRole('button').filter({ hasNotText: title })).toBeFocused()

  await page.unroute('**/api/reading-history/*')
  const removal = waitForRemoval()
  await page.getByRole('button', { name: `Remove ${title}` }).dblclick()
  await expect(rows).toHaveCount(1)
  await removal
  await expect(page.getByRole('alert')).toBeEmpty()
  await page.reload()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Clear reading history' }).click()
  await page.getByRole('button', { name: 'Keep history' }).click()
  await expect(page.getByRole('button', { name: 'Clear reading history' })).toBeFocused()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear reading history' }).click()
  const clearing = waitForRemoval()
  await page.getByRole('button', { name: 'Clear history', exact: true }).click()
  await expect(page.getByText('Your reading history is empty.')).toBeFocused()
  await clearing
  await page.reload()
  await expect(page.getByText('Your reading history is empty.')).toBeVisible()
})
