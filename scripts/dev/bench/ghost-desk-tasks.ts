/** An editor's tasks in Ghost's admin. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
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
  type TaskRun,
  timeLimit as timeout,
  typeAndCrash,
} from './desk-task.ts'
import type { Ghost } from './ghost.ts'

const listPath = '/ghost/#/posts'
const editPath = (id: string) => `/ghost/#/editor/post/${id}`
const openList = (page: Page) => page.goto(listPath, { waitUntil: 'networkidle' })
const locateText = (page: Page) => page.locator('[data-kg="editor"] [data-lexical-editor]').first()
const locateTitle = (page: Page) => page.getByPlaceholder('Post title')
const locateButton = (page: Page, name: string) => page.locator(`[data-test-button="${name}"]`)

type Post = { readonly id: string; readonly title: string; readonly url: string }

async function createPost(
  context: BrowserContext,
  origin: string,
  status: 'draft' | 'published',
  paragraphs: readonly string[],
): Promise<Post> {
  const title = `The price of ${crypto.randomUUID().slice(0, 8)}`
  const html = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
  const response = await context.request.post('/ghost/api/admin/posts/?source=html', {
    data: { posts: [{ title, html, status }] },
    headers: { Origin: origin },
  })
  if (!response.ok()) throw new Error(await response.text())
  return (await response.json()).posts[0]
}

async function openPost(page: Page, post: Post): Promise<Locator> {
  await page.goto(editPath(post.id), { waitUntil: 'networkidle' })
  return enterText(page)
}

async function enterText(page: Page): Promise<Locator> {
  const text = locateText(page)
  await text.waitFor()
  await text.locator('p').last().click()
  await page.keyboard.press('Control+End')
  return text
}

async function confirm(person: Person, page: Page) {
  await person.click(locateButton(page, 'continue'))
  await person.clickMoving(locateButton(page, 'confirm-publish'))
}

async function publish(person: Person, page: Page) {
  await person.click(locateButton(page, 'publish-flow').first())
  await confirm(person, page)
}

/** `isShort` leaves out what Ghost doesn't need for publishing: the standfirst, the credit and the category. */
async function writeStory(page: Page, origin: string, isShort: boolean): Promise<TaskRun> {
  const picture = await createPicture()
  await openList(page)
  const person = new Person(page)
  await person.click(page.getByRole('link', { name: 'New post' }).first())
  await page.locator('[placeholder="Post title"]:focus').waitFor()
  await person.type(createTitle())
  await person.press('Enter')
  await person.type(`${story.first}\n> ${story.quote}\n/markdown`)
  await page
    .getByRole('menuitem', { name: /^Markdown/ })
    .or(page.locator('[data-kg-card-menu-item="Markdown"]'))
    .first()
    .waitFor()
  await person.press('Enter')
  await page.locator('.CodeMirror-focused').waitFor()
  await person.type(`${story.second}[^1]\n\n[^1]: ${story.note}`)
  await person.chooseFile(page.getByRole('button', { name: /feature image/i }).first(), picture)
  const caption = page.locator('.gh-editor-feature-image-caption-container')
  await caption.waitFor()
  if (!isShort) {
    await person.click(caption.locator('[contenteditable="true"]'))
    await person.type(story.credit)
  }
  await person.click(caption.getByRole('button', { name: 'Alt', exact: true }))
  await page.locator('.gh-editor-feature-image-alttext').waitFor()
  await person.type(story.description)
  if (!isShort) {
    await person.click(page.getByTestId('settings-menu-toggle'))
    await person.click(page.locator('#tag-input input'))
    await person.type('Culture')
    await person.press('Enter')
    await person.click(page.locator('#custom-excerpt'))
    await person.type(story.standfirst)
  }
  await publish(person, page)
  const run = await person.end(page.getByText(/Boom|out there|is published/).first())
  const found = await page.request.get('/ghost/api/admin/posts/?limit=1&order=created_at%20desc', {
    headers: { Origin: origin },
  })
  const published = await page.request.get(new URL((await found.json()).posts[0].url).pathname)
  checkStory(await published.text())
  return run
}

async function correctWord(page: Page, origin: string) {
  const { before, wrong, right, after } = misspelt
  const text = [`${before}${wrong}${after}`, 'The end.']
  const post = await createPost(page.context(), origin, 'published', text)
  await openList(page)
  const person = new Person(page)
  await person.click(page.getByText(post.title).first())
  await locateText(page).filter({ hasText: wrong }).waitFor()
  await person.doubleClickWord(locateText(page), wrong)
  await person.type(right)
  await person.click(page.getByRole('button', { name: 'Update', exact: true }))
  return person.end(page.getByRole('button', { name: 'Updated' }))
}

async function schedule(page: Page, origin: string) {
  const post = await createPost(page.context(), origin, 'draft', draftText)
  await openPost(page, post)
  const person = new Person(page)
  await person.click(locateButton(page, 'publish-flow').first())
  await person.click(page.locator('[data-test-setting="publish-at"] > button'))
  await person.click(page.getByText('Schedule for later'))
  const day = page.locator('[data-test-date-time-picker-date-input]')
  await person.click(day)
  await person.typeTime(day, later.day)
  const time = page.locator('[data-test-date-time-picker-time-input]')
  await person.click(time)
  await person.typeTime(time, later.time)
  await confirm(person, page)
  return person.end(page.getByText(/All set|scheduled/i).first())
}

/** Ghost keeps a copy in the browser once a minute, and saves a draft three seconds after a pause. */
async function recover(page: Page, origin: string) {
  const post = await createPost(page.context(), origin, 'draft', draftText)
  await openPost(page, post)
  const again = await typeAndCrash(new Person(page))
  const person = new Person(again)
  await person.open(editPath(post.id))
  await again.waitForLoadState('networkidle')
  const run = await person.end(locateText(again).filter({ hasText: draftText[1] }))
  const isThere = (await locateText(again).textContent())!.includes(lostWords.trim())
  return isThere ? run : null
}

async function find(page: Page, words: string) {
  await openList(page)
  const person = new Person(page)
  await person.press('Control+k')
  await page.locator('.gh-nav-search-modal input').waitFor()
  await person.type(words)
  await page.locator('.gh-nav-search-option').filter({ hasText: old }).first().waitFor()
  await person.press('Enter')
  await locateText(page).waitFor()
  await expect(locateTitle(page)).toHaveValue(old, { timeout })
  return person.end(locateTitle(page))
}

const old = 'An inventory of going home'

export const createGhostDesk = (url: string, { url: origin, owner }: Ghost): Desk => ({
  url,
  async signIn(context) {
    const data = { username: owner.email, password: owner.password }
    const headers = { Origin: origin }
    const response = await context.request.post('/ghost/api/admin/session/', { data, headers })
    if (!response.ok()) throw new Error(await response.text())
  },
  tasks: {
    story: (page) => writeStory(page, origin, false),
    shortStory: (page) => writeStory(page, origin, true),
    fix: (page) => correctWord(page, origin),
    schedule: (page) => schedule(page, origin),
    recover: (page) => recover(page, origin),
    findWord: (page) => find(page, 'inventory'),
    findBeginning: (page) => find(page, 'An inventory'),
  },
  async createDraft(context) {
    return editPath((await createPost(context, origin, 'draft', draftText)).id)
  },
  enterText,
})
