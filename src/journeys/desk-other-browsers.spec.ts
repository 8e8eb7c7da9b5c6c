/** The desk's most important journeys, in Firefox and WebKit. */
import { type APIRequestContext, expect } from '@playwright/test'
import { keys } from '../../scripts/dev/webdriver/webdriver-page.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import {
  createDraft,
  createStorySlug,
  publishStory,
  readDocument,
  send,
  signInAsStaff,
  withdrawStory,
} from './testing/desk-documents.ts'
import {
  dropPicture,
  listDirections,
  logInAsStaff,
  openEditorIn,
  saveNow,
  selectWord,
  waitForEditorIn,
  waitForStatus,
} from './testing/desk-tab.ts'
import { signInWithIdToken } from './testing/journey-accounts.ts'
import { test as base } from './testing/other-browser-test.ts'

type Fixtures = {
  /** Calls the API with the session of the person in the browser. */
  readonly request: APIRequestContext
  /** Calls the API with another person's session. */
  readonly otherRequest: APIRequestContext
}

const test = base.extend<Fixtures>({
  async request({ playwright }, use) {
    const request = await playwright.request.newContext({ baseURL: readRunningStack().siteUrl })
    await use(request)
    await request.dispose()
  },
  async otherRequest({ playwright }, use) {
    const request = await playwright.request.newContext({ baseURL: readRunningStack().siteUrl })
    await use(request)
    await request.dispose()
  },
})

const path = (slug: string) => `/api/desk/documents/articles/${slug}`
const dialog = 'dialog[open]'

test('an editor opens a story by keyboard, corrects a word and publishes', async ({
  tab,
  request,
}) => {
  await logInAsStaff(tab, { request }, 'editor')
  const slug = createStorySlug()
  const title = `Price ${slug}`
  await publishStory({ request }, slug, {
    title,
    body: 'It cost tree rupees.\n\n<!-- more -->\n\nThe end.',
  })
  await tab.open('/desk')
  await tab.expectVisible('button', /^Go to/)
  await tab.pressTogether(keys.control, 'k')
  await tab.expectVisible('link', 'Pictures', dialog)
  await tab.pressKeys(title)
  await tab.expectVisible('link', new RegExp(`^${title} Published$`), dialog)
  await tab.pressKeys(keys.enter)
  await tab.expectPath(`/desk/edit/articles/${slug}`)
  await waitForEditorIn(tab)
  await selectWord(tab, 'tree')
  await tab.pressKeys('three')
  await tab.pressElement('button', 'Publish')
  await tab.pressElement('button', 'Publish changes', dialog)
  await tab.expectVisible('link', /./, dialog)
  const { stored } = await readDocument({ request }, slug)
  expect(stored?.body).toBe('It cost three rupees.\n\n<!-- more -->\n\nThe end.')
  await withdrawStory({ request }, slug)
})

test('an editor reads another person’s version beside the text, and saves both merged', async ({
  tab,
  request,
  otherRequest,
}) => {
  await logInAsStaff(tab, { request }, 'editor')
  await signInAsStaff({ request: otherRequest }, 'editor')
  const slug = createStorySlug()
  await createDraft({ request }, slug, { body: 'One.\n\nTwo.\n\nThree.' })
  await openEditorIn(tab, slug)
  const { draft } = await readDocument({ request: otherRequest }, slug)
  const { fields, revision, base } = draft!
  const body = 'One.\n\nTwo. Theirs.\n\nThree.'
  await send({ request: otherRequest }, 'PUT', `${path(slug)}/draft`, {
    ...{ fields, revision, base, body },
  })
  await tab.typeIn('Text', ' Mine. ')
  await saveNow(tab)
  await tab.expectVisible('text', /Theirs\./, `${dialog} [aria-label="Text on the left"]`)
  await tab.expectVisible('text', /Mine\./, `${dialog} [aria-label="Text on the right"]`)
  await tab.expectNotVisible('text', /Mine\./, `${dialog} [aria-label="Text on the left"]`)
  await tab.pressElement('button', 'Use the merged version', dialog)
  await waitForStatus(tab, 'Saved')
  const merged = (await readDocument({ request }, slug)).draft?.body ?? ''
  expect(merged).toContain(' Mine. ')
  expect(merged.replace(' Mine. ', '')).toBe(body)
})

