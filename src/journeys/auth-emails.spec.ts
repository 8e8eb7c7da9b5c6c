/** Links in emails: logging in, setting a password, changing an address and recovering it. */
import { expect } from '@playwright/test'
import {
  createAccount,
  createEmailAddress,
  createReturningAccount,
  findAuthEmailLink,
  listSignInMethods,
  readSignedInReader,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  locateMain,
  openPage,
  pressLogIn,
  recordErrors,
  requestLink,
} from './testing/page-actions.ts'

const signInService = '**/identitytoolkit.googleapis.com/**'

test('asking for a link doesn’t reveal who has an account, and an error says why it failed', async ({
  page,
  context,
}) => {
  const { email } = await createAccount()
  const calls: object[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (!pathname.includes('/accounts:')) return
    const { requestType } = request.postDataJSON()
    calls.push({ address: `${request.method()} ${origin}${pathname}`, requestType })
  })
  for (const [path, requestType, message] of [
    ['/magic', 'EMAIL_SIGNIN', /we’ve sent/i],
    ['/forgot', 'PASSWORD_RESET', /^Check your email\. If .+ has an account, we’ve sent it a link/],
  ] as const) {
    const responses: object[] = []
    for (const address of [email, createEmailAddress()]) {
      await openPage(page, path)
      await requestLink(page, address)
      const status = page.getByRole('status').filter({ hasText: 'we’ve sent' })
      await expect(status).toBeFocused()
      await expect(status).toHaveText(message)
      const text = (await locateMain(page).textContent())!.replace(address, 'ADDRESS')
      responses.push({ text, calls: calls.splice(0) })
    }
    expect(responses[1]).toEqual(responses[0])
    expect(responses[0]).toMatchObject({ calls: [{ requestType }] })

    await openPage(page, path)
    await page.getByLabel('Email').fill(email)
    const button = page.getByRole('button', { name: 'Send me a link' })
    await expect(button).toBeEnabled()
    await context.setOffline(true)
    await button.click()
    await expect(page.getByRole('alert')).toContainText('You seem to be offline')
    await context.setOffline(false)
    await page.route(signInService, (route) => route.abort())
    await button.click()
    await expect(page.getByRole('alert')).toContainText('can’t send emails right now')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.unroute(signInService)
    await button.click()
    await expect(page.getByRole('status')).toContainText(/we’ve sent/i)
    calls.length = 0
  }
})

test('a link logs a reader in once, asks for their email on another device, and says if it has been used', async ({
  page,
  context,
  otherDevice,
}) => {
  async function requestSignInLink(email: string, path: string) {
    await openPage(page, path)
    await requestLink(page, email)
    await expect(page.getByRole('status')).toContainText(/we’ve sent/i)
    return findAuthEmailLink(email, 'EMAIL_SIGNIN')
  }
  const newEmail = createEmailAddress()
  const other = await otherDevice.newPage()
  await openPage(other, await requestSignInLink(newEmail, '/magic'))
  await expect(other).toHaveURL('/magic')
  const field = other.getByLabel('Email')
  await field.fill('somebody-else@example.com')
  await pressLogIn(other)
  await expect(other.getByRole('alert')).toContainText('didn’t send the link to this address')
  await expect(field).toHaveValue('somebody-else@example.com')
  await field.fill(newEmail)
  await pressLogIn(other)
  await expect(other).toHaveURL('/welcome')
  expect(await readSignedInReader(otherDevice)).toMatchObject({ email: newEmail })
  expect(await readSignedInReader(context)).toBeNull()

  const { email } = await createReturningAccount(context)
  const link = await requestSignInLink(email, '/magic?return=%2Fabout')
  await openPage(page, link)
  await expect(page).toHaveURL('/about')
  expect(await readSignedInReader(context)).toMatchObject({ email })
  await expect.poll(() => listSignInMethods(page)).toEqual(['link'])
  // The link is used up, and the stored address is gone.
  await openPage(page, link)
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.getByLabel('Email').fill(email)
  await pressLogIn(page)
  await expect(page.getByRole('alert')).toContainText('already been used or has expired')

  for (const mode of ['verifyEmail', 'recoverEmail', 'verifyAndChangeEmail']) {
    await openPage(page, `/magic?mode=${mode}&oobCode=nonsense&apiKey=k`)
    await expect(page.getByRole('alert')).toContainText('already been used or has expired')
    await expect(locateMain(page).getByRole('button')).toHaveCount(0)
    await expect(locateMain(page).getByRole('link', { name: 'Continue' })).toBeVisible()
    await expect(page).toHaveURL('/magic')
  }
  // The form for requesting a link isn't shown first, before the page's script has run.
  const errors = recordErrors(page)
  await page.route('**/_astro/*.js', (route) => route.abort())
  for (const path of ['/magic', '/forgot']) {
    await openPage(page, `${path}?mode=resetPassword&oobCode=code&apiKey=key`)
    await expect(page.getByLabel('Email')).toBeHidden()
    await openPage(page, path)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})
