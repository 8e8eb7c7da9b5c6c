import { expect, type Page } from '@playwright/test'
import {
  createAccount,
  createEmailAddress,
  findAuthEmailLink,
  isVerified,
  readSignedInReader,
  waitForNextSecond,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { openPage, recordRequests, requestLink } from './testing/page-actions.ts'

const locateButton = (page: Page) => page.getByRole('button', { name: 'Create account' })

async function fillInSignUp(page: Page, email: string, password = 'a password of my own') {
  await page.getByLabel('Your name').fill('Ayesha  binti Rahman')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

test('a new reader is welcomed, and confirms their address', async ({ page }) => {
  const email = createEmailAddress()
  await openPage(page, '/login?return=%2Fabout')
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).click()
  await expect(page).toHaveURL('/login/new?return=%2Fabout')
  await fillInSignUp(page, email)
  await locateButton(page).click()
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(await readSignedInReader(page.context())).toMatchObject({
    email,
    first_name: 'Ayesha',
    last_name: 'binti Rahman',
  })
  await expect(page.getByText(`We’ve emailed a link to ${email}.`)).toBeVisible()

  await openPage(page, await findAuthEmailLink(email, 'VERIFY_EMAIL'))
  await expect(page).toHaveURL('/magic')
  await expect(page.getByRole('main')).toContainText(email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
  await expect(page).toHaveTitle(/^Confirm your email address/)
  // Opening the link isn't enough: mail scanners do that too.
  expect(await isVerified(email)).toBe(false)
  await page.getByRole('button', { name: 'Yes, that was me' }).click()
  await expect(page.getByRole('status')).toContainText('You’ve confirmed')
  await expect(page.getByRole('status')).toBeFocused()
  expect(await isVerified(email)).toBe(true)
})

test('confirming the address on another device logs out, and offers to log in by email', async ({
  page,
  context,
  otherDevice,
}) => {
  const email = createEmailAddress()
  await openPage(page, '/login/new')
  await fillInSignUp(page, email)
  await locateButton(page).click()
  await expect(page).toHaveURL('/welcome')

  const other = await otherDevice.newPage()
  await openPage(other, await findAuthEmailLink(email, 'VERIFY_EMAIL'))
  await expect(other.getByRole('main')).toContainText('You aren’t logged in here')
  await other.getByRole('button', { name: 'Yes, that was me' }).click()
  await expect(other.getByRole('status')).toContainText('logged out every device')
  await expect(other.getByRole('status').getByRole('link')).toHaveAttribute('href', '/forgot')
  expect(await readSignedInReader(context)).toBeNull()
  expect(await isVerified(email)).toBe(true)
  await waitForNextSecond()

  await other.getByRole('link', { name: 'Log in by email' }).click()
  await requestLink(other, email)
  await openPage(other, await findAuthEmailLink(email, 'EMAIL_SIGNIN'))
  await expect.poll(() => readSignedInReader(otherDevice)).toMatchObject({ email })
})

test('a double click creates one account', async ({ page }) => {
  const createdAccounts = recordRequests(page, /accounts:signUp/)
  await openPage(page, '/login/new')
  await fillInSignUp(page, createEmailAddress())
  await locateButton(page).dblclick()
  await expect(page).toHaveURL('/welcome')
  expect(createdAccounts).toHaveLength(1)
})

test('signing up with an existing account needs its password', async ({ page }) => {
  const { email, password } = await createAccount()
  await openPage(page, '/login/new')
  await fillInSignUp(page, email, 'some other password')
  await locateButton(page).click()
  await expect(page.getByRole('alert')).toContainText('An account with this email already exists')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('some other password')
  expect(await readSignedInReader(page.context())).toBeNull()
  await page.getByLabel('Password').fill(password)
  await locateButton(page).click()
  await expect(page).toHaveURL('/welcome')
  expect(await readSignedInReader(page.context())).toMatchObject({ email })
})

test('a password can be shown, and each failure has its own message', async ({ page }) => {
  await openPage(page, '/login/new')
  const field = page.getByLabel('Password')
  await field.fill('a password of my own')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()

  const service = '**/accounts:signUp*'
  const refuseSignUp = (message: string) =>
    page.route(service, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
    )
  await refuseSignUp('WEAK_PASSWORD : Password should be at least 12 characters')
  await fillInSignUp(page, createEmailAddress())
  await locateButton(page).click()
  await expect(page.getByRole('alert')).toContainText('too easy to guess')
  await page.unroute(service)
  await refuseSignUp('TOO_MANY_ATTEMPTS_TRY_LATER')
  await locateButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Too many attempts')
  await page.unroute(service)
  await page.route(service, (route) => route.abort())
  await locateButton(page).click()
  await expect(page.getByRole('alert')).toContainText('can’t create accounts right now')
})
