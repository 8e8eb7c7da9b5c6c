/** Opening the editor: for a new story, in another person's session, and when parts of it don't respond. */
import { expect, type Page } from '@playwright/test'
import {
  createDraft,
  createStorySlug,
  goToEnd,
  locateStatus,
  locateText,
  openEditor,
  readDocument,
  signInAsStaff,
  waitUntilSaved,
} from './testing/desk-documents.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import { submitLogin } from './testing/page-actions.ts'

const openDialog = (page: Page) => page.getByRole('dialog')

test('a text isn’t saved in another person’s session, and is continued by its writer', async ({
  page,
  context,
}) => {
  const { name, password } = await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await createDraft(context, slug)
  await openEditor(page, slug)
  await signInAsStaff(context, 'editor')
  await goToEnd(page)
  await page.keyboard.type(' Later.')
  const dialog = openDialog(page)
  await expect(dialog.getByRole('alert')).toHaveText(/^Somebody else is logged in now/)
  expect((await readDocument(context, slug)).draft?.body).not.toContain('Later.')
  const problems = await findProblemsAt([360, 1440], page, 'another session')
  await dialog.getByRole('button', { name: 'Log them out' }).click()
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Log in' }).click()
  await submitLogin(await opened, name, password)
  await expect(dialog).toHaveCount(0)
  await waitUntilSaved(page)
  const { draft } = await readDocument(context, slug)
  expect(draft?.body).toContain('Later.')
  expect(draft?.savedBy.uid).toBe(draft?.owner.uid)
  expect(problems).toEqual([])
})

test('a link to a new story stores nothing until something is typed', async ({ page, context }) => {
  await signInAsStaff(context, 'writer')
  const slug = createStorySlug()
  await openEditor(page, slug, '?title=Not+mine')
  await expect(locateStatus(page)).toHaveText('Will be saved once you type')
  await page.reload()
  await page.locator('[data-desk-editor][data-state="open"]').waitFor()
  await expect(readDocument(context, slug)).rejects.toThrow('not_found')
  await page.keyboard.type('Mine.')
  await waitUntilSaved(page)
  await expect(page).toHaveURL(`/desk/edit/articles/${slug}`)
  expect((await readDocument(context, slug)).draft?.fields).toMatchObject({
    title: 'Not mine',
    dek: 'Mine.',
  })
})

test('the editor offers another try if a part of it never arrives', async ({ page, context }) => {
  await signInAsStaff(context, 'writer')
  const slug = createStorySlug()
  await createDraft(context, slug)
  // No request is answered.
  await page.route('**/_astro/*.js', () => {})
  await page.goto(`/desk/edit/articles/${slug}`, { waitUntil: 'commit' })
  const retry = page.getByRole('link', { name: 'Reload the page' })
  await expect(retry).toBeHidden()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(page.getByText('Opening is taking longer than it should.')).toBeVisible()
  const problems = await findProblemsAt([360, 1440], page, 'an editor that doesn’t open')
  await page.unrouteAll()
  await retry.click()
  await expect(locateText(page)).toContainText('One.')
  await expect(retry).toBeHidden()
  expect(problems).toEqual([])
})

test('publishing names what the server has found if the editor’s own checks never arrive', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await createDraft(context, slug, { authors: [] })
  await page.route('**/_astro/check-document*.js', () => {})
  await openEditor(page, slug)
  await goToEnd(page)
  await page.keyboard.type(' More.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(openDialog(page).getByRole('button', { name: /^Authors: / })).toBeVisible({
    timeout: 30_000,
  })
})

test('the editor opens, and says what is missing, if the device’s storage isn’t responding', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'writer')
  const slug = createStorySlug()
  await createDraft(context, slug)
  await page.addInitScript(() => {
    // Another page that can't be reached holds up the database.
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = () => Object(new EventTarget())
    Object.assign(window, { open: () => Object.assign(IDBFactory.prototype, { open }) })
  })
  await openEditor(page, slug)
  await page.route('**/draft', (route) => route.abort())
  await goToEnd(page)
  await page.keyboard.type(' Later.')
  await expect(locateStatus(page)).toHaveText(/Keep this page open/)
  await expect(page.getByText('This device’s storage isn’t responding')).toBeVisible()
  await page.evaluate(() => window.open())
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByText('This device’s storage isn’t responding')).toBeHidden()
  await goToEnd(page)
  await page.keyboard.type(' Still later.')
  await expect(locateStatus(page)).toHaveText(/stored on this device/)
})
