/** Publishing in the browser. */
import { expect, type Page } from '@playwright/test'
import {
  createStorySlug,
  findWord,
  goToEnd,
  locateText,
  openEditor,
  openNewDraft,
  publishDraft,
  publishStory,
  readDocument,
  signInAsStaff,
  waitUntilSaved,
  withdrawStory,
} from './testing/desk-documents.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import { openPage, recordErrors } from './testing/page-actions.ts'

const openDialog = (page: Page) => page.getByRole('dialog')
const picture = 'scripts/dev/sample/articles/pictures/fathers-in-pencil.avif'

test('a story that goes live while it’s open in the editor causes no conflict', async ({
  page,
  context,
}) => {
  const slug = await openNewDraft(page, 'editor')
  await publishDraft(context, slug)
  await goToEnd(page)
  await page.keyboard.type(' More.')
  await waitUntilSaved(page)
  await expect(openDialog(page)).toHaveCount(0)
  await withdrawStory(context, slug)
})

test('an editor writes and publishes a first story', async ({ page, context }) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await openEditor(page, slug, '?title=The+river+by+night')
  // The document doesn't exist yet, which must not be an error.
  const errors = recordErrors(page)
  const headline = page.getByRole('textbox', { name: 'Headline', exact: true })
  await expect(headline).toHaveValue('The river by night')
  await expect(page.getByLabel('Standfirst')).toBeFocused()
  await page.keyboard.type('What the ferrymen say.')
  await page.keyboard.press('Enter')
  await expect(locateText(page)).toBeFocused()
  await page.keyboard.type('First.\nSecond.')
  await page.getByRole('button', { name: 'Footnote' }).click()
  await page.keyboard.type('Said in 1999.')
  await goToEnd(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('/pull')
  await page.getByRole('option', { name: 'Pull quote' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('The river keeps its own books.')
  await page.getByLabel('Category').selectOption('Culture')
  await page.getByLabel('Add an author').fill('Anahita Daruwalla')
  await page.getByLabel('Add an author').press('Enter')

  await page.getByLabel(/^Everybody/).check()

  // Publishing lists what is missing, and leads there.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await openDialog(page)
    .getByRole('button', { name: /^Picture/ })
    .click()
  await page.getByRole('button', { name: 'Add the picture at the top' }).click()
  const chooser = page.waitForEvent('filechooser')
  await openDialog(page).getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(picture)
  await openDialog(page)
    .getByLabel(/^Description/)
    .fill('A pattern of boats')
  await openDialog(page)
    .getByLabel(/^Credit/)
    .fill('The studio')
  await openDialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByText('Nothing is missing.')).toBeVisible()
  const problems = await findProblemsAt([360, 1440], page, 'the editor')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await openDialog(page).getByRole('button', { name: 'Publish now' }).click()
  await expect(openDialog(page).getByRole('link')).toHaveAttribute('href', `/${slug}`)
  await waitUntilSaved(page)
  const { stored, draft } = await readDocument(context, slug)
  expect(draft).toBeNull()
  expect(stored?.body).toBe(
    'First.\n\nSecond.[^1]\n\n[^1]: Said in 1999.\n\n:::pullquote\nThe river keeps its own books.\n:::\n',
  )
  await openPage(page, `/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The river by night')
  await withdrawStory(context, slug)
  expect([errors, problems]).toEqual([[], []])
})

test('an editor corrects a word of a published story in five actions', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await publishStory(context, slug, { body: 'It cost tree rupees.\n\n<!-- more -->\n\nThe end.' })
  await openEditor(page, slug)
  const { x, y } = await findWord(page, 'tree')
  await page.mouse.dblclick(x, y)
  await page.keyboard.type('three')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await openDialog(page).getByRole('button', { name: 'Publish changes' }).click()
  await expect(openDialog(page).getByRole('link')).toBeVisible()
  const { stored } = await readDocument(context, slug)
  expect(stored?.body).toBe('It cost three rupees.\n\n<!-- more -->\n\nThe end.')
  await withdrawStory(context, slug)
})

test('an editor schedules a story in the publication’s time, and ends the schedule', async ({
  page,
  context,
}) => {
  const slug = await openNewDraft(page, 'editor')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = openDialog(page)
  await dialog.getByText('At another time').click()
  await dialog.getByLabel(/^Time in/).fill('2099-01-01T09:30')
  await expect(dialog.getByText(/^Yours: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(
    dialog.getByText(/^The draft will be published on Thursday 1 January at 09:30/),
  ).toBeVisible()
  const { stored } = await readDocument(context, slug)
  expect(stored).toMatchObject({ state: 'scheduled', publishedAt: '2099-01-01T04:00:00.000Z' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByText('Scheduled for 1 January 2099')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('button', { name: 'End the schedule' }).click()
  await expect(dialog.getByRole('heading', { name: 'No longer scheduled' })).toBeVisible()
  expect(await readDocument(context, slug)).toMatchObject({ stored: null })
})

test('an editor schedules a story that was taken back to a draft', async ({ page, context }) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await publishStory(context, slug)
  await openEditor(page, slug)
  page.once('dialog', (question) => question.accept())
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Draft, no longer published')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = openDialog(page)
  await dialog.getByText('At another time').click()
  await dialog.getByLabel(/^Time in/).fill('2099-01-01T09:30')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(
    dialog.getByText(/^The draft will be published on Thursday 1 January at 09:30/),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Scheduled, not public now')).toBeVisible()
  await waitUntilSaved(page)
  expect(await readDocument(context, slug)).toMatchObject({
    stored: { state: 'withdrawn' },
    draft: { publishAt: '2099-01-01T04:00:00.000Z' },
  })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('button', { name: 'End the schedule' }).click()
  await expect(dialog.getByRole('heading', { name: 'No longer scheduled' })).toBeVisible()
})

test('an editor reads an earlier version beside the text, and continues it', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await publishStory(context, slug, { body: 'The first text.\n\n<!-- more -->\n\nThe end.' })
  await openEditor(page, slug)
  await goToEnd(page)
  await page.keyboard.type(' Changed.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = openDialog(page)
  await dialog.getByRole('button', { name: 'Publish changes' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('button', { name: /^Published by/ })
    .last()
    .click()
  await expect(dialog.getByLabel('Text on the left')).not.toContainText('Changed.')
  await expect(dialog.getByLabel('Text on the right')).toContainText('Changed.')
  const problems = await findProblemsAt([360, 1440], page, 'an earlier version')
  await dialog.getByRole('button', { name: 'Continue the earlier version' }).click()
  await expect(locateText(page)).not.toContainText('Changed.')
  await waitUntilSaved(page)
  const { stored, draft } = await readDocument(context, slug)
  expect([stored?.body, draft?.body]).toEqual([
    'The first text.\n\n<!-- more -->\n\nThe end. Changed.',
    'The first text.\n\n<!-- more -->\n\nThe end.',
  ])
  await withdrawStory(context, slug)
  expect(problems).toEqual([])
})
