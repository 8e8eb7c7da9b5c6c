/** Writing in the browser: nothing is lost, and nothing is overwritten. */
import { expect, type Page } from '@playwright/test'
import {
  createDraft,
  createStorySlug,
  goToEnd,
  locateStatus,
  locateText,
  openEditor,
  openNewDraft,
  readDocument,
  signInAsStaff,
  waitUntilSaved,
} from './testing/desk-documents.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import { submitLogin } from './testing/page-actions.ts'
import { openMenu, openSignedInPage } from './testing/session-actions.ts'

const openDialog = (page: Page) => page.getByRole('dialog')

/** Ends the page without warning, as a crash does, while the browser stays open. */
async function crash(page: Page) {
  const crashed = page.waitForEvent('crash')
  const browser = await page.context().newCDPSession(page)
  void browser.send('Page.crash').catch(() => {})
  await crashed
}

const refuseSaves = (page: Page) => page.route('**/draft', (route) => route.abort())

function paste(page: Page, html: string) {
  return locateText(page).evaluate((text, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', 'plain')
    text.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, html)
}

test('text that never reached the server is offered after a crash', async ({ page, context }) => {
  const slug = await openNewDraft(page, 'writer')
  await refuseSaves(page)
  await goToEnd(page)
  await page.keyboard.type('\nThree.')
  await expect(locateStatus(page)).toHaveText(/stored on this device/)
  await crash(page)

  const again = await context.newPage()
  await openEditor(again, slug)
  const dialog = openDialog(again)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(/^Unsaved text/)
  await expect(dialog.getByLabel('Text on the right')).toContainText('Three.')
  await expect(dialog.getByLabel('Text on the left')).not.toContainText('Three.')
  const problems = await findProblemsAt([360, 1440], again, 'two versions')
  await dialog.getByRole('button', { name: 'Continue the text on this device' }).click()
  await expect(locateText(again)).toContainText('Three.')
  await waitUntilSaved(again)
  expect((await readDocument(context, slug)).draft?.body).toContain('Three.')
  await openEditor(again, slug)
  await expect(dialog).toHaveCount(0)
  expect(problems).toEqual([])
})

test('two editors’ changes are merged, and nothing is overwritten', async ({
  page,
  context,
  otherDevice,
}) => {
  await signInAsStaff(context, 'editor')
  await signInAsStaff(otherDevice, 'editor')
  const slug = createStorySlug()
  await createDraft(context, slug, { body: 'One.\n\nTwo.\n\nThree.' })
  const other = await otherDevice.newPage()
  await openEditor(page, slug)
  await openEditor(other, slug)
  await goToEnd(page)
  await page.keyboard.type(' Mine.')
  await waitUntilSaved(page)
  await locateText(other).focus()
  await other.keyboard.press('Control+Home')
  await other.keyboard.type('Theirs. ')
  const dialog = openDialog(other)
  await expect(dialog.getByLabel('Text on the left')).toContainText('Mine.')
  await expect(dialog.getByLabel('Text on the right')).toContainText('Theirs.')
  await dialog.getByRole('button', { name: 'Use the merged version' }).click()
  await waitUntilSaved(other)
  expect((await readDocument(context, slug)).draft?.body).toBe(
    'Theirs. One.\n\nTwo.\n\nThree. Mine.',
  )
})

test('taking over a draft saves the other person’s text first, and informs that person', async ({
  page,
  context,
  otherDevice,
}) => {
  await signInAsStaff(context, 'editor')
  await signInAsStaff(otherDevice, 'editor')
  const slug = createStorySlug()
  await createDraft(context, slug)
  await openEditor(page, slug)
  await goToEnd(page)
  await page.keyboard.type(' Saved words.')
  await waitUntilSaved(page)
  const other = await otherDevice.newPage()
  await openEditor(other, slug)
  await page.keyboard.type(' Last words.')
  await other.getByRole('button', { name: 'Take over' }).click()
  await expect(other.getByText(/^You’re writing now/)).toBeVisible({ timeout: 40_000 })
  await expect(locateText(other)).toContainText('Saved words. Last words.')
  const problems = await findProblemsAt([360, 1440], other, 'a text that was taken over')
  await expect(page.getByText(/ took over at .* Your text is saved\./)).toBeVisible()
  await expect(locateText(page)).toHaveAttribute('contenteditable', 'false')
  await goToEnd(other)
  await other.keyboard.type(' Theirs.')
  await waitUntilSaved(other)
  expect((await readDocument(context, slug)).draft?.body).toMatch(
    /Saved words\. Last words\. Theirs\.$/,
  )
  expect(problems).toEqual([])
})

test('text is stored in the browser while offline, and saved once online again', async ({
  page,
  context,
}) => {
  const slug = await openNewDraft(page, 'writer')
  await context.setOffline(true)
  await goToEnd(page)
  await page.keyboard.type(' Offline.')
  await expect(locateStatus(page)).toHaveText(/^You seem to be offline/)
  await context.setOffline(false)
  await waitUntilSaved(page)
  expect((await readDocument(context, slug)).draft?.body).toContain('Offline.')
})

test('a text can be continued after logging in again in another window', async ({
  page,
  context,
}) => {
  const { name, password } = await signInAsStaff(context, 'writer')
  const slug = createStorySlug()
  await createDraft(context, slug)
  await openEditor(page, slug)
  await context.clearCookies()
  await goToEnd(page)
  await page.keyboard.type(' Later.')
  const dialog = openDialog(page)
  await expect(dialog).toContainText('You may be logged out')
  const problems = await findProblemsAt([360, 1440], page, 'logged out')
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Log in' }).click()
  await submitLogin(await opened, name, password)
  await expect(dialog).toHaveCount(0)
  await waitUntilSaved(page)
  expect((await readDocument(context, slug)).draft?.body).toContain('Later.')
  expect(problems).toEqual([])
})

test('text is kept and saved later if the server can’t save', async ({ page, context }) => {
  const slug = await openNewDraft(page, 'writer')
  const error = { code: 'unavailable', message: 'Something is wrong.' }
  await page.route('**/draft', (route) => route.fulfill({ status: 503, json: { error } }))
  await goToEnd(page)
  await page.keyboard.type(' Later.')
  await expect(locateStatus(page)).toHaveText(/^Our server can’t save at the moment/)
  await page.unroute('**/draft')
  await waitUntilSaved(page)
  expect((await readDocument(context, slug)).draft?.body).toContain('Later.')
})

test('an editor is told if the device is full while the server can’t be reached', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'writer')
  const slug = createStorySlug()
  await createDraft(context, slug)
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await openEditor(page, slug)
  await refuseSaves(page)
  await goToEnd(page)
  await page.keyboard.type(' Later.')
  await expect(locateStatus(page)).toHaveText(/Keep this page open/)
})

