/** Pictures in the desk: adding, describing, finding and replacing them. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import {
  createDraft,
  createStorySlug,
  goToEnd,
  openEditor,
  publishStory,
  readDocument,
  send,
  signInAsStaff,
  waitUntilSaved,
  withdrawStory,
} from './testing/desk-documents.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import { openPage, recordErrors } from './testing/page-actions.ts'

const openDialog = (page: Page) => page.getByRole('dialog')

/** Creates a unique picture, because the same bytes would be the same picture. */
async function createPicture(width = 600, height = 400) {
  const name = `boat${randomBytes(4).toString('hex')}`
  const create = {
    width,
    height,
    channels: 3,
    background: `#${randomBytes(3).toString('hex')}`,
  } as const
  const buffer = await sharp({ create }).jpeg().toBuffer()
  return { name: `${name}.jpg`, word: name, mimeType: 'image/jpeg', buffer }
}

/** Creates a picture of noise, which doesn't compress, so it is sent in several parts. */
async function createLargePicture() {
  const [width, height] = [1200, 1200]
  const raw = { width, height, channels: 3 } as const
  const buffer = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer()
  return { name: `noise${randomBytes(4).toString('hex')}.png`, mimeType: 'image/png', buffer }
}

type File = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

async function addFile(page: Page, file: File) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add pictures' }).click()
  await (await chooser).setFiles(file)
}

const locateUploads = (page: Page) => page.getByRole('list', { name: 'Uploads' })
const locatePoint = (page: Page) => page.getByRole('button', { name: 'Focal point' })

