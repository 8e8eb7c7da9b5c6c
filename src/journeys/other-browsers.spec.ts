/** The most important journeys, in Firefox and WebKit. */
import { expect } from '@playwright/test'
import { createReaderWithSession } from '../../functions/testing/edge-client.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import {
  createDraft,
  createStorySlug,
  readDocument,
  signInAsStaff,
  withdrawStory,
} from './testing/desk-documents.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { test } from './testing/other-browser-test.ts'
import { sampleAccount, sampleArticles } from './testing/page-actions.ts'
import { rewritePage } from './testing/rewritten-page.ts'

const { slug, title } = sampleArticles.metered

test('a guest reads to the wall, logs in there and reads on', async ({ tab }) => {
  await tab.open('/')
  await tab.pressElement('link', title, 'main')
  await tab.expectPath(`/${slug}`)
  await tab.expectVisible('text', /The stamp is cut from the sole of a flip-flop/, 'main')
  // Once the wall is near, the server's offers replace the page's links, so a press could miss them.
  await tab.run(() => document.querySelector('[data-wall]')!.scrollIntoView())
  await tab.expectVisible('button', /^Read this story/, '[data-wall]')
  await tab.expectNotVisible('text', /./, '[data-article-body]')
  await tab.pressElement('link', 'Log in', '[data-wall]')
  const { email, password } = sampleAccount('subscriber')
  await tab.fillIn(/^E-?mail/, email, 'main')
  await tab.fillIn(/^Password/, password, 'main')
  await tab.pressElement('button', 'Log in', 'main')
  await tab.expectPath(`/${slug}`)
  await tab.expectVisible('text', /pencil/, '[data-article-body]')
  await tab.expectNotVisible('link', 'Subscribe', '[data-wall]')
  await tab.open('/six-days-to-make-a-cow#fn1')
  await tab.until('the place in the closed part', () =>
    tab.run(() => {
      const { top = -1 } = document.querySelector('#fn1')?.getBoundingClientRect() ?? {}
      return scrollY > 0 && top >= 0 && top < innerHeight
    }),
  )
})

test('a reader finds a story by a word in it, and saves it', async ({ tab }) => {
  const { cookies } = await createReaderWithSession()
  // Cookies can only be set for the open page.
  await tab.open('/search')
  await tab.addCookies(cookies)
  await tab.open('/search')
  await tab.fillIn('Search for', 'pencil')
  await tab.expectVisible('text', /stories found$/, 'main')
  await tab.pressElement('link', title, 'main')
  await tab.expectPath(`/${slug}`)
  await tab.pressElement('button', `Save “${title}”`, '.head')
  await tab.expectVisible('button', `Saved: “${title}”. Remove`, '.head')
  await tab.goBack()
  await tab.expectVisible('link', title, 'main')
  await tab.open('/saved')
  await tab.expectVisible('link', new RegExp(title), 'main')
})

test('a guest shares a story, and opens a page from the menu', async ({ tab }) => {
  for (const width of [520, 1200]) {
    await tab.resize(width, 900)
    await tab.open(`/${sampleArticles.public.slug}`)
    await tab.pressElement('button', 'Share', 'main')
    await tab.pressElement('button', 'Copy link', '#share')
    await tab.expectVisible('text', 'Link copied.', '#share')
    await tab.pressEscape()
    await tab.expectNotVisible('link', 'WhatsApp', '#share')
  }
  for (const close of [() => tab.pressEscape(), () => tab.pressAt(1100, 500)]) {
    await tab.pressElement('button', 'Menu', 'header')
    await tab.expectVisible('link', 'Latest Stories', 'dialog')
    await close()
    await tab.expectNotVisible('link', 'Latest Stories', 'dialog')
  }
  await tab.pressElement('button', 'Menu', 'header')
  await tab.pressElement('link', 'Latest Stories', 'dialog')
  await tab.expectPath(/^\/latest/)
})

