import { expect, type Page } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  locateMain,
  openPage,
  pressLogIn,
  recordRequests,
  signIn,
  submitLogin,
} from './testing/page-actions.ts'

const locateLogIn = (page: Page) => locateMain(page).getByRole('button', { name: 'Log in' })

test('a wrong password shows an error, and keeps the fields', async ({ page }) => {
  await signIn(page, 'subscriber', '/', 'not the password')
  await expect(page.getByRole('alert')).toContainText('don’t match')
  await expect(page.getByLabel('Email')).toHaveValue('subscriber@example.com')
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await expect(page).toHaveURL(/\/login/)
})

test('an unknown address gets the same response as a wrong password', async ({ page }) => {
  const responses: object[] = []
  const calls = recordRequests(page, /accounts:| \/api\//)
  for (const reader of ['subscriber', 'nobody-at-all']) {
    await signIn(page, reader, '/', 'not the password')
    await expect(page.getByRole('alert')).toContainText('don’t match')
    const text = await locateMain(page).textContent()
    responses.push({ text, calls: calls.splice(0) })
  }
  expect(responses[1]).toEqual(responses[0])
})

for (const [code, expectedText] of [
  ['TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled', 'Too many attempts'],
  ['USER_DISABLED', 'This account is closed'],
] as const) {
  test(`the sign-in service’s error ${code} is shown`, async ({ page }) => {
    await page.route('**/accounts:signInWithPassword*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: code } } }),
    )
    await signIn(page, 'subscriber')
    await expect(page.getByRole('alert')).toContainText(expectedText)
    await expect(page.getByLabel('Password')).toHaveValue('verandah-sample')
  })
}

test('a double click logs in once', async ({ page }) => {
  const sessions = recordRequests(page, /^POST \/api\/session$/)
  await openPage(page, '/login')
  await page.getByLabel('Email').fill('subscriber@example.com')
  await page.getByLabel('Password').fill('verandah-sample')
  await locateLogIn(page).dblclick()
  await expect(page).toHaveURL('/')
  expect(sessions).toHaveLength(1)
})

test('submitting before the script has run sends and loses nothing', async ({ page }) => {
  const release = await holdRequests(page, '**/_astro/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('subscriber@example.com')
  await page.getByLabel('Email').press('Enter')
  await expect(locateLogIn(page)).toBeDisabled()
  await expect(page).toHaveURL('/login')
  release()
  await expect(locateLogIn(page)).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue('subscriber@example.com')
})

test('the return address must be on this site', async ({ page, baseURL }) => {
  await signIn(page, 'subscriber', 'https://evil.example/')
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('an offline reader gets an error', async ({ page, context }) => {
  await openPage(page, '/login')
  await page.getByLabel('Email').fill('subscriber@example.com')
  await page.getByLabel('Password').fill('verandah-sample')
  await expect(locateLogIn(page)).toBeEnabled()
  await context.setOffline(true)
  await locateLogIn(page).click()
  await expect(page.getByRole('alert')).toContainText('offline')
})

const signInService = '**/identitytoolkit.googleapis.com/**'
const malformedResponses = [
  ['a page', '<html>'],
  ['JSON that breaks off', '{"idToken":'],
  ['JSON that is something else', '[]'],
] as const

for (const [description, body] of [['nothing', null], ...malformedResponses] as const) {
  test(`logging in works after the sign-in service sent ${description}`, async ({ page }) => {
    await page.route(signInService, (route) =>
      body === null ? route.abort() : route.fulfill({ contentType: 'application/json', body }),
    )
    await signIn(page, 'subscriber')
    await expect(page.getByRole('alert')).toContainText('can’t log you in right now')
    await expect(page.getByLabel('Email')).toHaveValue('subscriber@example.com')
    await expect(page.getByLabel('Password')).toHaveValue('verandah-sample')
    await page.unroute(signInService)
    await pressLogIn(page)
    await expect(page).toHaveURL('/')
  })
}

test('logging in works after the sign-in service was too slow', async ({ page }) => {
  await page.clock.install()
  const requested = page.waitForRequest(signInService)
  // Pending until the route is removed below.
  await page.route(signInService, () => {})
  await signIn(page, 'subscriber')
  await requested
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert')).toContainText('can’t log you in right now')
  await expect(page.getByLabel('Password')).toHaveValue('verandah-sample')
  await page.unroute(signInService)
  await pressLogIn(page)
  await expect(page).toHaveURL('/')
})

test('Firebase loads only when a reader logs in', async ({ page }) => {
  const requests = recordRequests(page, /\/_astro\/firebase-auth\./)
  for (const path of ['/', '/latest', '/fathers-in-pencil', '/settings', '/login']) {
    await page.goto(path)
  }
  expect(requests).toEqual([])
  await submitLogin(page, 'subscriber')
  await expect(page).toHaveURL('/')
  expect(requests).toHaveLength(1)
})
