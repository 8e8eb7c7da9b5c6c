/** Creates staff and stories for one journey, because other journeys use the sample at the same time. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { connectFirestore } from '../../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import type { DeskDocument } from '../../contracts/endpoints/document-endpoints.ts'
import type { StaffRole } from '../../domain/staff/staff.ts'
import { type Caller, signInAsNewReader } from './journey-accounts.ts'
import { openPage, sampleArticles } from './page-actions.ts'

export async function signInAsStaff(context: Caller, role: StaffRole) {
  const account = await signInAsNewReader(context)
  const written = await connectFirestore(readRunningStack().buildEnvironment).commit([
    { set: `users/${account.uid}`, fields: { role }, merge: true },
  ])
  if (!written.ok) throw new Error(written.failure.kind)
  return account
}

export const createStorySlug = () => `journey-${randomBytes(5).toString('hex')}`

const documentPath = (slug: string) => `/api/desk/documents/articles/${slug}`

export async function send(context: Caller, method: string, path: string, data: object) {
  const headers = { Origin: readRunningStack().siteUrl }
  const response = await context.request.fetch(path, { method, data, headers })
  if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`)
  return response
}

export async function readDocument(context: Caller, slug: string): Promise<DeskDocument> {
  const response = await context.request.get(documentPath(slug))
  if (!response.ok()) throw new Error(await response.text())
  return response.json()
}

type Content = {
  readonly title?: string
  readonly body?: string
  readonly image?: object
  readonly authors?: readonly string[]
}

/** Creates a draft that can be published, because nothing is missing. */
export async function createDraft(context: Caller, slug: string, content: Content = {}) {
  const { stored } = await readDocument(context, sampleArticles.metered.slug)
  const { category } = stored!.fields
  const {
    title = 'A story of the journey',
    body = 'One.\n\n<!-- more -->\n\nTwo.',
    image = stored!.fields.image,
    authors = stored!.fields.authors,
  } = content
  const text = { title, dek: 'Its standfirst.', access: 'metered', tags: [] }
  const fields = { ...text, image, authors, category }
  const data = { fields, body, revision: 0, base: null }
  await send(context, 'PUT', `${documentPath(slug)}/draft`, data)
}

/** Publishes the first saved version of a draft. */
export const publishDraft = (context: Caller, slug: string) =>
  send(context, 'POST', `${documentPath(slug)}/publish`, { revision: 1 })

export async function publishStory(context: Caller, slug: string, content?: Content) {
  await createDraft(context, slug, content)
  await publishDraft(context, slug)
}

/** Withdraws a story that a journey has published, before another journey lists stories. */
export async function withdrawStory(context: Caller, slug: string) {
  const { stored } = await readDocument(context, slug)
  if (stored?.state !== 'published') return
  const data = { version: stored.version, reason: 'A journey has ended' }
  await send(context, 'POST', `${documentPath(slug)}/withdraw`, data)
}

export async function openEditor(page: Page, slug: string, query = '') {
  await openPage(page, `/desk/edit/articles/${slug}${query}`)
  await page.locator('[data-desk-editor][data-state="open"]').waitFor()
}

/** Opens a new draft in the editor, as a new member of staff. Returns the draft's slug. */
export async function openNewDraft(page: Page, role: StaffRole, content?: Content) {
  const context = page.context()
  await signInAsStaff(context, role)
  const slug = createStorySlug()
  await createDraft(context, slug, content)
  await openEditor(page, slug)
  return slug
}

/** Returns the position of one of the text's words in the window. */
export const findWord = (page: Page, word: string) =>
  locateText(page).evaluate((text, word) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const at = walker.currentNode.nodeValue!.indexOf(word)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + word.length)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    throw new Error(`no ${word}`)
  }, word)

export const locateText = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
export const locateStatus = (page: Page) => page.locator('[data-part="status"]')

/** A change made during a save is sent after another pause of five seconds, and both requests can be slow. */
export const waitUntilSaved = (page: Page) =>
  expect(locateStatus(page)).toHaveText('Saved', { timeout: 45_000 })

/** Puts the cursor at the end of the text. */
export async function goToEnd(page: Page) {
  await locateText(page).focus()
  await page.keyboard.press('Control+End')
}