test('an offline reader can open visited pages, and sees a message elsewhere', async ({
  tab,
  https,
}) => {
  await tab.open('/about')
  await tab.until('the service worker', () =>
    tab.run(() => navigator.serviceWorker.controller !== null),
  )
  await tab.open('/latest')
  await tab.expectVisible('heading', /Latest/)
  await tab.open('/about')
  await https.disconnect()
  try {
    await tab.open('/Latest/')
    await tab.expectPath('/latest')
    await tab.expectVisible('heading', /Latest/)
    await tab.open('/ethics')
    await tab.expectVisible('heading', 'No connection')
  } finally {
    await https.reconnect()
  }
  await tab.expectNotVisible('heading', 'No connection')
  await tab.expectPath('/ethics')
})

test('a guest uses forms of a translated page, and reads the descriptions of pictures that fail', async ({
  tab,
}) => {
  // Pictures are blocked, so this is the placeholder.
  await tab.open('/')
  await tab.until('the description of a picture', () =>
    tab.run(() => {
      const image = document.querySelector<HTMLImageElement>('main [fetchpriority=high]')!
      return image.naturalWidth > 0 && decodeURIComponent(image.src).includes(`>${image.alt}</p>`)
    }),
  )
  // The imitated translation adds an invisible character to names.
  await tab.open('/search')
  await tab.run(rewritePage)
  await tab.fillIn(/Search for/, 'pencil', 'main')
  await tab.expectVisible('text', /stories found$/, 'main')
  await tab.fillIn(/Search for/, 'xyzzy', 'main')
  await tab.expectVisible('text', /find any stories for/, 'main')
  await tab.open('/newsletter')
  await tab.run(rewritePage)
  await tab.until('the form’s script', () =>
    tab.run(() => {
      document.querySelector<HTMLElement>('main form input')!.focus()
      return !document.querySelector('main astro-island[ssr]')
    }),
  )
  await tab.fillIn(/Your email/, createEmailAddress(), 'main form')
  await tab.pressElement('button', /Sign up/, 'main form')
  await tab.expectVisible('text', /Signed up!/, 'main')
})

test('a guest signs up for The Weekly, chooses a plan and reaches PayPal', async ({ tab }) => {
  await tab.open('/newsletter')
  await tab.fillIn(/^Your email/, createEmailAddress(), 'main form')
  await tab.pressElement('button', 'Sign up', 'main form')
  // The message is above the form if that was sent before its script had loaded.
  await tab.expectVisible('text', /^Signed up!/, 'main')
  await tab.open('/subscribe')
  await tab.pressElement('link', 'Subscribe', 'main')
  await tab.pressElement('button', 'Pay with PayPal', 'main')
  await tab.switchToNewWindow()
  await tab.expectVisible('text', /\$\d+/)
  await tab.expectVisible('button', 'Agree and subscribe')
})

test('an editor writes in several scripts, and publishes', async ({ tab, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: readRunningStack().siteUrl })
  await signInAsStaff({ request }, 'editor')
  const { cookies } = await request.storageState()
  const storySlug = createStorySlug()
  const words = ' Monsoon, मानसून, বর্ষা, بارش.'
  await createDraft({ request }, storySlug)
  await tab.open('/search')
  await tab.addCookies(new Map(cookies.map(({ name, value }) => [name, value])))
  await tab.open('/desk')
  await tab.expectVisible('heading', 'Being written', 'main')
  await tab.open(`/desk/edit/articles/${storySlug}`)
  await tab.typeIn('Text', words)
  const readStatus = () =>
    tab.run(() => document.querySelector('[data-part="status"]')?.textContent === 'Saved')
  await tab.until('the text to be saved', readStatus)
  await tab.pressElement('button', 'Publish')
  await tab.pressElement('button', 'Publish now', 'dialog')
  await tab.expectVisible('link', /./, 'dialog')
  const { stored, draft } = await readDocument({ request }, storySlug)
  expect([stored?.body.split(words).join(''), draft]).toEqual([
    'One.\n\n<!-- more -->\n\nTwo.',
    null,
  ])
  expect(stored?.body).toContain(words)
  await tab.open(`/${storySlug}`)
  await tab.expectVisible('text', /One\./, 'main')
  await withdrawStory({ request }, storySlug)
  await request.dispose()
})
