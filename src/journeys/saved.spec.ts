import { expect, type Page } from '@playwright/test'
import { publishedArticles, signUpReader, stack } from '../../functions/testing/edge-client.ts'
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
} from './testing/page-actions.ts'
import { logOut, openSignedInPage } from './testing/session-actions.ts'

type SignedUpReader = Awaited<ReturnType<typeof signUpReader>>
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
const allTitles = [third!.title, second!.title, title]

async function saveArticles(reader: SignedUpReader, ...slugs: string[]) {
  for (const name of slugs) {
    const saved = await reader.client.request(`/api/saved/${name}`, { method: 'PUT', body: '{}' })
    expect(saved.status).toBe(200)
  }
}

/** Adds a story that was withdrawn after it was saved. */
async function storeWithdrawnStory({ uid }: SignedUpReader, storyTitle: string) {
  const firestore = connectFirestore(stack.buildEnvironment)
  const path = `savedArticles/${uid}`
  const stored = await firestore.get(path)
  if (!stored.ok) throw new Error('not answered')
  const { articles } = stored.value!.fields as { articles: readonly object[] }
  const changes = { slug: 'gone-for-good', state: 'unavailable', title: storyTitle }
  const fields = { articles: [...articles, { ...articles[0], ...changes }] }
  await firestore.commit([{ set: path, fields }])
}

const locateSaveButton = (page: Page) => page.locator('.head [data-save]')
const locateRows = (page: Page) => page.locator('[data-saved-row]')
const locateTitles = (page: Page) => locateRows(page).getByRole('heading')
const locateRemove = (page: Page, storyTitle: string) =>
  page.getByRole('button', { name: `Remove “${storyTitle}”` })

/** `Saved` also means that the button's script has run. */
const expectButton = (page: Page, state: 'Save' | 'Saved') =>
  expect(locateSaveButton(page)).toHaveAccessibleName(
    state === 'Save' ? `Save “${title}”` : `Saved: “${title}”. Remove`,
  )

test('a story can be saved on its page, in lists and in search results', async ({
  page,
  reader,
  pageWithoutScript,
}) => {
  const errors = recordErrors(page)
  const saves = recordRequests(page, /^PUT \/api\/saved/)
  // A link from elsewhere saves nothing.
  await openPage(page, `/${slug}#save`)
  await expect(page).toHaveURL(`/${slug}`)
  await expectButton(page, 'Save')
  expect(saves).toEqual([])
  // If the page closed before the response, the next page would send the change again.
  const saveResponse = page.waitForResponse('**/api/saved/*')
  await locateSaveButton(page).dblclick()
  await expectButton(page, 'Saved')
  await saveResponse
  expect(saves).toEqual([`PUT /api/saved/${slug}`])

  await openPage(page, '/latest')
  const teaser = page.locator('.teaser').filter({ hasText: second!.title })
  await expect(page.getByRole('button', { name: `Saved: “${title}”` })).toHaveCount(
    await page.locator('.teaser').filter({ hasText: title }).count(),
  )
  await teaser.getByRole('button', { name: `Save “${second!.title}”` }).click()
  await expect(teaser.getByRole('button', { name: 'Saved' })).toBeVisible()

  await openPage(page, `/search?q=${encodeURIComponent(third!.title)}`)
  const hit = page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-hit]', { hasText: third!.title }) })
  await hit.getByRole('button', { name: `Save “${third!.title}”` }).click()
  await expect(hit.getByRole('button', { name: `Saved: “${third!.title}”` })).toBeVisible()
  const readSaved = async () => (await reader.client.request('/api/saved')).text()
  await expect.poll(readSaved).toContain(third!.slug)

  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText(allTitles)
  await locateRows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(`/${third!.slug}`)
  expect(errors).toEqual([])
  await openPage(pageWithoutScript, `/${slug}`)
  await expect(locateSaveButton(pageWithoutScript)).toBeHidden()
})

test('pages show what is saved without more requests or layout shifts', async ({
  page,
  reader,
}) => {
  await saveArticles(reader, second!.slug, third!.slug)
  await openPage(page, `/${slug}`)
  await expectButton(page, 'Save')
  // The request isn't sent before the page is left.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => {})
  })
  await locateSaveButton(page).click()
  await expectButton(page, 'Saved')
  const lateResponse = page.waitForResponse(`**/api/saved/${slug}`)
  await openPage(page, '/about')
  expect((await lateResponse).status()).toBe(200)

  const calls = recordRequests(page, / \/api\/saved/)
  await openPage(page, `/${slug}`)
  await expectButton(page, 'Saved')
  // This page or the previous one loads the list once. While it loads, the stored time is 0; if the page is left then,
  // the next page loads the list.
  await expect
    .poll(() => page.evaluate(() => Number(localStorage['saved.at'] ?? 0)))
    .toBeGreaterThan(0)
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
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText([title, third!.title, second!.title])
  expect(await listLayoutShifts(page)).toEqual([])
})

