import { expect, type Page } from '@playwright/test'
import {
  publishedArticles,
  type SignedUpReader,
  signUpReader,
  stack,
} from '../../functions/testing/edge-client.ts'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { test as base } from './testing/journey-test.ts'
import {
  addSessionCookies,
  listLayoutShifts,
  locateToast,
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
  waitForScript,
} from './testing/page-actions.ts'

type Fixtures = { readonly reader: SignedUpReader }

/** Each test has its own reader, who is logged in. */
const test = base.extend<Fixtures>({
  reader: [
    async ({ context }, use) => {
      const reader = await signUpReader()
      await addSessionCookies(context, reader.client.cookies, stack.siteUrl)
      await use(reader)
    },
    { auto: true },
  ],
})

const { slug, title } = sampleArticles.metered
const [second, third] = publishedArticles.filter((article) => article.slug !== slug)
const firestore = connectFirestore(stack.buildEnvironment)

async function saveArticles(reader: SignedUpReader, ...slugs: string[]) {
  for (const name of slugs) {
    const saved = await reader.client.request(`/api/saved/${name}`, { method: 'PUT', body: '{}' })
    expect(saved.status).toBe(200)
  }
}

const locateSaveButton = (page: Page) => page.locator('.head [data-save]')
const locateRows = (page: Page) => page.locator('[data-saved-row]')
const locateTitles = (page: Page) => locateRows(page).getByRole('heading')
const recordCalls = (page: Page) => recordRequests(page, / \/api\/saved/)

/** `Saved` also means that the button's script has run. */
const expectButton = (page: Page, state: 'Save' | 'Saved') =>
  expect(locateSaveButton(page)).toHaveAccessibleName(
    state === 'Save' ? `Save “${title}”` : `Saved: “${title}”. Remove`,
  )

async function openList(page: Page, count: number) {
  await openPage(page, '/saved')
  await expect(locateRows(page)).toHaveCount(count)
}

test('a story can be saved on its page and in lists', async ({ page }) => {
  const errors = recordErrors(page)
  await openPage(page, `/${slug}`)
  await expectButton(page, 'Save')
  await locateSaveButton(page).click()
  await expectButton(page, 'Saved')
  await openPage(page, '/latest')
  const teaser = page.locator('.teaser').filter({ hasText: second!.title })
  await expect(page.getByRole('button', { name: `Saved: “${title}”` })).toHaveCount(
    await page.locator('.teaser').filter({ hasText: title }).count(),
  )
  await teaser.getByRole('button', { name: `Save “${second!.title}”` }).click()
  await expect(teaser.getByRole('button', { name: 'Saved' })).toBeVisible()
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText([second!.title, title])
  await locateRows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(`/${second!.slug}`)
  expect(errors).toEqual([])
})

test('a story can be saved in search results', async ({ page, reader }) => {
  await openPage(page, `/search?q=${encodeURIComponent(title)}`)
  const hit = page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-hit]', { hasText: title }) })
  await hit.getByRole('button', { name: `Save “${title}”` }).click()
  await expect(hit.getByRole('button', { name: `Saved: “${title}”` })).toBeVisible()
  await expect.poll(async () => (await reader.client.request('/api/saved')).text()).toContain(slug)
})

test('the list can be filtered and sorted, also after a reload', async ({ page, reader }) => {
  await saveArticles(reader, slug, second!.slug, third!.slug)
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText([third!.title, second!.title, title])
  await page.getByLabel('Order').selectOption('First saved')
  await expect(locateTitles(page)).toHaveText([title, second!.title, third!.title])
  await page.getByLabel('Find').fill(title.toUpperCase())
  await expect(locateTitles(page)).toHaveText([title])
  await expect(page.getByRole('status').filter({ hasText: '1 of 3 stories' })).toBeVisible()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(locateTitles(page)).toHaveText([title])
  await page.getByLabel('Find').fill('qqq xylophone')
  await page.getByRole('button', { name: 'Show all stories' }).click()
  await expect(locateRows(page)).toHaveCount(3)
  const category = page.getByLabel('Category')
  await category.selectOption({ index: 1 })
  await expect(locateRows(page)).not.toHaveCount(3)
  await category.selectOption({ index: 0 })
  await expect(locateRows(page)).toHaveCount(3)
})

test('undoing a removal restores the story’s place', async ({ page, reader }) => {
  await saveArticles(reader, slug, second!.slug, third!.slug)
  await openPage(page, '/saved')
  await page.getByRole('button', { name: `Remove “${second!.title}”` }).click()
  await expect(locateTitles(page)).toHaveText([third!.title, title])
  await expect(page.getByRole('button', { name: `Remove “${title}”` })).toBeFocused()
  await locateToast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(locateTitles(page)).toHaveText([third!.title, second!.title, title])
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(locateTitles(page)).toHaveText([third!.title, second!.title, title])
})

