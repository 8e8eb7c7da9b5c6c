import { expect, type Locator, type Page } from '@playwright/test'
import {
  createAccount,
  createEmailAddress,
  findAuthEmailLink,
  logInAs,
  readSignedInReader,
  signInAsNewReader,
  signInWithIdToken,
  waitForNextSecond,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { openGoogleWindow, openPage, pressLogIn, submitGoogleForm } from './testing/page-actions.ts'

async function openSetting(page: Page, name: string): Promise<Locator> {
  await openPage(page, '/settings')
  const setting = page.locator('details', { has: page.getByText(name, { exact: true }) })
  await setting.locator('summary').click()
  return setting
}

/** Opens the step that asks who they are. */
async function changeEmail(page: Page, newEmail: string): Promise<Locator> {
  const setting = await openSetting(page, 'Email')
  await setting.getByLabel('New email address').fill(newEmail)
  await setting.getByRole('button', { name: 'Change email' }).click()
  await expect(setting).toContainText(`We’ll send a link to ${newEmail}`)
  return setting
}

test('a new password needs the old one, and ends other sessions', async ({
  page,
  context,
  otherDevice,
}) => {
  const account = await signInAsNewReader(context)
  await signInWithIdToken(otherDevice, account)
  await waitForNextSecond()

  const setting = await openSetting(page, 'Password')
  const changeButton = setting.getByRole('button', { name: 'Change password' })
  await setting.getByLabel('Current password').fill('not the password')
  await setting.getByLabel('New password').fill('another password')
  await changeButton.click()
  await expect(setting.getByRole('alert')).toContainText('not your current password')
  await expect(setting.getByLabel('New password')).toHaveValue('another password')
  await setting.getByLabel('Current password').fill(account.password)
  await changeButton.dblclick()
  await expect(setting.getByRole('status')).toContainText('Your password has been changed')
  await expect(setting.getByLabel('New password')).toHaveValue('')
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })
  expect(await readSignedInReader(otherDevice)).toBeNull()

  const otherPage = await otherDevice.newPage()
  await logInAs(otherPage, { ...account, password: 'another password' })
  await expect(otherPage).toHaveURL('/')
})

test('a reader without a password can set one by email', async ({ page, context }) => {
  const account = await signInAsNewReader(context)
  const setting = await openSetting(page, 'Password')
  await setting.getByRole('button', { name: 'Email me a link' }).click()
  await expect(setting.getByRole('status')).toContainText('emailed you a link')
  await openPage(page, await findAuthEmailLink(account.email, 'PASSWORD_RESET'))
  await page.getByLabel('New password').fill('another password')
  await page.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(page).toHaveURL('/settings')
})

test('a new address needs the password and a confirmation', async ({ page, context }) => {
  const account = await signInAsNewReader(context)
  const newEmail = createEmailAddress()
  const setting = await changeEmail(page, newEmail)
  await setting.getByLabel('Your password').fill('not the password')
  await setting.getByRole('button', { name: 'Send link' }).click()
  await expect(setting.getByRole('alert')).toContainText('not your password')
  await setting.getByLabel('Your password').fill(account.password)
  await setting.getByRole('button', { name: 'Send link' }).click()
  await expect(setting.getByRole('status')).toContainText(newEmail)
  await expect(setting.getByRole('status')).toBeFocused()
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })

  await openPage(page, await findAuthEmailLink(account.email, 'VERIFY_AND_CHANGE_EMAIL'))
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByRole('status')).toContainText('Done.')
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/settings')
  expect(await readSignedInReader(context)).toMatchObject({ email: newEmail })
})

test('an address in use gets the same message', async ({ page, context }) => {
  const [account, otherAccount] = [await createAccount(), await createAccount()]
  await signInWithIdToken(context, account)
  const setting = await changeEmail(page, otherAccount.email)
  await setting.getByLabel('Your password').fill(account.password)
  await setting.getByRole('button', { name: 'Send link' }).click()
  await expect(setting.getByRole('status')).toContainText('If no other account uses it')
})

test('the change can be confirmed by an email opened in another tab', async ({ page, context }) => {
  const account = await signInAsNewReader(context)
  const newEmail = createEmailAddress()
  const setting = await changeEmail(page, newEmail)
  await setting.getByRole('button', { name: 'Confirm by email instead' }).click()
  await expect(setting).toContainText('leave this page open')
  await expect(setting.getByRole('status')).toBeFocused()
  const tab = await context.newPage()
  await openPage(tab, await findAuthEmailLink(account.email, 'EMAIL_SIGNIN'))
  await expect(tab.getByRole('status')).toContainText('Confirmed')
  await expect(setting.getByRole('status')).toContainText(newEmail)
  expect(await findAuthEmailLink(account.email, 'VERIFY_AND_CHANGE_EMAIL')).toContain('/magic?')
})

test('a confirmation link without its page offers to log in', async ({ page, context }) => {
  const account = await signInAsNewReader(context)
  const setting = await changeEmail(page, createEmailAddress())
  await setting.getByRole('button', { name: 'Confirm by email instead' }).click()
  await expect(setting).toContainText('leave this page open')
  await openPage(page, await findAuthEmailLink(account.email, 'EMAIL_SIGNIN'))
  await expect(page.getByRole('status')).toContainText('isn’t open in this browser')
  await page.getByRole('button', { name: 'Log in here' }).click()
  await page.getByLabel('Email').fill(account.email)
  await pressLogIn(page)
  await expect(page).toHaveURL('/settings')
})

test('the change can be confirmed with the same Google account only', async ({ page, context }) => {
  const account = await signInAsNewReader(context)
  const otherEmail = createEmailAddress()
  const newEmail = createEmailAddress()
  const setting = await changeEmail(page, newEmail)
  const confirm = setting.getByRole('button', { name: 'Confirm with Google' })
  async function continueWithGoogleAs(email: string) {
    const popup = page.waitForEvent('popup')
    await confirm.click()
    await submitGoogleForm(await popup, email)
  }
  await continueWithGoogleAs(otherEmail)
  await expect(setting.getByRole('alert')).toContainText('different Google account')
  await expect(confirm).toBeEnabled()
  await continueWithGoogleAs(account.email)
  await expect(setting.getByRole('status')).toContainText(newEmail)
  // The other Google account was deleted again, so it is new here.
  await context.clearCookies()
  await openPage(page, '/login')
  await submitGoogleForm(await openGoogleWindow(page), otherEmail)
  await expect(page).toHaveURL('/welcome')
})
