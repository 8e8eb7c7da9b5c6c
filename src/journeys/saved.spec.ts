/** Readers put stories by, find them again on any device, and take them off. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type NewReader, newReader, publishedArticles, stack } from '../../functions/edge-client.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { test as base } from './journey.ts'
import { errorsOf, layoutShift, open, samples, takeCookies, withoutPictures } from './readers.ts'

type Fixtures = { readonly reader: NewReader }

/** A reader of this test's own, who is signed in in this browser. */
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from it
  reader: async ({}, use) => use(await newReader()),
})

const enter = (context: BrowserContext, { client }: NewReader) =>
  takeCookies(context, client.cookies, stack.siteUrl)

const { slug, title } = samples.metered
const [second, third] = publishedArticles.filter((article) => article.slug !== slug)
const firestore = connectFirestore(stack.buildEnvironment)

const putBy = (reader: NewReader, ...slugs: string[]) =>
  slugs.reduce(async (before, name) => {
    await before
    const saved = await reader.client.request(`/api/saved/${name}`, { method: 'PUT', body: '{}' })
    expect(saved.status).toBe(200)
  }, Promise.resolve())

const onArticle = (page: Page) => page.locator('.head [data-save]')
const rows = (page: Page) => page.locator('[data-saved-row]')
const titles = (page: Page) => rows(page).getByRole('heading')
const toast = (page: Page) => page.locator('[data-rht-toaster]')

