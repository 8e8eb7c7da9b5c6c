/** Readers whose browser doesn't store our cookies are told so, however they log in. */
import { expect, type Page } from '@playwright/test'
import { letterTo, makeAccount, newAddress } from './accounts.ts'
import { test } from './journey.ts'
import { fillIn, open, withoutPictures } from './readers.ts'

/** The server opens the session, and the browser drops the cookies of its response. */
test.beforeEach(async ({ page, context }) => {
  await withoutPictures(page)
  await context.route('**/api/session', async (route) => {
    const asked = route.request()
    const answer = await fetch(asked.url(), {
      method: asked.method(),
      headers: await asked.allHeaders(),
      body: asked.postData(),
    })
    await route.fulfill({
      status: answer.status,
      contentType: 'application/json',
      body: await answer.text(),
    })
  })
})

const told = (page: Page) =>
  page
    .getByRole('main')
    .getByText('Your browser blocked the cookie that keeps you logged in. Allow cookies')

async function isStillGuest(page: Page) {
  const kept = await page.evaluate(() => [localStorage.session, document.cookie])
  expect(kept[0]).toBeUndefined()
  expect(kept[1]).not.toContain('reader=')
}

test('with a password', async ({ page }) => {
  await open(page, '/login?return=%2Fabout')
  await fillIn(page, 'subscriber')
  await expect(told(page)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('subscriber@example.com')
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeEnabled()
  await isStillGuest(page)
})

test('with a new account', async ({ page }) => {
  await open(page, '/login/new')
  await page.getByLabel('E-mail').fill(newAddress())
  await page.getByLabel('Password').fill('a password of my own')
  await page.getByRole('button', { name: 'Make my account' }).click()
  await expect(told(page)).toBeVisible()
  await isStillGuest(page)
})

test('with the link in an email', async ({ page }) => {
  const { email } = await makeAccount()
  await open(page, '/magic')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await open(page, await letterTo(email, 'EMAIL_SIGNIN'))
  await expect(told(page)).toBeVisible()
  await isStillGuest(page)
})

test('with Google', async ({ page }) => {
  await open(page, '/login')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const google = await opened
  await google.getByLabel('Address').fill(newAddress())
  await google.getByRole('button', { name: 'Continue' }).click()
  await expect(told(page)).toBeVisible()
  await isStillGuest(page)
})
