/** An editor's tasks in our desk. */
import { expect, type Page } from '@playwright/test'
import {
  createDraft,
  createStorySlug,
  goToEnd,
  locateText,
  openEditor,
  publishStory,
  signInAsStaff,
} from '../../../src/journeys/testing/desk-documents.ts'
import {
  checkStory,
  createPicture,
  createTitle,
  type Desk,
  draftText,
  later,
  lostWords,
  misspelt,
  Person,
  story,
  timeLimit as timeout,
  typeAndCrash,
} from './desk-task.ts'

const isOpen = '[data-desk-editor][data-state="open"]'
const editPath = (slug: string) => `/desk/edit/articles/${slug}`
const locateDialog = (page: Page) => page.getByRole('dialog')
const openList = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' })
const body = draftText.join('\n\n<!-- more -->\n\n')

/** Everything is needed for publishing, except the link, the quote and the footnote. */
async function writeStory(page: Page) {
  const picture = await createPicture()
  await openList(page, '/desk')
  const person = new Person(page)
  await person.click(page.getByRole('link', { name: 'New story' }))
  await page.locator('[name="title"]:focus').waitFor()
  await person.type(createTitle())
  await person.press('Enter')
  await page.locator(isOpen).waitFor()
  await page.locator('[data-part="dek"]:focus').waitFor()
  await person.type(story.standfirst)
  await person.press('Enter')
  await person.type(`${story.first}\n> ${story.quote}\n\n${story.second}`)
  await person.press('Control+Alt+f')
  await person.type(story.note)
  await person.click(page.getByRole('button', { name: 'Add the picture at the top' }))
  const dialog = locateDialog(page)
  await person.chooseFile(dialog.getByRole('button', { name: 'Choose a file' }), picture)
  await dialog.locator('[name="alt"]:focus').waitFor()
  await person.type(story.description)
  await person.click(dialog.getByLabel(/^Credit/))
  await person.type(story.credit)
  await person.click(dialog.getByRole('button', { name: 'Insert' }))
  await person.select(page.getByLabel('Category'), 'Culture')
  await person.click(page.getByLabel('Add an author'))
  await person.type('Anahita Daruwalla')
  await person.click(page.getByLabel(/^Everybody/))
  await person.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await person.click(dialog.getByRole('button', { name: 'Publish now' }))
  const address = dialog.getByRole('link')
  const run = await person.end(address)
  const published = await page.request.get((await address.getAttribute('href'))!)
  checkStory(await published.text())
  return run
}

async function correctWord(page: Page) {
  const slug = createStorySlug()
  const { before, wrong, right, after } = misspelt
  const title = `The price of ${slug}`
  const text = `${before}${wrong}${after}\n\n<!-- more -->\n\nThe end.`
  await publishStory(page.context(), slug, { title, body: text })
  await openList(page, '/desk/stories')
  const person = new Person(page)
  await person.click(page.getByRole('link', { name: title }))
  await page.locator(isOpen).waitFor()
  await locateText(page).filter({ hasText: wrong }).waitFor()
  await person.doubleClickWord(locateText(page), wrong)
  await person.type(right)
  await person.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await person.click(locateDialog(page).getByRole('button', { name: 'Publish changes' }))
  return person.end(locateDialog(page).getByRole('link'))
}

async function schedule(page: Page) {
  const slug = createStorySlug()
  await createDraft(page.context(), slug, { body })
  await openEditor(page, slug)
  await page.waitForLoadState('networkidle')
  const person = new Person(page)
  const dialog = locateDialog(page)
  await person.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await person.click(dialog.getByText('At another time'))
  const time = dialog.getByLabel(/^Time in/)
  await person.click(time)
  await person.typeTime(time, `${later.day}T${later.time}`)
  await person.click(dialog.getByRole('button', { name: 'Schedule', exact: true }))
  return person.end(dialog.getByText(/^The draft will be published on/))
}

async function recover(page: Page) {
  const slug = createStorySlug()
  await createDraft(page.context(), slug, { body })
  await openEditor(page, slug)
  await goToEnd(page)
  const again = await typeAndCrash(new Person(page))
  const person = new Person(again)
  await person.open(editPath(slug))
  await person.click(again.getByRole('button', { name: 'Continue the text on this device' }))
  return person.end(locateText(again).filter({ hasText: lostWords.trim() }))
}

/** A story of last year in the sample. */
const old = 'An inventory of going home'

async function find(page: Page, words: string) {
  await openList(page, '/desk')
  const person = new Person(page)
  await person.press('Control+k')
  await person.type(words)
  await page.getByRole('option', { name: old }).waitFor()
  await person.press('Enter')
  const title = page.locator('[data-part="title"]')
  await expect(title).toHaveValue(old, { timeout })
  return person.end(title)
}

export const createOwnDesk = (url: string): Desk => ({
  url,
  async signIn(context) {
    await signInAsStaff(context, 'editor')
  },
  tasks: {
    story: writeStory,
    shortStory: writeStory,
    fix: correctWord,
    schedule,
    recover,
    findWord: (page) => find(page, 'inventory'),
    findBeginning: (page) => find(page, 'An inventory'),
  },
  async createDraft(context) {
    const slug = createStorySlug()
    await createDraft(context, slug, { body })
    return editPath(slug)
  },
  async enterText(page) {
    await page.locator(isOpen).waitFor()
    await goToEnd(page)
    return locateText(page)
  },
})