/** The calls that this page makes for what is saved. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/saved')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test.beforeEach(({ page }) => withoutPictures(page))

test('a story is saved on its page and in a list, and found on the shelf', async ({
  page,
  context,
  reader,
}) => {
  await enter(context, reader)
  const errors = errorsOf(page)
  await open(page, `/${slug}`)
  await expect(onArticle(page)).toHaveAccessibleName(`Save “${title}”`)
  await onArticle(page).click()
  await expect(onArticle(page)).toHaveAccessibleName(`Saved: “${title}”. Remove`)
  await open(page, '/latest')
  const teaser = page.locator('.teaser').filter({ hasText: second!.title })
  await expect(page.getByRole('button', { name: `Saved: “${title}”` })).toHaveCount(
    await page.locator('.teaser').filter({ hasText: title }).count(),
  )
  await teaser.getByRole('button', { name: `Save “${second!.title}”` }).click()
  await expect(teaser.getByRole('button', { name: 'Saved' })).toBeVisible()
  await open(page, '/saved')
  await expect(titles(page)).toHaveText([second!.title, title])
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(`/${second!.slug}`)
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('what a search has found is saved where it stands', async ({ page, context, reader }) => {
  await enter(context, reader)
  await open(page, `/search?q=${encodeURIComponent(title)}`)
  const hit = page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-hit]', { hasText: title }) })
  await hit.getByRole('button', { name: `Save “${title}”` }).click()
  await expect(hit.getByRole('button', { name: `Saved: “${title}”` })).toBeVisible()
  await expect.poll(async () => (await reader.client.request('/api/saved')).text()).toContain(slug)
})

test('the shelf is narrowed and ordered, and the address keeps how', async ({
  page,
  context,
  reader,
}) => {
  await enter(context, reader)
  await putBy(reader, slug, second!.slug, third!.slug)
  await open(page, '/saved')
  await expect(titles(page)).toHaveText([third!.title, second!.title, title])
  await page.getByLabel('Order').selectOption('Saved first')
  await expect(titles(page)).toHaveText([title, second!.title, third!.title])
  await page.getByLabel('Find').fill(title.toUpperCase())
  await expect(titles(page)).toHaveText([title])
  await expect(page.getByRole('status').filter({ hasText: '1 of 3 stories' })).toBeVisible()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(titles(page)).toHaveText([title])
  await page.getByLabel('Find').fill('qqq xylophone')
  await page.getByRole('button', { name: 'Show all of it' }).click()
  await expect(rows(page)).toHaveCount(3)
  const category = page.getByLabel('Category')
  await category.selectOption({ index: 1 })
  await expect(rows(page)).not.toHaveCount(3)
  await category.selectOption({ index: 0 })
  await expect(rows(page)).toHaveCount(3)
})

test('what is taken off comes back to its place', async ({ page, context, reader }) => {
  await enter(context, reader)
  await putBy(reader, slug, second!.slug, third!.slug)
  await open(page, '/saved')
  await page.getByRole('button', { name: `Remove “${second!.title}”` }).click()
  await expect(titles(page)).toHaveText([third!.title, title])
  await expect(page.getByRole('button', { name: `Remove “${title}”` })).toBeFocused()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(titles(page)).toHaveText([third!.title, second!.title, title])
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(titles(page)).toHaveText([third!.title, second!.title, title])
})

test('a press twice is one', async ({ page, context, reader }) => {
  await enter(context, reader)
  await putBy(reader, second!.slug, third!.slug)
  const calls = callsOf(page)
  await open(page, `/${slug}`)
  await expect(onArticle(page)).toHaveAccessibleName(`Save “${title}”`)
  // A page that goes before its answer is there has the next one send it again.
  const answered = page.waitForResponse('**/api/saved/*')
  await onArticle(page).dblclick()
  await expect(onArticle(page)).toHaveAccessibleName(`Saved: “${title}”. Remove`)
  await answered
  await open(page, '/saved')
  await expect(rows(page)).toHaveCount(3)
  // The next row comes under the pointer.
  await page.getByRole('button', { name: `Remove “${title}”` }).dblclick()
  await expect(titles(page)).toHaveText([third!.title, second!.title])
  await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  // Changes are sent one at a time, so the second waits for the first one's answer.
  await expect
    .poll(() => calls.filter((call) => !call.startsWith('GET')))
    .toEqual([`PUT /api/saved/${slug}`, `DELETE /api/saved/${slug}`])
})

test('two devices have one shelf', async ({ page, context, browser, reader, baseURL }) => {
  await enter(context, reader)
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  await enter(elsewhere, reader)
  const other = await elsewhere.newPage()
  await withoutPictures(other)
  await open(page, '/saved')
  await expect(page.getByText('Nothing is put by yet.')).toBeVisible()
  await open(other, `/${slug}`)
  await expect(onArticle(other)).toHaveAccessibleName(`Save “${title}”`)
  const answered = other.waitForResponse(`**/api/saved/${slug}`)
  await onArticle(other).click()
  expect((await answered).status()).toBe(200)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(titles(page)).toHaveText([title])
  await elsewhere.close()
})

test('two tabs agree', async ({ page, context, reader }) => {
  await enter(context, reader)
  await putBy(reader, second!.slug)
  await open(page, '/saved')
  await expect(titles(page)).toHaveText([second!.title])
  const other = await context.newPage()
  await withoutPictures(other)
  await open(other, `/${slug}`)
  // Its script is there.
  await expect(onArticle(other)).toHaveAccessibleName(`Save “${title}”`)
  await onArticle(other).click()
  await expect(titles(page)).toHaveText([title, second!.title])
  await page.getByRole('button', { name: `Remove “${title}”` }).click()
  await expect(onArticle(other)).toHaveAccessibleName(`Save “${title}”`)
})

test('a call that fails is told, and what was pressed is taken back', async ({
  page,
  context,
  reader,
}) => {
  await enter(context, reader)
  await putBy(reader, second!.slug)
  await open(page, '/saved')
  await expect(rows(page)).toHaveCount(1)
  await page.route('**/api/saved/*', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'We cannot look that up right now.' } },
    }),
  )
  await rows(page).getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page).getByRole('alert')).toHaveText(
    'The story was not removed. We cannot look that up right now.',
  )
  await expect(titles(page)).toHaveText([second!.title])
})

test('offline, nothing is promised, and the shelf stays as it was seen last', async ({
  page,
  context,
  reader,
}) => {
  await enter(context, reader)
  await putBy(reader, slug)
  await open(page, '/saved')
  await expect(rows(page)).toHaveCount(1)
  // What shows it has come once; a first toast while offline is the browser's own.
  await page.getByRole('button', { name: 'Remove' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page).getByRole('alert')).toContainText('offline')
  await expect(rows(page)).toHaveCount(1)
  await context.setOffline(false)
  await page.route('**/api/saved', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(titles(page)).toHaveText([title])
  await expect(page.getByText('as this device last had it')).toBeVisible()
  await page.unroute('**/api/saved')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('as this device last had it')).toBeHidden()
})

test('a press just before the page goes is not lost', async ({ page, context, reader }) => {
  await enter(context, reader)
  await open(page, `/${slug}`)
  await expect(onArticle(page)).toHaveAccessibleName(`Save “${title}”`)
  // Not sent before the page goes.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => {})
  })
  await onArticle(page).click()
  await expect(onArticle(page)).toHaveAccessibleName(`Saved: “${title}”. Remove`)
  const sent = page.waitForResponse(`**/api/saved/${slug}`)
  await open(page, `/${third!.slug}`)
  expect((await sent).status()).toBe(200)
  await open(page, '/saved')
  await expect(titles(page)).toHaveText([title])
})

test('pages know without asking, and nothing in them moves', async ({ page, context, reader }) => {
  await enter(context, reader)
  await putBy(reader, slug, second!.slug)
  await open(page, '/about')
  const calls = callsOf(page)
  await open(page, `/${slug}`)
  await expect(onArticle(page)).toHaveAccessibleName(`Saved: “${title}”. Remove`)
  // The page before has asked, or this one does: once.
  const asked = calls.length
  for (const path of ['/', '/latest', '/category/culture', `/author/${second!.authors[0]}`]) {
    await open(page, path)
    await expect(page.locator('.teaser .save').first()).toBeAttached()
    await expect(page.locator('.teaser:not(:has([data-save]))')).toHaveCount(0)
    expect(await layoutShift(page), path).toBe(0)
  }
  expect(calls).toHaveLength(asked)
  await open(page, `/${slug}`)
  await expect(onArticle(page)).toHaveAccessibleName(`Saved: “${title}”. Remove`)
  expect(await layoutShift(page)).toBe(0)
  await open(page, '/saved')
  await expect(rows(page)).toHaveCount(2)
  expect(await layoutShift(page)).toBe(0)
})

test('a link from elsewhere saves nothing', async ({ page, context, reader }) => {
  await enter(context, reader)
  const calls = callsOf(page)
  await open(page, `/${slug}#save`)
  await expect(page).toHaveURL(`/${slug}`)
  await expect(onArticle(page)).toHaveAccessibleName(`Save “${title}”`)
  expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
})

