/** The ten most important journeys, in Firefox and in WebKit. */
import { edgeClient, openSession, ownReader, stack } from '../../functions/edge-client.ts'
import { freshToken } from '../../scripts/local/own-accounts.ts'
import type { Page } from '../../scripts/webdriver/page.ts'
import { dayInWords } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { newAddress } from './accounts.ts'
import { test } from './other-browser.ts'
import { makeSubscriber, running } from './own-subscription.ts'
import { sampleAccount, samples } from './readers.ts'

const { slug, title } = samples.metered

/** Cookies can be set for the page that is open alone. */
async function logIn(tab: Page, cookies: ReadonlyMap<string, string>) {
  await tab.open('/ethics')
  await tab.takeCookies(cookies)
}

async function fillInLogin(tab: Page, { email, password }: { email: string; password: string }) {
  await tab.fillIn(/^E-?mail/, email, 'main')
  await tab.fillIn(/^Password/, password, 'main')
  await tab.press('button', 'Log in', 'main')
}

test('a guest reads to the wall', async ({ tab }) => {
  await tab.open('/')
  await tab.press('link', title, 'main')
  await tab.isAt(`/${slug}`)
  await tab.sees('heading', title)
  await tab.sees('text', /The stamp is cut from the sole of a flip-flop/, 'main')
  await tab.sees('link', 'Subscribe', '[data-wall]')
  await tab.sees('link', 'Log in', '[data-wall]')
  await tab.seesNo('text', /./, '[data-rest]')
})

test('a reader logs in at the wall and reads on', async ({ tab }) => {
  await tab.open(`/${slug}`)
  await tab.press('link', 'Log in', '[data-wall]')
  await fillInLogin(tab, sampleAccount('subscriber'))
  await tab.isAt(`/${slug}`)
  await tab.sees('text', /pencil/, '[data-rest]')
  await tab.seesNo('link', 'Subscribe', '[data-wall]')
})

test('a reader finds a story by a word in it', async ({ tab }) => {
  await tab.open('/search')
  await tab.fillIn('Search for', 'pencil')
  await tab.sees('text', /stories found$/, 'main')
  await tab.press('link', title, 'main')
  await tab.isAt(`/${slug}`)
  await tab.goBack()
  await tab.sees('link', title, 'main')
})

test('a reader saves a story, and finds it among the saved ones', async ({ tab }) => {
  const { cookies } = await ownReader()
  await logIn(tab, cookies)
  await tab.open(`/${slug}`)
  await tab.press('button', `Save “${title}”`, '.head')
  await tab.sees('button', `Saved: “${title}”. Remove`, '.head')
  await tab.open('/saved')
  await tab.press('link', new RegExp(title), 'main')
  await tab.isAt(`/${slug}`)
})

test('the menu opens, and closes by Escape and by a press beside it', async ({ tab }) => {
  await tab.resize(1200, 900)
  await tab.open('/about')
  await tab.press('button', 'Menu', 'header')
  await tab.sees('link', 'Latest Stories', 'dialog')
  await tab.pressEscape()
  await tab.seesNo('link', 'Latest Stories', 'dialog')
  await tab.press('button', 'Menu', 'header')
  await tab.sees('link', 'Latest Stories', 'dialog')
  await tab.pressAt(1100, 500)
  await tab.seesNo('link', 'Latest Stories', 'dialog')
  await tab.press('button', 'Menu', 'header')
  await tab.press('link', 'Latest Stories', 'dialog')
  await tab.isAt(/^\/latest/)
})

for (const [width, kind] of [
  [1200, 'large'],
  [520, 'small'],
] as const) {
  test(`a story is shared from the menu in a ${kind} window`, async ({ tab }) => {
    await tab.resize(width, 900)
    await tab.open(`/${samples.public.slug}`)
    await tab.press('button', 'Share', 'main')
    await tab.sees('link', 'WhatsApp', '#share')
    await tab.press('button', 'Copy the link', '#share')
    await tab.sees('text', 'The link is copied.', '#share')
    await tab.pressEscape()
    await tab.seesNo('link', 'WhatsApp', '#share')
  })
}

test('a guest signs up for the newsletter', async ({ tab }) => {
  await tab.open('/newsletter')
  await tab.fillIn(/^Your e-?mail/, newAddress(), 'main form')
  await tab.press('button', 'Sign up', 'main form')
  await tab.sees('text', 'Signed up!', 'main form')
})

test('a subscriber pauses for two months', async ({ tab }) => {
  const { email } = await makeSubscriber()
  const client = edgeClient()
  await openSession(client, await freshToken(stack, email))
  await logIn(tab, client.cookies)
  await tab.open('/settings/cancel')
  await tab.press('link', 'I don’t have time to read at the moment', 'main')
  await tab.press('option', /^two months$/i, 'main')
  await tab.press('button', 'Pause for two months', 'main')
  await tab.isAt('/settings/cancel/paused')
  await tab.sees('heading', `Your subscription pauses on ${dayInWords(running.paidThrough)}`)
  const resumes = dayInWords(addMonths(running.paidThrough, 2))
  await tab.sees('text', new RegExp(`It resumes automatically on ${resumes}`), 'main')
})

test('without a connection a reader finds what they have seen, and is told so elsewhere', async ({
  tab,
  https,
}) => {
  await tab.open('/about')
  await tab.until('the service worker', () =>
    tab.run(() => navigator.serviceWorker.controller !== null),
  )
  await tab.open('/latest')
  await tab.sees('heading', /Latest/)
  await tab.open('/about')
  await https.disconnect()
  try {
    await tab.open('/latest')
    await tab.sees('heading', /Latest/)
    await tab.open('/ethics')
    await tab.sees('heading', 'There is no connection.')
  } finally {
    await https.reconnect()
  }
  await tab.seesNo('heading', 'There is no connection.')
  await tab.isAt('/ethics')
})

test('a guest chooses a plan and comes to PayPal', async ({ tab }) => {
  await tab.open('/subscribe')
  await tab.press('link', 'Subscribe', 'main')
  await tab.press('button', 'Pay with PayPal', 'main')
  await tab.followWindow()
  await tab.sees('heading', 'Agree to a subscription')
  await tab.sees('text', /\$\d+/)
  await tab.sees('button', 'Agree and subscribe')
})
