import { expect, type Page, type Route } from '@playwright/test'
import { openPageAs } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  pressLogIn,
  recordRequests,
  sampleAccount,
  sampleArticles,
  submitLogin,
} from './testing/page-actions.ts'
import { openSignedInPage } from './testing/session-actions.ts'

const locateLogIn = (page: Page) => locateMain(page).getByRole('button', { name: 'Log in' })
const locatePassword = (page: Page) => page.getByLabel('Password')
const locateContinue = (page: Page) => locateMain(page).getByRole('link', { name: 'Continue' })
const signInService = '**/identitytoolkit.googleapis.com/**'

const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 400, json: { error: { code: 400, message } } })
const send = (body: string) => (route: Route) =>
  route.fulfill({ contentType: 'application/json', body })

const faults = [
  ['Too many attempts', refuse('TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled')],
  ['This account has been closed', refuse('USER_DISABLED')],
  ['can’t log you in right now', (route: Route) => route.abort()],
  ['Too many attempts', refuse('TOO_MANY_ATTEMPTS_TRY_LATER')],
  ['can’t log you in right now', send('<html>')],
  ['This account has been closed', refuse('USER_DISABLED')],
  ['can’t log you in right now', send('{"idToken":')],
  ['Too many attempts', refuse('TOO_MANY_ATTEMPTS_TRY_LATER')],
  ['can’t log you in right now', send('[]')],
] as const

test('each failed login explains why and keeps the fields, and a later login succeeds', async ({
  page,
  context,
  baseURL,
}) => {
  await page.clock.install()
  await openPage(page, '/login?return=https%3A%2F%2Fevil.example%2F')
  async function expectMessage(text: string, { email, password } = sampleAccount('subscriber')) {
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(locatePassword(page)).toHaveValue(password)
    await expect(page).toHaveURL(/\/login/)
  }
  const responses: object[] = []
  const calls = recordRequests(page, /accounts:| \/api\//)
  for (const reader of ['subscriber', 'nobody-at-all']) {
    await submitLogin(page, reader, 'not the password')
    const { email } = sampleAccount(reader)
    await expectMessage('don’t match', { email, password: 'not the password' })
    responses.push({ text: await locateMain(page).textContent(), calls: calls.splice(0) })
    await page.reload({ waitUntil: 'domcontentloaded' })
  }
  // An unknown address gets the same response as a wrong password.
  expect(responses[1]).toEqual(responses[0])

  for (const [text, respond] of faults) {
    await page.route(signInService, respond)
    await submitLogin(page, 'subscriber')
    await expectMessage(text)
    await page.unroute(signInService)
  }
  await context.setOffline(true)
  await pressLogIn(page)
  await expectMessage('offline')
  await context.setOffline(false)
  const requested = page.waitForRequest(signInService)
  // The request is pending until the route is removed below.
  await page.route(signInService, () => {})
  await pressLogIn(page)
  await requested
  await page.clock.runFor(20_000)
  await expectMessage('can’t log you in right now')
  await page.unroute(signInService)
  await pressLogIn(page)
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('a form submitted before its script has run loses nothing, and logs in once', async ({
  page,
}) => {
  const firebase = recordRequests(page, /\/_astro\/firebase-auth\./)
  const { slug } = sampleArticles.metered
  for (const path of ['/', '/latest', '/settings', `/${slug}`]) await page.goto(path)
  const loginLink = page.locator('[data-wall]').getByRole('link', { name: 'Log in' })
  const href = await loginLink.getAttribute('href')
  expect(href).toBe(`/login?return=%2F${slug}`)

  const release = await holdRequests(page, '**/_astro/*.js')
  await page.goto(href!, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('subscriber@example.com')
  await page.getByLabel('Email').press('Enter')
  await expect(locateLogIn(page)).toBeDisabled()
  await expect(page).toHaveURL(href!)
  release()
  await expect(locateLogIn(page)).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue('subscriber@example.com')
  await page.waitForLoadState('load')
  expect(firebase).toEqual([])
  const sessions = recordRequests(page, /^POST \/api\/session$/)
  await locatePassword(page).fill('verandah-sample')
  await locateLogIn(page).dblclick()
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.locator('[data-article-body]')).toBeVisible()
  expect(sessions).toHaveLength(1)
  expect(firebase).toHaveLength(1)
})

test('the form is replaced for a reader who is logged in, from the next page on', async ({
  page,
  context,
}) => {
  await openPage(page, '/login?return=%2Fabout')
  // Records what is visible when the page detects the login.
  await page.evaluate(() => {
    const isVisible = (selector: string) => document.querySelector(selector)?.checkVisibility()
    new MutationObserver(() => {
      sessionStorage.shown = [isVisible('input[name="password"]'), isVisible('a[data-continue]')]
    }).observe(document.documentElement, { attributeFilter: ['data-reader'] })
  })
  await submitLogin(page, 'subscriber')
  await expect(page).toHaveURL('/about')
  expect(await page.evaluate(() => sessionStorage.shown)).toBe('true,false')
  await page.goBack({ waitUntil: 'domcontentloaded' })
  await expect(locateContinue(page)).toBeVisible()
  await expect(locatePassword(page)).toBeHidden()

  for (const path of ['/login', '/login/new']) {
    // The page's script doesn't run.
    await page.route('**/_astro/*.js', (route) => route.abort())
    await openPage(page, path)
    await expect(locateContinue(page)).toBeVisible()
    await expect(locatePassword(page)).toBeHidden()
    await page.unroute('**/_astro/*.js')
    await openPage(page, `${path}?return=%2Flatest`)
    await expect(locateHeading(page)).toHaveText('You’re already logged in', { useInnerText: true })
    await expect(locateMain(page).getByText('Leela')).toBeVisible()
    await expect(locateMain(page).getByText('subscriber@example.com')).toBeVisible()
    await expect(locatePassword(page)).toBeHidden()
    expect(await listLayoutShifts(page)).toEqual([])
    await locateContinue(page).click()
    await expect(page).toHaveURL('/latest')
  }
  const refused = ['https://evil.example/', '//evil.example', '/login', 'javascript:alert(1)']
  for (const address of refused) {
    await openPage(page, `/login?return=${encodeURIComponent(address)}`)
    await expect(locateMain(page).getByText('subscriber@example.com')).toBeVisible()
    await expect(locateContinue(page)).toHaveAttribute('href', '/')
  }
  async function expectForm() {
    await openPage(page, '/login')
    await expect(locatePassword(page)).toBeVisible()
    await expect(locateContinue(page)).toBeHidden()
  }
  await openSignedInPage(page, '/login')
  await locateMain(page).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expectForm()
  // The session ended without an event that the page could detect.
  await openPageAs(page, 'subscriber', '/about')
  await context.clearCookies({ name: /^__Host-/ })
  // Clears the previous page's responses, which are used for five minutes.
  await page.addInitScript(() => sessionStorage.clear())
  await expectForm()
})
