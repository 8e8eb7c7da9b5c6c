/** The most important journeys, in Firefox and WebKit. */
import {
  createEdgeClient,
  createReaderWithSession,
  openSession,
  stack,
} from '../../functions/testing/edge-client.ts'
import { requestTestIdToken } from '../../scripts/dev/stack/emulator-accounts.ts'
import type { Page } from '../../scripts/dev/webdriver/webdriver-page.ts'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { activeSubscription, createSubscriber } from './testing/journey-subscribers.ts'
import { test } from './testing/other-browser-test.ts'
import { sampleAccount, sampleArticles } from './testing/page-actions.ts'

const { slug, title } = sampleArticles.metered

/** Cookies can only be set for the open page. */
async function logIn(tab: Page, cookies: ReadonlyMap<string, string>) {
  await tab.open('/ethics')
  await tab.addCookies(cookies)
}

async function fillInLogin(tab: Page, { email, password }: { email: string; password: string }) {
  await tab.fillIn(/^E-?mail/, email, 'main')
  await tab.fillIn(/^Password/, password, 'main')
  await tab.pressElement('button', 'Log in', 'main')
}

test('a guest reads to the wall', async ({ tab }) => {
  await tab.open('/')
  await tab.pressElement('link', title, 'main')
  await tab.expectPath(`/${slug}`)
  await tab.expectVisible('heading', title)
  await tab.expectVisible('text', /The stamp is cut from the sole of a flip-flop/, 'main')
  await tab.expectVisible('link', 'Subscribe', '[data-wall]')
  await tab.expectVisible('link', 'Log in', '[data-wall]')
  await tab.expectNotVisible('text', /./, '[data-article-body]')
})

test('a reader logs in at the wall and reads on', async ({ tab }) => {
  await tab.open(`/${slug}`)
  await tab.pressElement('link', 'Log in', '[data-wall]')
  await fillInLogin(tab, sampleAccount('subscriber'))
  await tab.expectPath(`/${slug}`)
  await tab.expectVisible('text', /pencil/, '[data-article-body]')
  await tab.expectNotVisible('link', 'Subscribe', '[data-wall]')
})

test('a reader finds a story by a word in it', async ({ tab }) => {
  await tab.open('/search')
  await tab.fillIn('Search for', 'pencil')
  await tab.expectVisible('text', /stories found$/, 'main')
  await tab.pressElement('link', title, 'main')
  await tab.expectPath(`/${slug}`)
  await tab.goBack()
  await tab.expectVisible('link', title, 'main')
})

test('a reader saves a story, and finds it in the list', async ({ tab }) => {
  const { cookies } = await createReaderWithSession()
  await logIn(tab, cookies)
  await tab.open(`/${slug}`)
  await tab.pressElement('button', `Save “${title}”`, '.head')
  await tab.expectVisible('button', `Saved: “${title}”. Remove`, '.head')
  await tab.open('/saved')
  await tab.pressElement('link', new RegExp(title), 'main')
  await tab.expectPath(`/${slug}`)
})

test('the menu closes with Escape and a click outside', async ({ tab }) => {
  await tab.resize(1200, 900)
  await tab.open('/about')
  await tab.pressElement('button', 'Menu', 'header')
  await tab.expectVisible('link', 'Latest Stories', 'dialog')
  await tab.pressEscape()
  await tab.expectNotVisible('link', 'Latest Stories', 'dialog')
  await tab.pressElement('button', 'Menu', 'header')
  await tab.expectVisible('link', 'Latest Stories', 'dialog')
  await tab.pressAt(1100, 500)
  await tab.expectNotVisible('link', 'Latest Stories', 'dialog')
  await tab.pressElement('button', 'Menu', 'header')
  await tab.pressElement('link', 'Latest Stories', 'dialog')
  await tab.expectPath(/^\/latest/)
})

for (const [width, device] of [
  [1200, 'large'],
  [520, 'small'],
] as const) {
  test(`a story is shared from the menu in a ${device} window`, async ({ tab }) => {
    await tab.resize(width, 900)
    await tab.open(`/${sampleArticles.public.slug}`)
    await tab.pressElement('button', 'Share', 'main')
    await tab.expectVisible('link', 'WhatsApp', '#share')
    await tab.pressElement('button', 'Copy link', '#share')
    await tab.expectVisible('text', 'Link copied.', '#share')
    await tab.pressEscape()
    await tab.expectNotVisible('link', 'WhatsApp', '#share')
  })
}

test('a guest signs up for the newsletter', async ({ tab }) => {
  await tab.open('/newsletter')
  await tab.fillIn(/^Your email/, createEmailAddress(), 'main form')
  await tab.pressElement('button', 'Sign up', 'main form')
  // Above the form if it was sent before its script had loaded.
  await tab.expectVisible('text', 'Signed up!', 'main')
})

test('a subscriber pauses for two months', async ({ tab }) => {
  const { email } = await createSubscriber()
  const client = createEdgeClient()
  await openSession(client, await requestTestIdToken(stack, email))
  await logIn(tab, client.cookies)
  await tab.open('/settings/cancel')
  await tab.pressElement('link', 'I don’t have time to read at the moment', 'main')
  await tab.pressElement('option', /^two months$/i, 'main')
  await tab.pressElement('button', 'Pause for two months', 'main')
  await tab.expectPath('/settings/cancel/paused')
  await tab.expectVisible(
    'heading',
    `Your subscription pauses on ${formatDay(activeSubscription.paidThrough)}`,
  )
  const resumeDate = formatDay(addMonths(activeSubscription.paidThrough, 2))
  await tab.expectVisible('text', new RegExp(`It resumes automatically on ${resumeDate}`), 'main')
})

test('an offline reader finds visited pages, and a message elsewhere', async ({ tab, https }) => {
  await tab.open('/about')
  await tab.until('the service worker', () =>
    tab.run(() => navigator.serviceWorker.controller !== null),
  )
  await tab.open('/latest')
  await tab.expectVisible('heading', /Latest/)
  await tab.open('/about')
  await https.disconnect()
  try {
    await tab.open('/latest')
    await tab.expectVisible('heading', /Latest/)
    await tab.open('/ethics')
    await tab.expectVisible('heading', 'No connection')
  } finally {
    await https.reconnect()
  }
  await tab.expectNotVisible('heading', 'No connection')
  await tab.expectPath('/ethics')
})

test('a guest chooses a plan and reaches PayPal', async ({ tab }) => {
  await tab.open('/subscribe')
  await tab.pressElement('link', 'Subscribe', 'main')
  await tab.pressElement('button', 'Pay with PayPal', 'main')
  await tab.switchToNewWindow()
  await tab.expectVisible('heading', 'Confirm your subscription')
  await tab.expectVisible('text', /\$\d+/)
  await tab.expectVisible('button', 'Agree and subscribe')
})

test('a reader buys a gift, and redeems it', async ({ tab }) => {
  const { cookies } = await createReaderWithSession()
  await logIn(tab, cookies)
  await tab.open('/gift-subscription')
  await tab.pressElement('option', /^I’ll give it myself/, 'main')
  await tab.fillIn(/^Your name/, 'Asha', 'main')
  await tab.fillIn(/^Your email/, createEmailAddress(), 'main')
  await tab.pressElement('button', 'Continue with PayPal', 'main')
  await tab.pressElement('button', 'Pay now')
  await tab.expectVisible('heading', 'Thank you')
  await tab.pressElement('link', /\/gift\//, 'main')
  await tab.pressElement('button', 'Redeem the gift', 'main')
  await tab.expectVisible('heading', 'It’s yours')
})
