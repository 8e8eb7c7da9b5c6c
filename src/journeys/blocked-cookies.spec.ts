/** Readers whose browser blocks our cookies are told so, however they log in. */
import { expect, type Page } from '@playwright/test'
import { createAccount, createEmailAddress, findAuthEmailLink } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  openGoogleWindow,
  openPage,
  requestLink,
  submitGoogleForm,
  submitLogin,
} from './testing/page-actions.ts'

/** The server starts a session, and the browser drops the cookies of the response. */
test.beforeEach(async ({ context }) => {
  await context.route('**/api/session', async (route) => {
    const request = route.request()
    const response = await fetch(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      body: request.postData(),
    })
    await route.fulfill({
      status: response.status,
      contentType: 'application/json',
      body: await response.text(),
    })
  })
})

const locateMessage = (page: Page) =>
  page
    .getByRole('main')
    .getByText('Your browser blocked the cookie that keeps you logged in. Allow cookies')

async function isStillGuest(page: Page) {
  const stored = await page.evaluate(() => [localStorage.session, document.cookie])
  expect(stored[0]).toBeUndefined()
  expect(stored[1]).not.toContain('reader=')
}

test('with a password', async ({ page }) => {
  await openPage(page, '/login?return=%2Fabout')
  await submitLogin(page, 'subscriber')
  await expect(locateMessage(page)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('subscriber@example.com')
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeEnabled()
  await isStillGuest(page)
})

test('with a new account', async ({ page }) => {
  await openPage(page, '/login/new')
  await page.getByLabel('Email').fill(createEmailAddress())
  await page.getByLabel('Password').fill('a password of my own')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(locateMessage(page)).toBeVisible()
  await isStillGuest(page)
})

test('with the link in an email', async ({ page }) => {
  const { email } = await createAccount()
  await openPage(page, '/magic')
  await requestLink(page, email)
  await openPage(page, await findAuthEmailLink(email, 'EMAIL_SIGNIN'))
  await expect(locateMessage(page)).toBeVisible()
  await isStillGuest(page)
})

test('with Google', async ({ page }) => {
  await openPage(page, '/login')
  await submitGoogleForm(await openGoogleWindow(page), createEmailAddress())
  await expect(locateMessage(page)).toBeVisible()
  await isStillGuest(page)
})
