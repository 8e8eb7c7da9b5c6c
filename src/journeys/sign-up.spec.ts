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
import { locateMain, openPage, recordRequests, requestLink } from './testing/page-actions.ts'
import { forgetReader } from './testing/session-actions.ts'

const locateButton = (page: Page) => page.getByRole('button', { name: 'Create account' })

async function fillInSignUp(page: Page, email: string, password = 'a password of my own') {
  await page.getByLabel('Your name').fill('Ayesha  binti Rahman')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

test('a new reader is welcomed, and confirms their address', async ({ page, context }) => {
  async function followLink(name: string, path: string) {
    const link = locateMain(page).getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', /return=%2Fabout$/)
    await link.click()
    await expect(page).toHaveURL(`${path}?return=%2Fabout`)
  }
  await openPage(page, '/magic?return=%2Fabout')
  await followLink('Set a new one', '/forgot')
  await followLink('Log in', '/login')
  await followLink('Log in by email', '/magic')
  await followLink('Log in with it', '/login')
  await followLink('Create one', '/login/new')
  await followLink('Log in', '/login')
  await followLink('Create one', '/login/new')
  const email = createEmailAddress()
  await fillInSignUp(page, email)
  for (const [text, message] of [
    ['too easy to guess', 'WEAK_PASSWORD : Password should be at least 12 characters'],
    ['Too many attempts', 'TOO_MANY_ATTEMPTS_TRY_LATER'],
    ['can’t create accounts right now', null],
  ] as const) {
    const answer = { status: 400, json: { error: { code: 400, message } } }
    await page.route('**/accounts:signUp*', (route) =>
      message ? route.fulfill(answer) : route.abort(),
    )
    await locateButton(page).click()
    await expect(page.getByRole('alert')).toContainText(text)
    await page.unroute('**/accounts:signUp*')
  }
  const field = page.getByLabel('Password')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
  const createdAccounts = recordRequests(page, /accounts:signUp/)
  await locateButton(page).dblclick()
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(createdAccounts).toHaveLength(1)
  const name = { first_name: 'Ayesha', last_name: 'binti Rahman' }
  expect(await readSignedInReader(context)).toMatchObject({ email, ...name })
  await expect(page.getByText(`Open the link in our email to ${email} `)).toBeVisible()

  await openPage(page, await findAuthEmailLink(email, 'VERIFY_EMAIL'))
  await expect(page).toHaveURL('/magic')
  await expect(locateMain(page)).toContainText(email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
  await expect(page).toHaveTitle(/^Confirm your email address/)
  // Opening the link isn't enough: mail scanners do that too.
  expect(await isVerified(email)).toBe(false)
  await page.getByRole('button', { name: 'Yes, that was me' }).click()
  await expect(page.getByRole('status')).toContainText('You’ve confirmed')
  await expect(page.getByRole('status')).toBeFocused()
  expect(await isVerified(email)).toBe(true)
})

test('an existing account needs its password, and a new account belongs to the owner of its address', async ({
  page,
  context,
  otherDevice,
}) => {
  const account = await createAccount()
  await openPage(page, '/login/new')
  await fillInSignUp(page, account.email, 'some other password')
  await locateButton(page).click()
  await expect(page.getByRole('alert')).toContainText('An account with this email already exists')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Password')).toHaveValue('some other password')
  expect(await readSignedInReader(context)).toBeNull()
  await page.getByLabel('Password').fill(account.password)
  await locateButton(page).click()
  await expect(page).toHaveURL('/welcome')
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })

  await forgetReader(page)
  const email = createEmailAddress()
  await openPage(page, '/login/new')
  await fillInSignUp(page, email)
  await locateButton(page).click()
  await expect(page).toHaveURL('/welcome')
  const other = await otherDevice.newPage()
  await openPage(other, await findAuthEmailLink(email, 'VERIFY_EMAIL'))
  await expect(locateMain(other)).toContainText('You aren’t logged in here')
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