test('an editor adds a picture, describes it, and moves its focal point with the keyboard', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  await signInAsStaff(context, 'editor')
  await openPage(page, '/desk/pictures')
  await expect(page.getByRole('link', { name: 'Pictures', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const file = await createPicture()
  await addFile(page, file)
  await expect(locateUploads(page).getByText('Stored. It needs a description.')).toBeVisible()
  const problems = await findProblemsAt([360, 1280], page, 'pictures')
  await locateUploads(page).getByRole('link', { name: 'Describe it' }).click()

  await page.getByLabel('Alternative text').fill('A boat on the river')
  await page.getByLabel('Credit').fill('The studio')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  await locatePoint(page).focus()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowUp']) await page.keyboard.press(key)
  await expect(page.getByText('46% from the left, 40% from the top')).toBeAttached()
  await expect(page.locator('[data-crop]').first()).toHaveCSS('object-position', '46% 40%')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  problems.push(...(await findProblemsAt([360, 1280], page, 'a picture')))

  await page.getByRole('link', { name: 'Pictures' }).last().click()
  await page.getByRole('searchbox').fill(file.word)
  await expect(page.getByRole('link', { name: 'A boat on the river' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Without alternative text' }).click()
  await expect(page.getByRole('link', { name: 'A boat on the river' })).toHaveCount(0)
  expect([errors, problems]).toEqual([[], []])
})

test('a focal point and a replacement reach the stories that show a picture', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  await openPage(page, '/desk/pictures')
  const file = await createPicture(900, 300)
  await addFile(page, file)
  await locateUploads(page).getByRole('link', { name: 'Describe it' }).click()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await publishStory(context, slug, {
    image: { id, alt: 'A boat', credit: 'Us', width: 900, height: 300 },
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'A story of the journey' })).toBeVisible()
  const whole = page.locator('[data-whole]')
  const { width, height } = (await whole.boundingBox())!
  await whole.click({ position: { x: width * 0.25, y: height / 2 } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved, and updated in 1 place')).toBeVisible()
  await openPage(page, `/${slug}`)
  await expect(page.locator(`main img[src*="${id}"]`).first()).toHaveCSS(
    'object-position',
    '25% 50%',
  )
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /1200x630-30$/)

  await openPage(page, `/desk/pictures/${id}`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await (await chooser).setFiles(await createPicture(800, 500))
  await page.getByRole('button', { name: 'Replace everywhere' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(id))
  await expect(page.getByRole('link', { name: 'A story of the journey' })).toBeVisible()
  const { stored } = await readDocument(context, slug)
  expect(stored!.fields.image).toMatchObject({ alt: 'A boat', width: 800, height: 500 })
  await withdrawStory(context, slug)
})

test('replacing a picture while a draft with it is open causes no conflict', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  await openPage(page, '/desk/pictures')
  const ids: string[] = []
  for (const width of [900, 800]) {
    await addFile(page, await createPicture(width))
    const link = locateUploads(page).getByRole('link', { name: 'Describe it' })
    await expect(link).toHaveCount(ids.length + 1)
    ids.push((await link.first().getAttribute('href'))!.split('/').at(-1)!)
  }
  const [id, by] = ids
  const slug = createStorySlug()
  const image = { id, alt: 'A boat', credit: 'Us', width: 900, height: 400 }
  await createDraft(context, slug, { image })
  await openEditor(page, slug)
  await goToEnd(page)
  await page.keyboard.type(' More.')
  await send(context, 'POST', `/api/desk/pictures/${id}/replace`, { by })
  await waitUntilSaved(page)
  await expect(openDialog(page)).toHaveCount(0)
  const { draft } = await readDocument(context, slug)
  expect(draft).toMatchObject({
    body: expect.stringContaining('More.'),
    fields: { image: { id: by } },
  })
})

test('an upload continues after an interruption, and an unusable file is explained once', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'writer')
  await openPage(page, '/desk/pictures')
  await expect(page.getByText('No pictures yet. Add some, or drop them here.')).toBeVisible()
  let sent = 0
  await page.route('**/api/desk/uploads/*/*', async (route) => {
    sent++
    // The second part is lost once.
    await (sent === 2 ? route.abort('connectionreset') : route.continue())
  })
  await addFile(page, await createLargePicture())
  await expect(page.getByText('Interrupted. We’ll keep trying.')).toBeVisible()
  await expect(page.getByText('Stored. It needs a description.')).toBeVisible()
  // Two parts were sent, one of them twice.
  expect(sent).toBe(3)

  await addFile(page, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Notes') })
  await expect(page.getByText('This isn’t a picture that we can show.')).toHaveCount(1)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  await addFile(page, { name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(page.getByText('This is an SVG drawing, which can contain scripts.')).toHaveCount(1)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0')
  await addFile(page, { name: 'a.heic', mimeType: 'image/heic', buffer: heic })
  await expect(
    page.getByText('This is a HEIC picture, which this browser can’t read.'),
  ).toHaveCount(1)
  await expect(page.locator('[data-uploads] progress')).toHaveCount(0)

  await addFile(page, await createPicture(8000, 5000))
  const links = locateUploads(page).getByRole('link', { name: 'Describe it' })
  await expect(links).toHaveCount(2)
  await links.first().click()
  await expect(page.getByText('8000 × 5000 pixels')).toBeVisible()
})

test('a writer chooses a stored picture in the editor, and sees nobody else’s', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  await signInAsStaff(context, 'writer')
  await openPage(page, '/desk/pictures')
  const file = await createPicture()
  await addFile(page, file)
  await locateUploads(page).getByRole('link', { name: 'Describe it' }).click()
  await page.getByLabel('Alternative text').fill('A boat of mine')
  await page.getByLabel('Credit').fill('Me')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose another file' })).toHaveCount(0)
  await openEditor(page, createStorySlug(), '?title=Boats')
  await page.getByRole('button', { name: 'Add the picture at the top' }).click()
  await expect(openDialog(page).getByRole('listitem')).toHaveCount(1)
  const problems = await findProblemsAt([360, 1280], page, 'choosing a picture')
  await openDialog(page).getByRole('button', { name: 'A boat of mine' }).click()
  await expect(openDialog(page).getByLabel(/^Description/)).toHaveValue('A boat of mine')
  await openDialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(page.locator('[data-part="lead"] img')).toBeAttached()
  // The local image service is sometimes busy, so pictures are requested again.
  const unexpected = errors.filter((error) => !/404|503/.test(error))
  expect([unexpected, problems]).toEqual([[], []])
})