test('logging out asks before it deletes unsaved text', async ({ page, context }) => {
  await openNewDraft(page, 'writer')
  await refuseSaves(page)
  await goToEnd(page)
  await page.keyboard.type(' Later.')
  await expect(locateStatus(page)).toHaveText(/stored on this device/)
  await crash(page)

  const other = await context.newPage()
  await openSignedInPage(other, '/about')
  const listDatabases = () =>
    other.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await openMenu(other)
  other.once('dialog', (dialog) => dialog.dismiss())
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(other.getByText('You’re still logged in')).toBeVisible()
  expect(await listDatabases()).toEqual(['desk'])

  await other.goto('/desk')
  await other.locator('[popovertarget="person"]').click()
  other.once('dialog', (dialog) => dialog.accept())
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.waitForURL('/')
  expect(await listDatabases()).toEqual([])
})

test('formatted text is pasted as Markdown, and no script in it runs', async ({
  page,
  context,
}) => {
  const slug = await openNewDraft(page, 'writer', { body: 'Start.' })
  await goToEnd(page)
  await page.keyboard.press('Enter')
  await paste(
    page,
    '<h2>Part <i>two</i></h2><p onclick="hacked = 1">A <a href="javascript:hacked = 1">link</a><img src="x" onerror="hacked = 1"><script>hacked = 1</script></p>',
  )
  await expect(page.getByText('Pasted without pictures.')).toBeVisible()
  await waitUntilSaved(page)
  expect((await readDocument(context, slug)).draft?.body).toBe('Start.\n\n## Part *two*\n\nA link')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('the keys for cards, lists and the end of the free preview never break a directive', async ({
  page,
  context,
}) => {
  const body = 'One.\n\n::embed{url="https://example.org"}\n\nTwo.\n\n<!-- more -->\n\nThree.'
  const slug = await openNewDraft(page, 'writer', { body })
  const text = locateText(page)
  await text.focus()
  await page.keyboard.press('Control+Home')
  // The arrow keys enter the card from above, move through its fields, and leave it below.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const card = text.getByRole('group', { name: 'Embed' })
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('A "title"')
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  // Backspace after a card selects it.
  await page.keyboard.press('Backspace')
  await expect(card).toBeFocused()
  await page.keyboard.press('Escape')
  await text.getByRole('button', { name: 'Move the end of the free preview up' }).press('Enter')
  await waitUntilSaved(page)
  expect((await readDocument(context, slug)).draft?.body).toBe(
    'One.\n\n::embed{url="https://example.org" title="A “title”"}\n\n<!-- more -->\n\nTwo.\n\nThree.',
  )
})
