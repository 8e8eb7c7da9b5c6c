/** Tests documents that aren't stories, in the same editor, and stories that become drafts again. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import {
  createStorySlug,
  locateStatus,
  locateText,
  openEditor,
  openNewDraft,
  publishStory,
  readDocument,
  send,
  signInAsStaff,
  waitUntilSaved,
} from './testing/desk-documents.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import { openPage } from './testing/page-actions.ts'

const openDialog = (page: Page) => page.getByRole('dialog')
const word = () => randomBytes(4).toString('hex')

async function start(page: Page, collection: string, button: string, name: string) {
  await openPage(page, `/desk/stories?collection=${collection}`)
  await page.getByRole('link', { name: button }).click()
  await page.getByRole('main').getByRole('textbox').first().fill(name)
  await page.getByRole('button', { name: 'Start writing' }).click()
  await page.locator('[data-desk-editor][data-state="open"]').waitFor()
  await expect(locateStatus(page)).toHaveText('Will be saved once you type')
}

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await openDialog(page).getByRole('button', { name: 'Publish now' }).click()
  const link = openDialog(page).getByRole('link')
  await expect(link).toBeVisible()
  return link.getAttribute('href')
}

test('an editor writes an event, with its times and its programme', async ({ page, context }) => {
  await signInAsStaff(context, 'editor')
  const name = `A salon ${word()}`
  await start(page, 'events', 'New event', name)
  await page.getByLabel('Standfirst').fill('Letters, read aloud.')
  await page.getByLabel('Begins').fill('2027-01-09T18:30')
  await page.getByLabel('Ends').fill('2027-01-09T21:00')
  await page.getByLabel(/^Time zone/).fill('Asia/Colombo')
  await page.getByLabel('Place').fill('Colombo')
  await page.getByLabel('Colour').selectOption('indigo')
  await page.getByLabel(/^Programme/).fill('18:30 | Doors\n19:00 | Readings | Mira Bai')
  await locateText(page).focus()
  await page.keyboard.type('All are welcome.')
  const problems = await findProblemsAt([360, 1440], page, 'an event')
  await expect(page.getByRole('button', { name: 'Picture: is missing' })).toBeVisible()
  await waitUntilSaved(page)
  const path = new URL(page.url()).pathname.replace('/desk/edit', '/api/desk/documents')
  const { draft } = await (await context.request.get(path)).json()
  expect(draft).toMatchObject({
    body: 'All are welcome.',
    fields: {
      title: name,
      dek: 'Letters, read aloud.',
      endsAt: '2027-01-09T15:30:00.000Z',
      timeZone: 'Asia/Colombo',
      programme: [
        { at: '18:30', title: 'Doors', people: '' },
        { at: '19:00', title: 'Readings', people: 'Mira Bai' },
      ],
    },
  })
  await page.reload()
  await expect(page.getByLabel('Begins')).toHaveValue('2027-01-09T18:30')
  await send(context, 'DELETE', `${path}/draft`, {})
  expect(problems).toEqual([])
})

test('an editor publishes a tag and a page', async ({ page, context }) => {
  await signInAsStaff(context, 'editor')
  const tag = word()
  await start(page, 'tags', 'New tag', tag)
  await page.getByLabel('Sentence for search engines').fill('Stories about rivers.')
  await page.getByLabel('Place in the footer').fill('90')
  expect(await publish(page)).toBe(`/tag/${tag}`)
  const name = word()
  await start(page, 'pages', 'New page', name)
  await page.getByLabel('Standfirst').fill('What we do.')
  await page.getByLabel(/^Last updated/).fill('2026-11-01T00:00')
  await locateText(page).focus()
  await page.keyboard.type('A text.')
  expect(await publish(page)).toBe(`/${name}`)
})

test('an editor adds an unknown author and an unknown tag to a story', async ({
  page,
  context,
}) => {
  const slug = await openNewDraft(page, 'editor')
  const name = word()
  for (const [field, button] of [
    ['Add an author', 'Add them as a new author'],
    ['Add a tag', 'Add it as a new tag'],
  ] as const) {
    await page.getByLabel(field).fill(name)
    await page.getByLabel(field).press('Enter')
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('button', { name: `Remove ${name}` }).first()).toBeVisible()
  }
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(2)
  await waitUntilSaved(page)
  const { draft } = await readDocument(context, slug)
  expect(draft?.fields).toMatchObject({ tags: [name] })
  expect(draft?.fields.authors).toContain(name)
})

test('an editor unpublishes a story, duplicates it, and publishes it again', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await publishStory(context, slug)
  expect((await context.request.get(`/${slug}`)).status()).toBe(200)
  await openEditor(page, slug)
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.locator('[data-part="state"]')).toHaveText('Draft, no longer published')
  await expect.poll(async () => (await context.request.get(`/${slug}`)).status()).toBe(404)
  await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Once more')
  await waitUntilSaved(page)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page).toHaveURL(`/desk/edit/articles/${slug}-copy`)
  await expect(page.getByRole('textbox', { name: 'Headline', exact: true })).toHaveValue(
    'Once more',
  )
  expect((await readDocument(context, `${slug}-copy`)).stored).toBeNull()
  await openEditor(page, slug)
  expect(await publish(page)).toBe(`/${slug}`)
  await expect.poll(async () => (await context.request.get(`/${slug}`)).status()).toBe(200)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.locator('[data-part="state"]')).toHaveText('Draft, no longer published')
})