test('the saved list can be filtered and sorted, and a removal can be undone', async ({
  page,
  reader,
}) => {
  await saveArticles(reader, slug, second!.slug, third!.slug)
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText(allTitles)
  await page.getByLabel('Order').selectOption('First saved')
  await expect(locateTitles(page)).toHaveText(allTitles.toReversed())
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
  await page.getByLabel('Order').selectOption({ index: 0 })
  await expect(locateTitles(page)).toHaveText(allTitles)

  const undo = locateToast(page).getByRole('button', { name: 'Undo' })
  await locateRemove(page, second!.title).click()
  await expect(locateTitles(page)).toHaveText([third!.title, title])
  await expect(locateRemove(page, title)).toBeFocused()
  const restored = page.waitForResponse((response) => response.request().method() === 'PUT')
  await undo.click()
  await expect(locateTitles(page)).toHaveText(allTitles)
  expect((await restored).status()).toBe(200)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(locateTitles(page)).toHaveText(allTitles)
  // The next row moves under the pointer.
  const changes = recordRequests(page, /^(?:PUT|DELETE) \/api\/saved/)
  const removal = page.waitForResponse(`**/api/saved/${third!.slug}`)
  await locateRemove(page, third!.title).dblclick()
  await expect(locateTitles(page)).toHaveText([second!.title, title])
  await expect(undo).toBeVisible()
  // Changes are sent one at a time. Without the response to this change, the list written below could still contain the
  // story.
  expect((await removal).status()).toBe(204)
  expect(changes).toEqual([`DELETE /api/saved/${third!.slug}`])

  await storeWithdrawnStory(reader, 'It was here')
  await page.evaluate(() => sessionStorage.clear())
  await openPage(page, '/saved')
  const withdrawnRow = locateRows(page).filter({ hasText: 'It was here' })
  await expect(withdrawnRow).toContainText('This story is no longer published.')
  await expect(withdrawnRow.getByRole('link')).toHaveCount(0)
  await withdrawnRow.getByRole('button', { name: 'Remove' }).click()
  await expect(locateTitles(page)).toHaveText([second!.title, title])
})

test('tabs and devices share one saved list', async ({ page, context, reader, otherDevice }) => {
  await addSessionCookies(otherDevice, reader.client.cookies, stack.siteUrl)
  const device = await otherDevice.newPage()
  await openPage(device, '/saved')
  await expect(device.getByText('You have no saved stories.')).toBeVisible()
  await saveArticles(reader, second!.slug)
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText([second!.title])
  const tab = await context.newPage()
  await openPage(tab, `/${slug}`)
  await expectButton(tab, 'Save')
  const saveResponse = tab.waitForResponse(`**/api/saved/${slug}`)
  await locateSaveButton(tab).click()
  await expect(locateTitles(page)).toHaveText([title, second!.title])
  expect((await saveResponse).status()).toBe(200)
  await device.reload({ waitUntil: 'domcontentloaded' })
  await expect(locateTitles(device)).toHaveText([title, second!.title])
  await locateRemove(page, title).click()
  await expectButton(tab, 'Save')
})

test('the saved list survives failures until logout', async ({ page, context, reader }) => {
  await saveArticles(reader, second!.slug)
  await openPage(page, '/saved')
  await expect(locateTitles(page)).toHaveText([second!.title])
  const message = 'We couldn’t load that. Try again in a minute.'
  await page.route('**/api/saved/*', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message } } }),
  )
  const alert = locateToast(page).getByRole('alert')
  await locateRemove(page, second!.title).click()
  await expect(alert).toHaveText(`The story wasn’t removed. ${message}`)
  await expect(locateTitles(page)).toHaveText([second!.title])
  await page.unroute('**/api/saved/*')
  // A press shortly after another one is ignored, because the rows may have moved.
  await page.reload({ waitUntil: 'networkidle' })
  await expect(locateTitles(page)).toHaveText([second!.title])
  await context.setOffline(true)
  await locateRemove(page, second!.title).click()
  await expect(alert.filter({ hasText: 'offline' })).toBeVisible()
  await expect(locateRows(page)).toHaveCount(1)
  await context.setOffline(false)

  await page.route('**/api/saved', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(locateTitles(page)).toHaveText([second!.title])
  const note = page.getByText('This list is stored on this device')
  await expect(note).toBeVisible()
  await page.unroute('**/api/saved')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toBeHidden()

  await openSignedInPage(page, '/saved')
  await expect(locateRows(page)).toHaveCount(1)
  await logOut(page)
  const storedKeys = await page.evaluate(() => Object.keys(localStorage))
  expect(storedKeys.filter((key) => key.startsWith('saved'))).toEqual([])
  await openPage(page, '/saved')
  await expect(page.getByText('Log in to see your saved stories')).toBeVisible()
  await expect(locateRows(page)).toHaveCount(0)
})
