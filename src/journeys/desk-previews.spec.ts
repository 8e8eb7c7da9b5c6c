/** Previews: the site's own pages, for each kind of reader and of document. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { DeskDocument, DocumentItem } from '../contracts/endpoints/document-endpoints.ts'
import type { ManuscriptCollection } from '../domain/publication.ts'
import {
  createStorySlug,
  openNewDraft,
  publishStory,
  send,
  signInAsStaff,
  waitUntilSaved,
  withdrawStory,
} from './testing/desk-documents.ts'
import { test } from './testing/journey-test.ts'

const root = '/api/desk/documents'

/** Creates a unique PNG, which no other journey has published. */
function createPicture(): Buffer {
  const createChunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const content = Buffer.concat([Buffer.from(type), data])
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, check])
  }
  const [width, height] = [1600, 1067]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  const shade = randomBytes(1)[0]!
  const rows = Buffer.alloc((width + 1) * height, shade)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  rows.set(randomBytes(16), 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(rows)),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Begins a draft with the published text, and returns the addresses of both pages. */
async function createUnchangedDraft(context: BrowserContext, path: string) {
  const found = await context.request.get(path)
  const { stored, path: published }: DeskDocument = await found.json()
  const { fields, body, version: base } = stored!
  await send(context, 'PUT', `${path}/draft`, { fields, body, revision: 0, base })
  const created = await send(context, 'POST', `${path}/preview`, {})
  return { published, preview: ((await created.json()) as { path: string }).path }
}

/** Returns the page's parts as HTML, without those that a draft lacks or that depend on what is around a story. */
const readParts = (page: Page, html: string, collection: ManuscriptCollection) =>
  page.evaluate(
    ([html, selectors]) => {
      const { body } = new DOMParser().parseFromString(html, 'text/html')
      for (const other of body.querySelectorAll(
        '#preview, main script, [data-save], [popovertarget="give"]',
      ))
        other.remove()
      return [...body.querySelectorAll(selectors)].map((part) => part.innerHTML)
    },
    [html, collection === 'articles' ? 'main header, main figure, main .prose' : 'main'] as const,
  )

async function findSlug(context: BrowserContext, collection: ManuscriptCollection) {
  if (collection === 'articles') {
    // Other journeys have drafts of the sample's stories.
    const slug = createStorySlug()
    await publishStory(context, slug)
    return slug
  }
  const listed = await context.request.get(`${root}?collection=${collection}`)
  const { documents }: { documents: DocumentItem[] } = await listed.json()
  // /about also lists the authors, and the pages of summits and issues lead to the others.
  return documents.find(
    ({ slug, draft }) => slug !== 'about' && !slug.startsWith('summit-') && draft === null,
  )!.slug
}

for (const collection of ['articles', 'pages', 'events', 'authors', 'tags'] as const)
  test(`the preview of ${collection} equals the published page`, async ({ page, context }) => {
    await signInAsStaff(context, 'editor')
    const slug = await findSlug(context, collection)
    const path = `${root}/${collection}/${slug}`
    const { published, preview } = await createUnchangedDraft(context, path)
    const [before, after] = await Promise.all(
      [published, preview].map(async (address) => {
        const response = await context.request.get(address)
        expect(response.status(), address).toBe(200)
        return response.text()
      }),
    )
    await page.goto('/desk/keys')
    const parts = await readParts(page, before!, collection)
    expect(parts.length).toBeGreaterThan(0)
    expect(await readParts(page, after!, collection)).toEqual(parts)
    await send(context, 'DELETE', `${path}/draft`, {})
    if (collection === 'articles') await withdrawStory(context, slug)
  })

test('a new picture is in the preview, and nowhere else before it is published', async ({
  page,
  context,
}) => {
  const slug = await openNewDraft(page, 'editor')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Add the picture at the top' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({
    name: `${slug}.png`,
    mimeType: 'image/png',
    buffer: createPicture(),
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Description/).fill('A pattern')
  await dialog.getByLabel(/^Credit/).fill('The studio')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await waitUntilSaved(page)
  const path = `${root}/articles/${slug}`
  const created = await send(context, 'POST', `${path}/preview`, {})
  const { path: preview } = (await created.json()) as { path: string }
  await page.goto(preview)
  const address = await page.locator('main figure img').first().getAttribute('src')
  expect((await context.request.get(address!)).status()).toBe(200)
  expect((await context.request.get(address!.replace(/\?.*/, ''))).status()).toBe(404)
})

test('an issue’s preview shows its stories, and the part for subscribers', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  const slug = await findSlug(context, 'issues')
  const path = `${root}/issues/${slug}`
  const { preview } = await createUnchangedDraft(context, path)
  await page.goto(`/newsletter/${slug}`)
  const locateStories = () => page.locator('main .others li h3')
  const titles = await locateStories().allTextContents()
  const subject = await page.getByRole('heading', { level: 1 }).textContent()
  await page.goto(preview)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject!)
  await expect(locateStories()).toHaveText(titles)
  await send(context, 'DELETE', `${path}/draft`, {})
})

test('a draft can be previewed as each kind of reader, in print, and in lists and search engines', async ({
  page,
}) => {
  await openNewDraft(page, 'editor', {
    body: 'The open part.\n\n<!-- more -->\n\nThe closed part.',
  })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Preview' })
  const frame = page.frameLocator('iframe[title="Preview"]')
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  const closedPart = frame.getByText('The closed part.')
  const readFree = frame.getByRole('button', { name: 'Read this story free' })
  await expect(frame.getByText('The open part.')).toBeVisible()
  await expect(frame.getByText('Already subscribed?')).toBeVisible()
  await expect(readFree).toBeHidden()
  await press('Metered')
  await expect(frame.getByText('Already subscribed?')).toBeHidden()
  await expect(closedPart).toHaveCount(0)
  await readFree.click()
  await expect(closedPart).toBeVisible()
  await press('Guest')
  await expect(closedPart).toHaveCount(0)
  await press('Subscriber')
  await expect(closedPart).toBeVisible()

  const banner = frame.getByText('This is an unpublished draft.')
  await expect(banner).toBeVisible()
  await press('Print')
  await expect(banner).toBeHidden()
  await press('Print')
  await expect(banner).toBeVisible()

  await press('Elsewhere')
  await expect(frame.getByRole('heading', { level: 2 })).toHaveText([
    'In lists',
    'In a search engine',
    'When shared',
    'In feeds',
    'In The Weekly',
  ])
  await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Another headline')
  await expect(frame.getByRole('link', { name: 'Another headline' }).first()).toBeVisible()
  await press('Elsewhere')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Another headline')
})
