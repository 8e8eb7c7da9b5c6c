/** Tests how sessions begin and end in several tabs and on several devices. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { openPageAs, readSignedInReader, signInWithIdToken } from './testing/journey-accounts.ts'
import { signInAsSubscriber } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  locateBody,
  locateWall,
  openPage,
  recordRequests,
  sampleAccount,
  sampleArticles,
  signIn,
  submitLogin,
} from './testing/page-actions.ts'
import { flushEvents } from './testing/received-events.ts'
import { logOut, openMenu, openSignedInPage } from './testing/session-actions.ts'

const { slug } = sampleArticles.metered
const sessionRequest = / \/api\/(?:session|subscription|user)$/

/** Finds the header's link: the menu's is visible for a moment after logging out. */
const locateSubscribeLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).first()
const locateWallLink = (page: Page) => locateWall(page).getByRole('link', { name: 'Subscribe' })
const readCookieNames = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name)
const readStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

/** Reads the events that the server hasn't accepted. */
const listStoredEvents = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('events.'))
      .map((key) => localStorage[key])
      .join(),
  )

test('logging in and out in one tab changes all other tabs', async ({ page: story, context }) => {
  await openPage(story, `/${slug}`)
  await expect(locateWallLink(story)).toBeVisible()
  const other = await context.newPage()
  await openPage(other, `/${slug}`)
  const field = other.getByRole('contentinfo').getByLabel('Email')
  await field.fill('someone@example.com')
  const login = await context.newPage()
  await openPage(login, '/login')
  // The form is partly filled in, so that it stays when another reader logs in.
  await login.getByLabel('Email').fill('registered@example.com')

  const account = await context.newPage()
  await signIn(account, 'subscriber', '/settings')
  await expect(account.getByText('subscriber@example.com')).toBeVisible()
  await expect(locateBody(story)).toBeVisible()
  for (const tab of [story, other]) {
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  }
  // Reloading would lose what is typed.
  await expect(field).toHaveValue('someone@example.com')
  await expect(locateBody(other)).toBeVisible()

  await submitLogin(login, 'registered')
  await expect(login).toHaveURL('/')
  await expect(account.getByText('registered@example.com')).toBeVisible()
  await expect(account.getByText('subscriber@example.com')).toHaveCount(0)
  for (const tab of [account, login]) expect(await readStorage(tab)).not.toContain('Leela')

  await signInWithIdToken(context, sampleAccount('subscriber'))
  await openPage(account, '/settings')
  await expect(account.getByText('subscriber@example.com')).toBeVisible()
  const offline = await context.newPage()
  for (const tab of [story, offline]) {
    await openPage(tab, `/${slug}`)
    await expect(locateBody(tab)).toBeVisible()
  }
  const late = await context.newPage()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await late.route(/\/body$/, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  const bodyResponse = late.waitForResponse(/\/body$/)
  await late.goto(`/${slug}`, { waitUntil: 'commit' })
  await expect(late.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  // These tabs appear to be offline; the others don't.
  for (const tab of [offline, late])
    await tab.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  await openSignedInPage(other, '/about')
  await logOut(other)
  await expect(locateSubscribeLink(other)).toBeVisible()
  for (const tab of [story, offline]) {
    await expect(locateBody(tab)).toHaveCount(0)
    await expect(locateWallLink(tab)).toBeVisible()
  }
  await expect(locateWallLink(late)).toBeVisible()
  release()
  await (await bodyResponse).finished()
  await expect(locateBody(late)).toHaveCount(0)
  await expect(account.getByText('subscriber@example.com')).toHaveCount(0)
  await expect(account.getByText('Log in to see your account.')).toBeVisible()
  const tabs = [story, other, account, offline]
  for (const tab of tabs) expect(await readStorage(tab)).not.toContain('Leela')
})

test('logging out sends one request, recovers from an error, and needs no script of the page', async ({
  page,
  context,
}) => {
  await signInWithIdToken(context, sampleAccount('subscriber'))
  // Events that name the reader are stored on the device.
  await page.route('**/api/collect', (route) => route.fulfill({ status: 503 }))
  await openPage(page, '/settings')
  await expect(page.getByText('subscriber@example.com')).toBeVisible()
  await flushEvents(page)
  await expect.poll(() => listStoredEvents(page)).toContain('Leela')
  await openSignedInPage(page, '/about')
  await expect.poll(() => readStorage(page)).toContain('isSubscribed')
  const requests = recordRequests(page, sessionRequest)
  const button = (await openMenu(page)).getByRole('button', { name: 'Log out' })
  await page.route('**/api/session', (route) => route.abort())
  await button.click()
  await expect(page.getByText('couldn’t reach our server').first()).toBeVisible()
  await page.unroute('**/api/session')
  requests.length = 0
  await button.dblclick()
  await expect(page).toHaveURL('/')
  await expect(locateSubscribeLink(page)).toBeVisible()
  // The front page checks the session again after its end.
  const readRequestsSinceLogOut = () => requests.slice(requests.indexOf('DELETE /api/session'))
  await expect
    .poll(() => readRequestsSinceLogOut().toSorted())
    .toEqual(['DELETE /api/session', 'GET /api/subscription', 'GET /api/user'])
  expect(readRequestsSinceLogOut()[0]).toBe('DELETE /api/session')
  await expect
    .poll(() => page.evaluate(() => [localStorage.session, sessionStorage.queries]))
    .toEqual([undefined, undefined])
  expect(await readStorage(page)).not.toContain('Leela')

  await openPageAs(page, 'subscriber', '/settings')
  await expect(page.getByText('subscriber@example.com')).toBeVisible()
  await expect.poll(() => readStorage(page)).toContain('Leela')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await openPage(page, '/about')
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('#menu')!.show())
  const logOutResponse = page.waitForResponse('**/api/log-out')
  await page.getByRole('button', { name: 'Log out' }).click()
  expect((await logOutResponse).status()).toBe(303)
  await expect(page).toHaveURL('/')
  await expect(locateSubscribeLink(page)).toBeVisible()
  expect(await readCookieNames(context)).not.toContain('__Host-session')
  await page.unroute('**/_astro/*.js')
  await openPage(page, '/about')
  await expect.poll(() => readStorage(page)).not.toContain('Leela')
  await expect.poll(() => page.evaluate(() => localStorage.session)).toBeUndefined()
})

test('a reader’s data is requested once in five minutes, until the session ends', async ({
  page,
  context,
  otherDevice,
}) => {
  const requests = recordRequests(page, / \/api\/(?!collect)/)
  for (const path of ['/', '/settings', '/saved', `/${slug}`]) await page.goto(path)
  expect(requests).toEqual([])
  expect(await page.evaluate(() => localStorage.session)).toBeUndefined()

  const { email } = await signInAsSubscriber(context)
  await otherDevice.addCookies(await context.cookies())
  await page.clock.install()
  const shown = page.getByText(email).first()
  await openPage(page, '/settings')
  await expect(shown).toBeVisible()
  await expect.poll(() => readStorage(page)).toContain(email)
  const sessionRequests = recordRequests(page, sessionRequest)
  for (const path of ['/about', '/terms']) await openPage(page, path)
  await page.clock.runFor(4 * 60_000)
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await openPage(page, '/settings')
  await expect(shown).toBeVisible()
  await expect(page.getByText('You’re subscribed.')).toBeVisible()
  expect(sessionRequests).toEqual([])
  // Otherwise the page that is left would find its data expired, and request it too.
  await page.goto('about:blank')
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  await openPage(page, '/settings')
  await expect(shown).toBeVisible()
  await expect
    .poll(() => sessionRequests.toSorted())
    .toEqual(['GET /api/subscription', 'GET /api/user'])

  const headers = { Origin: new URL(page.url()).origin }
  const ended = await otherDevice.request.delete('/api/sessions', { headers })
  expect(ended.status()).toBe(204)
  expect(await readSignedInReader(otherDevice)).toBeNull()
  // Clears the previous page's responses, which are used for five minutes.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Log in to see your account.')).toBeVisible()
  await expect(shown).toHaveCount(0)
  await expect.poll(() => readStorage(page)).not.toContain(email)
  await expect.poll(() => readCookieNames(context)).not.toContain('__Host-session')
})