test('a writer continues a text that was unsaved when its window was closed', async ({
  tab,
  request,
  https,
}) => {
  await logInAsStaff(tab, { request }, 'writer')
  const slug = createStorySlug()
  await createDraft({ request }, slug)
  await openEditorIn(tab, slug)
  await https.disconnect()
  try {
    await tab.typeIn('Text', ' Unsent. ')
    await saveNow(tab)
    await waitForStatus(tab, 'stored on this device')
    await tab.replaceWindow()
  } finally {
    await https.reconnect()
  }
  await tab.open(`/desk/edit/articles/${slug}`)
  await tab.expectVisible('heading', /^Unsaved text/, dialog)
  await tab.expectVisible('text', /Unsent\./, `${dialog} [aria-label="Text on the right"]`)
  await tab.expectNotVisible('text', /Unsent\./, `${dialog} [aria-label="Text on the left"]`)
  await tab.pressElement('button', 'Continue the text on this device', dialog)
  await waitForStatus(tab, 'Saved')
  expect((await readDocument({ request }, slug)).draft?.body).toContain(' Unsent. ')
})

test('a writer logs in again beside a text, which is then saved', async ({ tab, request }) => {
  const account = await logInAsStaff(tab, { request }, 'writer')
  const slug = createStorySlug()
  await createDraft({ request }, slug)
  await openEditorIn(tab, slug)
  await send({ request }, 'DELETE', '/api/sessions', {})
  await tab.typeIn('Text', ' Later. ')
  await saveNow(tab)
  await tab.pressElement('link', 'Log in', dialog)
  const switchBack = await tab.switchToNewWindow()
  await tab.fillIn(/^E-?mail/, account.email, 'main')
  await tab.fillIn(/^Password/, account.password, 'main')
  await tab.pressElement('button', 'Log in', 'main')
  await tab.expectNotVisible('field', /^Password/, 'main')
  await switchBack()
  await tab.expectNotVisible('heading', 'Log in to continue')
  await waitForStatus(tab, 'Saved')
  await signInWithIdToken({ request }, account)
  expect((await readDocument({ request }, slug)).draft?.body).toContain(' Later. ')
})

test('an editor drops a picture onto a text, describes it, and schedules the story', async ({
  tab,
  request,
}) => {
  await logInAsStaff(tab, { request }, 'editor')
  const slug = createStorySlug()
  await createDraft({ request }, slug)
  await openEditorIn(tab, slug)
  await dropPicture(tab, `${slug}.png`)
  await tab.fillIn(/^Description/, 'A field at noon', dialog)
  await tab.fillIn(/^Credit/, 'The studio', dialog)
  await tab.pressElement('button', 'Insert', dialog)
  await tab.expectNotVisible('heading', 'Insert a picture')
  await tab.pressElement('button', 'Publish')
  await tab.pressElement('button', 'At another time', dialog)
  await tab.expectVisible('field', /^Time in/, dialog)
  await tab.run(() => {
    // Each browser has its own way of typing a time.
    const time = document.querySelector<HTMLInputElement>('dialog[open] [name="at"]')!
    time.value = '2099-01-01T09:30'
    time.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await tab.pressElement('button', 'Schedule', dialog)
  await tab.expectVisible(
    'text',
    /^The draft will be published on Thursday,? 1 January at 09:30/,
    dialog,
  )
  const { stored } = await readDocument({ request }, slug)
  expect(stored).toMatchObject({ state: 'scheduled', publishedAt: '2099-01-01T04:00:00.000Z' })
  expect(stored?.body).toMatch(
    new RegExp(`::figure{image="${slug}-[0-9a-f]{16}" [^}]*alt="A field at noon"`),
  )
  await send({ request }, 'POST', `${path(slug)}/publish`, { revision: 0, at: null })
})

const lines = [
  'Monsoon notes.',
  'بارش کے دن، کتابیں اور چائے۔',
  'یہ BBC کی خبر ہے، سال 2026 میں۔',
  'She said شکریہ and left.',
]

test('an editor finds a story, whose lines have the same direction in the editor and in its preview', async ({
  tab,
  request,
}) => {
  await logInAsStaff(tab, { request }, 'editor')
  const slug = createStorySlug()
  const title = `Rain ${slug}`
  await createDraft({ request }, slug, {
    title,
    body: `${lines.join('\n\n')}\n\n<!-- more -->\n\nThe end.`,
  })
  await tab.open('/desk')
  await tab.expectVisible('link', title, 'main')
  await tab.open('/desk/stories')
  await tab.fillIn('Beginning of the headline', title, 'main')
  await tab.expectPath(new RegExp(`search=Rain\\+${slug}`))
  await tab.pressElement('link', title, 'main')
  await waitForEditorIn(tab)
  const inEditor = await listDirections(tab, '.cm-line')
  const link = await send({ request }, 'POST', `${path(slug)}/preview`, {})
  await tab.open((await link.json()).path)
  await tab.expectVisible('text', /^Monsoon notes/, 'main .prose')
  const onPage = await listDirections(tab, 'main .prose > p')
  expect(onPage.slice(0, lines.length)).toEqual(inEditor.slice(0, lines.length))
  expect(onPage.slice(0, lines.length).map(({ direction }) => direction)).toEqual([
    'ltr',
    'rtl',
    'rtl',
    'ltr',
  ])
})
