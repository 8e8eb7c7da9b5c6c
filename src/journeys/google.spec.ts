import { expect, type Page } from '@playwright/test'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import {
  createEmailAddress,
  createReturningAccount,
  listSignInMethods,
  readSignedInReader,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  blockPopups,
  openGoogleWindow,
  openPage,
  recordErrors,
  recordRequests,
  submitGoogleForm,
} from './testing/page-actions.ts'

/** Opens the login page in a browser that blocks pop-ups, and continues with Google. */
async function continueWithoutPopup(page: Page) {
  await blockPopups(page)
  await openPage(page, '/login?return=%2Fabout')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
    'Your browser blocked',
  )
  await page.getByRole('button', { name: 'Continue in this window' }).click()
}

test('a reader logs in in a pop-up, which closes by itself', async ({ page, context }) => {
  const errors = recordErrors(page)
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).origin))
  const email = createEmailAddress()
  await openPage(page, '/login?return=%2Fabout')
  const googlePage = await openGoogleWindow(page)
  await expect(page.getByRole('status')).toContainText('in the Google window')
  const closed = googlePage.waitForEvent('close')
  await submitGoogleForm(googlePage, email)
  await closed
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(await readSignedInReader(context)).toMatchObject({ email, first_name: 'Meher' })
  await expect.poll(() => listSignInMethods(page)).toEqual(['google'])
  expect(errors).toEqual([])
  // No script of Google's, nor anything from another origin.
  const { siteUrl, buildEnvironment } = readRunningStack()
  const { FIREBASE_AUTH_URL, GOOGLE_OAUTH_URL } = buildEnvironment
  const knownOrigins = [siteUrl, FIREBASE_AUTH_URL, new URL(GOOGLE_OAUTH_URL).origin]
  expect([...hosts].filter((host) => !knownOrigins.includes(host))).toEqual([])
})

test('an existing account is used', async ({ page, context }) => {
  const account = await createReturningAccount(context)
  await openPage(page, '/login')
  await submitGoogleForm(await openGoogleWindow(page), account.email)
  await expect(page).toHaveURL('/')
  expect(await readSignedInReader(context)).toMatchObject({
    email: account.email,
    firebase_id: account.uid,
  })
})

test('closing or cancelling the pop-up changes nothing', async ({ page }) => {
  await openPage(page, '/login')
  await page.getByLabel('Email').fill('half-typed')
  const popup = await openGoogleWindow(page)
  await popup.close()
  await page.bringToFront()
  const again = await openGoogleWindow(page)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('didn’t allow')
  await expect(page.getByLabel('Email')).toHaveValue('half-typed')
  expect(await readSignedInReader(page.context())).toBeNull()
})

test('a reader logs in in the same window if pop-ups are blocked', async ({ page, context }) => {
  const email = createEmailAddress()
  await continueWithoutPopup(page)
  await submitGoogleForm(page, email)
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(await readSignedInReader(context)).toMatchObject({ email })
})

test('cancelling in the same window keeps the return address', async ({ page }) => {
  await continueWithoutPopup(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status')).toContainText('didn’t allow')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login?return=%2Fabout')
})

test('an unrequested response logs nobody in', async ({ page, context }) => {
  const requests = recordRequests(context, /accounts:|\/api\/session/)
  const payload = Buffer.from(JSON.stringify({ sub: '1', email: createEmailAddress() })).toString(
    'base64url',
  )
  const otherPage = await context.newPage()
  await openPage(otherPage, '/login')
  await openGoogleWindow(otherPage)
  await openPage(page, `/login/google#state=of-somebody-else&id_token=e30.${payload}.`)
  await expect(page).toHaveURL('/login/google')
  await expect(page.getByRole('status')).toContainText('no longer open')
  expect(requests).toEqual([])
  expect(await readSignedInReader(context)).toBeNull()
})
