/** Readers change how they log in, and say once more who they are where that is wanted. */
import { expect, type Locator, type Page } from '@playwright/test'
import { enter, letterTo, logInAs, makeAccount, newAddress, readerOf } from './accounts.ts'
import { test } from './journey.ts'
import { open, withoutPictures } from './readers.ts'

test.beforeEach(({ page }) => withoutPictures(page))

/** Opens a line of the settings. */
async function openSetting(page: Page, name: string): Promise<Locator> {
  await open(page, '/settings')
  const setting = page.locator('details', { has: page.getByText(name, { exact: true }) })
  await setting.locator('summary').click()
  return setting
}

/** A reader on the step of changing their address that asks who they are. */
async function changeAddress(page: Page, next: string): Promise<Locator> {
  const setting = await openSetting(page, 'E-mail')
  await setting.getByLabel('New e-mail address').fill(next)
  await setting.getByRole('button', { name: 'Change my address' }).click()
  await expect(setting).toContainText(`We send a letter to ${next}`)
  return setting
}

test('a password is changed by who knows it, and other browsers are logged out', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const account = await makeAccount()
  const other = await browser.newContext({ baseURL: baseURL! })
  await enter(other, account)
  await enter(context, account)
  // The sign-in service tells the time in whole seconds.
  const entered = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(entered)

  const setting = await openSetting(page, 'Password')
  const change = setting.getByRole('button', { name: 'Change my password' })
  await setting.getByLabel('Present password').fill('not the password')
  await setting.getByLabel('New password').fill('another password')
  await change.click()
  await expect(setting.getByRole('alert')).toContainText('not your present password')
  await expect(setting.getByLabel('New password')).toHaveValue('another password')
  await setting.getByLabel('Present password').fill(account.password)
  await change.dblclick()
  await expect(setting.getByRole('status')).toContainText('Your password is changed')
  await expect(setting.getByLabel('New password')).toHaveValue('')
  expect(await readerOf(context)).toMatchObject({ email: account.email })
  expect(await readerOf(other)).toBeNull()

  const elsewhere = await other.newPage()
  await withoutPictures(elsewhere)
  await logInAs(elsewhere, { ...account, password: 'another password' })
  await expect(elsewhere).toHaveURL('/')
  await other.close()
})

test('who has no password is sent a letter that sets one', async ({ page, context }) => {
  const account = await makeAccount()
  await enter(context, account)
  const setting = await openSetting(page, 'Password')
  await setting.getByRole('button', { name: 'Set one by a letter' }).click()
  await expect(setting.getByRole('status')).toContainText('on its way')
  await open(page, await letterTo(account.email, 'PASSWORD_RESET'))
  await page.getByLabel('New password').fill('another password')
  await page.getByRole('button', { name: 'Set it and log in' }).click()
  await expect(page).toHaveURL('/settings')
})

test('another address: by the password, and a letter to it', async ({ page, context }) => {
  const account = await makeAccount()
  await enter(context, account)
  const next = newAddress()
  const setting = await changeAddress(page, next)
  await setting.getByLabel('Your password').fill('not the password')
  await setting.getByRole('button', { name: 'Send the letter' }).click()
  await expect(setting.getByRole('alert')).toContainText('not the password of your account')
  await setting.getByLabel('Your password').fill(account.password)
  await setting.getByRole('button', { name: 'Send the letter' }).click()
  await expect(setting.getByRole('status')).toContainText(next)
  await expect(setting.getByRole('status')).toBeFocused()
  expect(await readerOf(context)).toMatchObject({ email: account.email })

  await open(page, await letterTo(account.email, 'VERIFY_AND_CHANGE_EMAIL'))
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByRole('status')).toContainText('Done.')
  await page.getByRole('main').getByRole('link', { name: 'Go on' }).click()
  await expect(page).toHaveURL('/settings')
  expect(await readerOf(context)).toMatchObject({ email: next })
})

test('an address of somebody else gets the same words, and no letter', async ({
  page,
  context,
}) => {
  const [account, somebody] = [await makeAccount(), await makeAccount()]
  await enter(context, account)
  const setting = await changeAddress(page, somebody.email)
  await setting.getByLabel('Your password').fill(account.password)
  await setting.getByRole('button', { name: 'Send the letter' }).click()
  await expect(setting.getByRole('status')).toContainText('If nobody else uses it here')
})

test('by a letter, opened in another tab', async ({ page, context }) => {
  const account = await makeAccount()
  await enter(context, account)
  const next = newAddress()
  const setting = await changeAddress(page, next)
  await setting.getByRole('button', { name: 'Confirm by a letter instead' }).click()
  await expect(setting).toContainText('leave this page open')
  const tab = await context.newPage()
  await withoutPictures(tab)
  await open(tab, await letterTo(account.email, 'EMAIL_SIGNIN'))
  await expect(tab.getByRole('status')).toContainText('Confirmed')
  await expect(setting.getByRole('status')).toContainText(next)
  expect(await letterTo(account.email, 'VERIFY_AND_CHANGE_EMAIL')).toContain('/magic?')
})

test('a letter for a page that is gone logs in, where its reader wants it to', async ({
  page,
  context,
}) => {
  const account = await makeAccount()
  await enter(context, account)
  const setting = await changeAddress(page, newAddress())
  await setting.getByRole('button', { name: 'Confirm by a letter instead' }).click()
  await expect(setting).toContainText('leave this page open')
  await open(page, await letterTo(account.email, 'EMAIL_SIGNIN'))
  await expect(page.getByRole('status')).toContainText('not open in this browser')
  await page.getByRole('button', { name: 'Log in here' }).click()
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/settings')
})

test('by Google, and as nobody else there', async ({ page, context }) => {
  const account = await makeAccount()
  await enter(context, account)
  const stranger = newAddress()
  const next = newAddress()
  const setting = await changeAddress(page, next)
  const confirm = setting.getByRole('button', { name: 'Confirm with Google' })
  async function continueAs(email: string) {
    const opened = page.waitForEvent('popup')
    await confirm.click()
    const google = await opened
    await google.getByLabel('Address').fill(email)
    await google.getByRole('button', { name: 'Continue' }).click()
  }
  await continueAs(stranger)
  await expect(setting.getByRole('alert')).toContainText('another account at Google')
  await expect(confirm).toBeEnabled()
  await continueAs(account.email)
  await expect(setting.getByRole('status')).toContainText(next)
  // What the mistake made is gone again: the stranger is new here.
  await context.clearCookies()
  await open(page, '/login')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const google = await opened
  await google.getByLabel('Address').fill(stranger)
  await google.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/welcome')
})