test('who logs out leaves nothing of it on the device', async ({ page, context, reader }) => {
  await enter(context, reader)
  await putBy(reader, slug)
  await open(page, '/saved')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => key.startsWith('saved'))).toEqual([])
  await open(page, '/saved')
  await expect(page.getByText('Log in to see what you have put by')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
})

test('a story that was withdrawn is named, and can be taken off', async ({
  page,
  context,
  reader,
}) => {
  await enter(context, reader)
  await putBy(reader, slug)
  const path = `savedArticles/${reader.uid}`
  const stored = await firestore.get(path)
  if (!stored.ok) throw new Error('not answered')
  const { articles } = stored.value!.fields as { articles: readonly object[] }
  const withdrawn = { ...articles[0], slug: 'gone-for-good', state: 'gone', title: 'It was here' }
  await firestore.commit([{ set: path, fields: { articles: [...articles, withdrawn] } }])
  await open(page, '/saved')
  const gone = rows(page).filter({ hasText: 'It was here' })
  await expect(gone).toContainText('This story is no longer published.')
  await expect(gone.getByRole('link')).toHaveCount(0)
  await gone.getByRole('button', { name: 'Remove' }).click()
  await expect(titles(page)).toHaveText([title])
})

test('without JavaScript there is nothing to press', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  await withoutPictures(page)
  await open(page, `/${slug}`)
  await expect(onArticle(page)).toBeHidden()
  await context.close()
})
