/** Logging in with Google, and browsers that block our cookies, however their readers log in. */
import { expect, type Page } from '@playwright/test'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import {
  createAccount,
  createEmailAddress,
  findAuthEmailLink,
  listSignInMethods,
  readSignedInReader,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  locateMain,
  openGoogleWindow,
  openPage,
  recordErrors,
  recordRequests,
  requestLink,
  submitGoogleForm,
  submitLogin,
} from './testing/page-actions.ts'

const locateAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })

test('a reader logs in in a pop-up that closes by itself', async ({ page, context }) => {
  const errors = recordErrors(page)
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).origin))
  const logins = recordRequests(context, /accounts:|\/api\/session/)
  const email = createEmailAddress()
  await openPage(page, '/login?return=%2Fabout')
  await page.getByLabel('Email').fill('half-typed')
  await (await openGoogleWindow(page)).close()
  await page.bringToFront()
  const cancelled = await openGoogleWindow(page)
  await expect(page.getByRole('status')).toContainText('in the Google window')
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(locateAlert(page)).toContainText('needs your permission')
  await expect(page.getByLabel('Email')).toHaveValue('half-typed')

  const googlePage = await openGoogleWindow(page)
  // The browser gets a response that it didn't request while it waits for another.
  const payload = Buffer.from(JSON.stringify({ sub: '1', email: createEmailAddress() }))
  const token = `e30.${payload.toString('base64url')}.`
  const otherPage = await context.newPage()
  await openPage(otherPage, `/login/google#state=of-somebody-else&id_token=${token}`)
  await expect(otherPage).toHaveURL('/login/google')
  await expect(otherPage.getByRole('status')).toContainText('no longer open')
  expect(logins).toEqual([])
  expect(await readSignedInReader(context)).toBeNull()
  await otherPage.close()

  const closed = googlePage.waitForEvent('close')
  await submitGoogleForm(googlePage, email)
  await closed
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(await readSignedInReader(context)).toMatchObject({ email, first_name: 'Meher' })
  await expect.poll(() => listSignInMethods(page)).toEqual(['google'])
  expect(errors).toEqual([])
  // The page loads no script of Google's, and nothing else from another origin.
  const { siteUrl, buildEnvironment } = readRunningStack()
  const { FIREBASE_AUTH_URL, GOOGLE_OAUTH_URL } = buildEnvironment
  const knownOrigins = [siteUrl, FIREBASE_AUTH_URL, new URL(GOOGLE_OAUTH_URL).origin]
  expect([...hosts].filter((host) => !knownOrigins.includes(host))).toEqual([])
})

test('a reader whose browser blocks our cookies is told about it, however they log in', async ({
  page,
  context,
}) => {
  // The server starts a session, and the browser drops the cookies of the response.
  await context.route('**/api/session', async (route) => {
    const request = route.request()
    const response = await fetch(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      body: request.postData(),
    })
    const body = await response.text()
    await route.fulfill({ status: response.status, contentType: 'application/json', body })
  })
  async function expectMessage() {
    const text = 'Your browser blocked the cookie that keeps you logged in. Allow cookies'
    await expect(locateMain(page).getByText(text)).toBeVisible()
    const stored = await page.evaluate(() => [localStorage.session, document.cookie])
    expect(stored[0]).toBeUndefined()
    expect(stored[1]).not.toContain('reader=')
  }
  await openPage(page, '/login?return=%2Fabout')
  await submitLogin(page, 'subscriber')
  await expectMessage()
  await expect(page.getByLabel('Email')).toHaveValue('subscriber@example.com')
  await expect(locateMain(page).getByRole('button', { name: 'Log in' })).toBeEnabled()

  await openPage(page, '/login')
  await submitGoogleForm(await openGoogleWindow(page), createEmailAddress())
  await expectMessage()

  await openPage(page, '/login/new')
  await page.getByLabel('Email').fill(createEmailAddress())
  await page.getByLabel('Password').fill('a password of my own')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectMessage()

  const { email } = await createAccount()
  await openPage(page, '/magic')
  await requestLink(page, email)
  await openPage(page, await findAuthEmailLink(email, 'EMAIL_SIGNIN'))
  await expectMessage()
})