test('a double click saves or removes once', async ({ page, reader }) => {
  await saveArticles(reader, second!.slug, third!.slug)
  const calls = recordCalls(page)
  await openPage(page, `/${slug}`)
  await expectButton(page, 'Save')
  // If the page closed before the response, the next one would send it again.
  const saveResponse = page.waitForResponse('**/api/saved/*')
  await locateSaveButton(page).dblclick()
  await expectButton(page, 'Saved')
  await saveResponse
  await openList(page, 3)
  // The next row moves under the pointer.
  await page.getByRole('button', { name: `Remove “${title}”` }).dblclick()
  await expect(locateTitles(page)).toHaveText([third!.title, second!.title])
  await expect(locateToast(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  // Changes are sent one at a time.
  await expect
    .poll(() => calls.filter((call) => !call.startsWith('GET')))
    .toEqual([`PUT /api/saved/${slug}`, `DELETE /api/saved/${slug}`])
})

test('two devices share one list', async ({ page, reader, otherDevice }) => {
  await addSessionCookies(otherDevice, reader.client.cookies, stack.siteUrl)
  const other = await otherDevice.newPage()
  await openPage(page, '/saved')
  await expect(page.getByText('You haven’t saved anything yet.')).toBeVisible()
  await openPage(other, `/${slug}`)
  await expectButton(other, 'Save')
  const saveResponse = other.waitForResponse(`**/api/saved/${slug}`)
  await locateSaveButton(other).click()
  expect((await saveResponse).status()).toBe(200)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(locateTitles(page)).toHaveText([title])
})

test('two tabs show the same', async ({ page, context, reader }) => {
  await saveArticles(reader, second!.slug)
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText([second!.title])
  const other = await context.newPage()
  await openPage(other, `/${slug}`)
  await expectButton(other, 'Save')
  await locateSaveButton(other).click()
  await expect(locateTitles(page)).toHaveText([title, second!.title])
  await page.getByRole('button', { name: `Remove “${title}”` }).click()
  await expectButton(other, 'Save')
})

test('a failed removal is undone with an error', async ({ page, reader }) => {
  await saveArticles(reader, second!.slug)
  await openList(page, 1)
  const message = 'We couldn’t load that. Try again in a minute.'
  await page.route('**/api/saved/*', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message } } }),
  )
  await locateRows(page).getByRole('button', { name: 'Remove' }).click()
  const alert = locateToast(page).getByRole('alert')
  await expect(alert).toHaveText(`The story wasn’t removed. ${message}`)
  await expect(locateTitles(page)).toHaveText([second!.title])
})

test('changes fail offline, and the last list stays visible', async ({ page, context, reader }) => {
  await saveArticles(reader, slug)
  await openList(page, 1)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(locateToast(page).getByRole('alert')).toContainText('offline')
  await expect(locateRows(page)).toHaveCount(1)
  await context.setOffline(false)
  await page.route('**/api/saved', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(locateTitles(page)).toHaveText([title])
  await expect(page.getByText('last list stored on this device')).toBeVisible()
  await page.unroute('**/api/saved')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('last list stored on this device')).toBeHidden()
})

test('a save just before leaving the page isn’t lost', async ({ page }) => {
  await openPage(page, `/${slug}`)
  await expectButton(page, 'Save')
  // The request isn't sent before the page is left.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => {})
  })
  await locateSaveButton(page).click()
  await expectButton(page, 'Saved')
  const saveResponseInOtherTab = page.waitForResponse(`**/api/saved/${slug}`)
  await openPage(page, `/${third!.slug}`)
  expect((await saveResponseInOtherTab).status()).toBe(200)
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText([title])
})

test('pages show what is saved without requests or layout shifts', async ({ page, reader }) => {
  await saveArticles(reader, slug, second!.slug)
  await openPage(page, '/about')
  const calls = recordCalls(page)
  await openPage(page, `/${slug}`)
  await expectButton(page, 'Saved')
  // The list is loaded once, by this page or the one before.
  const callCount = calls.length
  for (const path of ['/', '/latest', '/category/culture', `/author/${second!.authors[0]}`]) {
    await openPage(page, path)
    await expect(page.locator('.teaser .save').first()).toBeAttached()
    await expect(page.locator('.teaser:not(:has([data-save]))')).toHaveCount(0)
    expect(await listLayoutShifts(page), path).toEqual([])
  }
  expect(calls).toHaveLength(callCount)
  await openPage(page, `/${slug}`)
  await expectButton(page, 'Saved')
  expect(await listLayoutShifts(page)).toEqual([])
  await openList(page, 2)
  expect(await listLayoutShifts(page)).toEqual([])
})

test('a link with #save from elsewhere saves nothing', async ({ page }) => {
  const calls = recordCalls(page)
  await openPage(page, `/${slug}#save`)
  await expect(page).toHaveURL(`/${slug}`)
  await expectButton(page, 'Save')
  expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
})

test('logging out deletes the list from the device', async ({ page, reader }) => {
  await saveArticles(reader, slug)
  const script = page.waitForResponse(/signed-in-script/)
  await openList(page, 1)
  await waitForScript(page, script)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  const storedKeys = await page.evaluate(() => Object.keys(localStorage))
  expect(storedKeys.filter((key) => key.startsWith('saved'))).toEqual([])
  await openPage(page, '/saved')
  await expect(page.getByText('Log in to see the articles you’ve saved')).toBeVisible()
  await expect(locateRows(page)).toHaveCount(0)
})

test('a withdrawn story is listed, and can be removed', async ({ page, reader }) => {
  await saveArticles(reader, slug)
  const path = `savedArticles/${reader.uid}`
  const stored = await firestore.get(path)
  if (!stored.ok) throw new Error('not answered')
  const { articles } = stored.value!.fields as { articles: readonly object[] }
  const withdrawn = {
    ...articles[0],
    slug: 'gone-for-good',
    state: 'unavailable',
    title: 'It was here',
  }
  await firestore.commit([{ set: path, fields: { articles: [...articles, withdrawn] } }])
  await openPage(page, '/saved')
  const withdrawnRow = locateRows(page).filter({ hasText: 'It was here' })
  await expect(withdrawnRow).toContainText('This story is no longer published.')
  await expect(withdrawnRow.getByRole('link')).toHaveCount(0)
  await withdrawnRow.getByRole('button', { name: 'Remove' }).click()
  await expect(locateTitles(page)).toHaveText([title])
})

test('there is no save button without JavaScript', async ({ pageWithoutScript: page }) => {
  await openPage(page, `/${slug}`)
  await expect(locateSaveButton(page)).toBeHidden()
})
