/** Galleries, recordings and videos, as inserted in the editor and as shown to readers. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import {
  createStorySlug,
  goToEnd,
  locateText,
  openNewDraft,
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

async function createPicture() {
  const background = `#${randomBytes(3).toString('hex')}`
  const create = { width: 600, height: 400, channels: 3, background } as const
  const buffer = await sharp({ create }).jpeg().toBuffer()
  return { name: `${background.slice(1)}.jpg`, mimeType: 'image/jpeg', buffer }
}

test('an editor inserts a gallery and a recording, and publishes them', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  const slug = await openNewDraft(page, 'editor', { body: 'One.\n' })
  await goToEnd(page)
  await page.keyboard.type('/gal')
  await page.getByRole('option', { name: 'Gallery' }).waitFor()
  await page.keyboard.press('Enter')
  const pictures = page.waitForEvent('filechooser')
  await openDialog(page).getByRole('button', { name: 'Choose files' }).click()
  await (await pictures).setFiles([await createPicture(), await createPicture()])
  for (const [index, text] of ['The boat', 'The river'].entries()) {
    await expect(openDialog(page).getByLabel(/^Description/)).toHaveValue('')
    await openDialog(page)
      .getByLabel(/^Description/)
      .fill(text)
    await openDialog(page)
      .getByLabel(/^Credit/)
      .fill('The studio')
    await openDialog(page).getByRole('button', { name: 'Insert' }).click()
    await expect(page.getByLabel('Picture', { exact: true })).toHaveCount(index === 0 ? 0 : 2)
  }
  await goToEnd(page)
  const sound = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Audio' }).click()
  const buffer = Buffer.concat([Buffer.from('ID3'), randomBytes(2000)])
  await (await sound).setFiles({ name: 'ferry.mp3', mimeType: 'audio/mpeg', buffer })
  await openDialog(page)
    .getByLabel(/^Title/)
    .fill('The ferry leaves')
  await expect(openDialog(page).getByText('ferry.mp3 is stored.')).toBeVisible()
  const problems = await findProblemsAt([360, 1280], page, 'a recording')
  await openDialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(locateText(page).getByLabel('Audio', { exact: true })).toBeVisible()
  await waitUntilSaved(page)
  problems.push(...(await findProblemsAt([360, 1280], page, 'a gallery in the editor')))
  const { draft } = await readDocument(context, slug)
  expect(draft!.body).toMatch(
    /^One\.\n\n:::gallery\n\n::figure\{.*alt="The boat".*\}\n\n::figure\{.*alt="The river".*\}\n\n:::\n\n::audio\{file="ferry-[0-9a-f]{16}" title="The ferry leaves"\}\n*$/,
  )
  await page.getByLabel(/^Everybody/).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await openDialog(page).getByRole('button', { name: 'Publish now' }).click()
  await expect(openDialog(page).getByRole('link')).toBeVisible()
  await openPage(page, `/${slug}`)
  await expect(page.locator('.gallery img')).toHaveCount(2)
  await expect(page.locator('audio')).toHaveAttribute('aria-label', 'The ferry leaves')
  const file = await page.locator('audio').getAttribute('src')
  const played = await page.request.get(file!, { headers: { Range: 'bytes=0-2' } })
  expect([played.status(), await played.text()]).toEqual([206, 'ID3'])
  problems.push(...(await findProblemsAt([360, 1280], page, 'a gallery')))
  await withdrawStory(context, slug)
  expect([errors, problems]).toEqual([[], []])
})

test('a video loads nothing from elsewhere until the reader presses it', async ({
  page,
  context,
  otherDevice,
}) => {
  await signInAsStaff(context, 'editor')
  const slug = createStorySlug()
  const url = 'https://youtu.be/dQw4w9WgXcQ'
  const link = '::embed{url="https://example.org/film" title="Another film"}'
  await publishStory(context, slug, {
    body: `One.\n\n::embed{url="${url}" title="A film"}\n\n${link}\n\n<!-- more -->\n\nTwo.`,
  })
  const reader = await otherDevice.newPage()
  const requested: string[] = []
  reader.on('request', (request) => requested.push(new URL(request.url()).host))
  await otherDevice.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Player</title><p>The player</p>' }),
  )
  await openPage(reader, `/${slug}`)
  const errors = recordErrors(reader)
  const video = reader.getByRole('link', { name: 'A film', exact: true })
  await expect(video).toHaveAttribute('href', url)
  await reader.waitForLoadState('networkidle')
  expect(requested.filter((host) => /youtube|vimeo|google/.test(host))).toEqual([])
  const problems = await findProblemsAt([360, 1280], reader, 'a video')
  await video.focus()
  await reader.keyboard.press('Enter')
  const frame = reader.locator('iframe[title="A film"]')
  await expect(frame).toBeVisible()
  await expect(frame.contentFrame().getByText('The player')).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Another film' })).toHaveAttribute(
    'href',
    'https://example.org/film',
  )
  await withdrawStory(context, slug)
  expect([errors, problems]).toEqual([[], []])
  await page.close()
})
