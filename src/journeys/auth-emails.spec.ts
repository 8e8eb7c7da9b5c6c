/** Links in emails: logging in, setting a password, changing an address and recovering it. */
import { expect, type Page } from '@playwright/test'
import {
  changeEmail,
  createAccount,
  createEmailAddress,
  createReturningAccount,
  findAuthEmailLink,
  listSignInMethods,
  logInAs,
  readSignedInReader,
  reportEmailChange,
  requestAuthEmail,
  requestIdToken,
  signInAsNewReader,
  signInWithIdToken,
  waitForNextSecond,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { openPage, pressLogIn, recordErrors, requestLink } from './testing/page-actions.ts'

const signInService = '**/identitytoolkit.googleapis.com/**'

async function requestSignInLink(page: Page, email: string, path = '/magic') {
  await openPage(page, path)
  await requestLink(page, email)
  await expect(page.getByRole('status')).toContainText(/we’ve sent/i)
}

for (const page of ['/magic', '/forgot']) {
  test(`${page} doesn’t reveal whether an account exists`, async ({ page: tab }) => {
    const responses: object[] = []
    for (const email of [(await createAccount()).email, createEmailAddress()]) {
      const calls: string[] = []
      const recordCall = (request: { method(): string; url(): string }) => {
        const { origin, pathname } = new URL(request.url())
        if (pathname.includes('/accounts:')) calls.push(`${request.method()} ${origin}${pathname}`)
      }
      tab.on('request', recordCall)
      await openPage(tab, page)
      await requestLink(tab, email)
      await expect(tab.getByRole('status').filter({ hasText: 'we’ve sent' })).toBeFocused()
      const pageText = (await tab.getByRole('main').textContent())!.replace(email, 'ADDRESS')
      responses.push({ words: pageText, calls })
      tab.off('request', recordCall)
    }
    expect(responses[1]).toEqual(responses[0])
  })
}

test('the link logs in once, and returns to the page before', async ({ page, context }) => {
  const account = await createReturningAccount(context)
  await requestSignInLink(page, account.email, '/magic?return=%2Fabout')
  const link = await findAuthEmailLink(account.email, 'EMAIL_SIGNIN')
  await openPage(page, link)
  await expect(page).toHaveURL('/about')
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })
  await expect.poll(() => listSignInMethods(page)).toEqual(['link'])

  // Used up, and the remembered address is gone.
  await openPage(page, link)
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.getByLabel('Email').fill(account.email)
  await pressLogIn(page)
  await expect(page.getByRole('alert')).toContainText('already been used or has expired')
})

test('the link asks for the email on another device', async ({ page, context, otherDevice }) => {
  const email = createEmailAddress()
  await requestSignInLink(page, email)
  const other = await otherDevice.newPage()
  await openPage(other, await findAuthEmailLink(email, 'EMAIL_SIGNIN'))
  await expect(other).toHaveURL('/magic')
  const field = other.getByLabel('Email')
  await field.fill('somebody-else@example.com')
  await pressLogIn(other)
  await expect(other.getByRole('alert')).toContainText('didn’t send the link to this address')
  await expect(field).toHaveValue('somebody-else@example.com')
  await field.fill(email)
  await pressLogIn(other)
  await expect(other).toHaveURL('/welcome')
  expect(await readSignedInReader(otherDevice)).toMatchObject({ email })
  expect(await readSignedInReader(context)).toBeNull()
})

test('a new password ends all sessions', async ({ page, context, otherDevice }) => {
  const account = await createAccount()
  await signInWithIdToken(otherDevice, account)
  expect(await readSignedInReader(otherDevice)).toMatchObject({ email: account.email })
  await waitForNextSecond()

  await openPage(page, '/forgot?return=%2Fabout')
  await requestLink(page, account.email)
  await expect(page.getByRole('status').filter({ hasText: 'we’ve sent' })).toBeVisible()
  const link = await findAuthEmailLink(account.email, 'PASSWORD_RESET')
  await openPage(page, link)
  await expect(page).toHaveURL('/forgot?return=%2Fabout')
  await expect(page.getByRole('main')).toContainText(account.email)
  await page.getByLabel('New password').fill('another password')
  await page.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(page).toHaveURL('/about')
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })
  expect(await readSignedInReader(otherDevice)).toBeNull()

  const other = await otherDevice.newPage()
  await logInAs(other, account)
  await expect(other.getByRole('alert')).toContainText('don’t match')
  await openPage(other, link)
  await expect(other.getByRole('status')).toContainText('already been used')
  await expect(other.getByRole('button', { name: 'Send me a link' })).toBeEnabled()
})

test('a new address has to be confirmed, and can be undone', async ({ page, context }) => {
  const account = await signInAsNewReader(context)
  const changedEmail = createEmailAddress()
  const idToken = await requestIdToken(account)
  await reportEmailChange(context, idToken, changedEmail)
  await requestAuthEmail({
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken,
    newEmail: changedEmail,
  })
  const link = await findAuthEmailLink(account.email, 'VERIFY_AND_CHANGE_EMAIL')
  await openPage(page, link)
  await expect(page.getByRole('main')).toContainText(account.email)
  await expect(page.getByRole('main')).toContainText(changedEmail)
  expect(await readSignedInReader(context)).toMatchObject({ email: account.email })
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByRole('status')).toContainText('Done.')
  expect(await readSignedInReader(context)).toMatchObject({ email: changedEmail })
  await openPage(page, link)
  await expect(page.getByRole('alert')).toContainText('already been used')

  const otherEmail = createEmailAddress()
  await changeEmail({ ...account, email: changedEmail }, otherEmail)
  await openPage(page, await findAuthEmailLink(changedEmail, 'RECOVER_EMAIL'))
  await page.getByRole('button', { name: 'Yes, change it back' }).click()
  await expect(page.getByRole('status')).toContainText(`${changedEmail} again`)
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', '/forgot')
  // All sessions have ended, including the one that changed it.
  expect(await readSignedInReader(context)).toBeNull()
})

test('a page opened by an emailed link never shows the form for requesting one', async ({
  page,
}) => {
  const errors = recordErrors(page)
  // Before the page's script has run.
  await page.route('**/_astro/*.js', (route) => route.abort())
  for (const path of ['/magic', '/forgot']) {
    await openPage(page, `${path}?mode=resetPassword&oobCode=code&apiKey=key`)
    await expect(page.getByLabel('Email')).toBeHidden()
    await openPage(page, path)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('a link that can’t be sent or used shows why', async ({ page, context }) => {
  const { email } = await createAccount()
  await openPage(page, '/magic')
  await page.getByLabel('Email').fill(email)
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeEnabled()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await context.setOffline(false)
  await page.route(signInService, (route) => route.abort())
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('alert')).toContainText('can’t send emails right now')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.unroute(signInService)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status')).toContainText(/we’ve sent/i)

  for (const mode of ['verifyEmail', 'recoverEmail', 'verifyAndChangeEmail']) {
    await openPage(page, `/magic?mode=${mode}&oobCode=nonsense&apiKey=k`)
    await expect(page.getByRole('alert')).toContainText('already been used or has expired')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: 'Continue' })).toBeVisible()
    await expect(page).toHaveURL('/magic')
  }
})
