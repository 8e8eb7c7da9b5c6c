/** Changing the password and the email address in the account. */
import { expect, type Locator, type Page } from '@playwright/test'
import {
  changeEmail,
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
import {
  clearCookies,
  locateMain,
  openGoogleWindow,
  openPage,
  pressLogIn,
  requestLink,
  submitGoogleForm,
} from './testing/page-actions.ts'
import { forgetReader } from './testing/session-actions.ts'

async function openSetting(page: Page, name: string): Promise<Locator> {
  await openPage(page, '/settings')
  const setting = page.locator('details', { has: page.getByText(name, { exact: true }) })
  await setting.locator('summary').click()
  return setting
}

/** Opens the step that asks readers to prove who they are. */
async function enterNewEmail(page: Page, newEmail: string): Promise<Locator> {
  const setting = await openSetting(page, 'Email')
  await setting.getByLabel('New email address').fill(newEmail)
  await setting.getByRole('button', { name: 'Change email' }).click()
  await expect(setting).toContainText(`We’ll send a link to ${newEmail}`)
  return setting
}

test('a new password needs the old password or an email, and ends other sessions', async ({
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

  await waitForNextSecond()

  await openSetting(page, 'Password')
  await setting.getByRole('button', { name: 'Email me a link' }).click()
  await expect(setting.getByRole('status')).toContainText('emailed you a link')
  expect(await findAuthEmailLink(account.email, 'PASSWORD_RESET')).toMatch(
    /return%3D%252Fsettings$/,
  )
  await clearCookies(page)
  await openPage(page, '/forgot?return=%2Fabout')
  await requestLink(page, account.email)
  await expect(page.getByRole('status').filter({ hasText: 'we’ve sent' })).toBeVisible()
  const link = await findAuthEmailLink(account.email, 'PASSWORD_RESET')
  await openPage(page, link)
  await expect(page).toHaveURL('/forgot?return=%2Fabout')
  await expect(locateMain(page)).toContainText(account.email)
  await page.getByLabel('New password').fill('a third password')
  await page.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(page).toHaveURL('/about')
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })
  expect(await readSignedInReader(otherDevice)).toBeNull()

  await logInAs(otherPage, { ...account, password: 'another password' })
  await expect(otherPage.getByRole('alert')).toContainText('don’t match')
  await openPage(otherPage, link)
  await expect(otherPage.getByRole('status')).toContainText('already been used')
  await expect(otherPage.getByRole('button', { name: 'Send me a link' })).toBeEnabled()
})

test('a new address needs the password and a confirmation, and can be undone', async ({
  page,
  context,
}) => {
  const account = await signInAsNewReader(context)
  const newEmail = createEmailAddress()
  const setting = await enterNewEmail(page, (await createAccount()).email)
  const send = setting.getByRole('button', { name: 'Send link' })
  await setting.getByLabel('Your password').fill('not the password')
  await send.click()
  await expect(setting.getByRole('alert')).toContainText('not your password')
  await setting.getByLabel('Your password').fill(account.password)
  await send.click()
  // The message doesn't reveal that an account with this address exists.
  await expect(setting.getByRole('status')).toContainText('unless another account uses')
  await enterNewEmail(page, newEmail)
  await setting.getByLabel('Your password').fill(account.password)
  await send.click()
  await expect(setting.getByRole('status')).toContainText('unless another account uses')
  await expect(setting.getByRole('status')).toContainText(newEmail)
  await expect(setting.getByRole('status')).toBeFocused()

  const link = await findAuthEmailLink(account.email, 'VERIFY_AND_CHANGE_EMAIL')
  await openPage(page, link)
  await expect(locateMain(page)).toContainText(account.email)
  await expect(locateMain(page)).toContainText(newEmail)
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByRole('status')).toContainText('Done.')
  await locateMain(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/settings')
  expect(await readSignedInReader(context)).toMatchObject({ email: newEmail })
  await openPage(page, link)
  await expect(page.getByRole('alert')).toContainText('already been used')

  await changeEmail({ ...account, email: newEmail }, createEmailAddress())
  await openPage(page, await findAuthEmailLink(newEmail, 'RECOVER_EMAIL'))
  await page.getByRole('button', { name: 'Yes, change it back' }).click()
  await expect(page.getByRole('status')).toContainText(`${newEmail} again`)
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', '/forgot')
  // All sessions have ended, including the one that changed the password.
  expect(await readSignedInReader(context)).toBeNull()
})

test('a change of address can be confirmed by email in the same browser, or with Google', async ({
  page,
  context,
}) => {
  const account = await signInAsNewReader(context)
  const newEmail = createEmailAddress()
  const setting = await enterNewEmail(page, newEmail)
  await setting.getByRole('button', { name: 'Confirm by email instead' }).click()
  await expect(setting).toContainText('leave this page open')
  await expect(setting.getByRole('status')).toBeFocused()
  const tab = await context.newPage()
  await openPage(tab, await findAuthEmailLink(account.email, 'EMAIL_SIGNIN'))
  await expect(tab.getByRole('status')).toContainText('Confirmed')
  await expect(setting.getByRole('status')).toContainText(newEmail)
  expect(await findAuthEmailLink(account.email, 'VERIFY_AND_CHANGE_EMAIL')).toContain('/magic?')
  await tab.close()

  await forgetReader(page)
  const other = await signInAsNewReader(context)
  const otherEmail = createEmailAddress()
  await enterNewEmail(page, newEmail)
  const confirm = setting.getByRole('button', { name: 'Confirm with Google' })
  async function continueWithGoogleAs(email: string) {
    const popup = page.waitForEvent('popup')
    await confirm.click()
    await submitGoogleForm(await popup, email)
  }
  await continueWithGoogleAs(otherEmail)
  await expect(setting.getByRole('alert')).toContainText('different Google account')
  await expect(confirm).toBeEnabled()
  await continueWithGoogleAs(other.email)
  await expect(setting.getByRole('status')).toContainText(newEmail)

  await enterNewEmail(page, createEmailAddress())
  await setting.getByRole('button', { name: 'Confirm by email instead' }).click()
  await expect(setting).toContainText('leave this page open')
  // No page is waiting for the confirmation any more.
  await openPage(page, await findAuthEmailLink(other.email, 'EMAIL_SIGNIN'))
  await expect(page.getByRole('status')).toContainText('isn’t open in this browser')
  await page.getByRole('button', { name: 'Log in here' }).click()
  await page.getByLabel('Email').fill(other.email)
  await pressLogIn(page)
  await expect(page).toHaveURL('/settings')
  // The other Google account was deleted, so it is new again.
  await clearCookies(page)
  await openPage(page, '/login')
  await submitGoogleForm(await openGoogleWindow(page), otherEmail)
  await expect(page).toHaveURL('/welcome')
})
