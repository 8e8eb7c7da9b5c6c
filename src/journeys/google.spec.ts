/** Readers log in with Google, in a window of its own or in the whole one. */
import { expect, type Page } from '@playwright/test'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { enter, makeAccount, newAddress, readerOf, signedInBy } from './accounts.ts'
import { test } from './journey.ts'
import { errorsOf, open, withoutPictures } from './readers.ts'

test.beforeEach(({ page }) => withoutPictures(page))

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** Answers as somebody at Google would. */
async function continueAs(google: Page, email: string) {
  await google.getByLabel('Address').fill(email)
  await google.getByLabel('Full name').fill('Meher Irani')
  await google.getByRole('button', { name: 'Continue' }).click()
}

async function openGoogle(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button(page).click()
  return opened
}

test('in a window, which closes by itself', async ({ page, context }) => {
  const errors = errorsOf(page)
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).origin))
  const email = newAddress()
  await open(page, '/login?return=%2Fabout')
  const google = await openGoogle(page)
  await expect(page.getByRole('status')).toContainText('in a window of its own')
  const closed = google.waitForEvent('close')
  await continueAs(google, email)
  await closed
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(await readerOf(context)).toMatchObject({ email, first_name: 'Meher' })
  await expect.poll(() => signedInBy(page)).toEqual(['google'])
  // Pictures are left out.
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  // No script of Google's, nor anything else from anywhere but where it was asked.
  const { siteUrl, buildEnvironment } = runningStack()
  const { FIREBASE_AUTH_URL, GOOGLE_OAUTH_URL } = buildEnvironment
  const known = [siteUrl, FIREBASE_AUTH_URL, new URL(GOOGLE_OAUTH_URL).origin]
  expect([...hosts].filter((host) => !known.includes(host))).toEqual([])
})

test('a reader who has an account gets into it', async ({ page, context }) => {
  const account = await makeAccount()
  await enter(context, account)
  await context.clearCookies()
  await open(page, '/login')
  await continueAs(await openGoogle(page), account.email)
  await expect(page).toHaveURL('/')
  expect(await readerOf(context)).toMatchObject({ email: account.email, firebase_id: account.uid })
})

test('a window that was closed or refused leaves everything as it was', async ({ page }) => {
  await open(page, '/login')
  await page.getByLabel('E-mail').fill('half-typed')
  await (await openGoogle(page)).close()
  await page.bringToFront()
  const again = await openGoogle(page)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('was not allowed')
  await expect(page.getByLabel('E-mail')).toHaveValue('half-typed')
  expect(await readerOf(page.context())).toBeNull()
})

test('where windows are blocked the whole page goes there and back', async ({ page, context }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const email = newAddress()
  await open(page, '/login?return=%2Fabout')
  await button(page).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('did not let')
  await page.getByRole('button', { name: 'Go on in this window' }).click()
  await continueAs(page, email)
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(await readerOf(context)).toMatchObject({ email })
})

test('refused in the whole page, the way back is kept', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await open(page, '/login?return=%2Fabout')
  await button(page).click()
  await page.getByRole('button', { name: 'Go on in this window' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status')).toContainText('was not allowed')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login?return=%2Fabout')
})

test('an answer that nobody asked for logs nobody in', async ({ page, context }) => {
  const asked: string[] = []
  context.on('request', (request) => {
    if (/accounts:|\/api\/session/.test(request.url())) asked.push(request.url())
  })
  const payload = Buffer.from(JSON.stringify({ sub: '1', email: newAddress() })).toString(
    'base64url',
  )
  const waiting = await context.newPage()
  await withoutPictures(waiting)
  await open(waiting, '/login')
  await openGoogle(waiting)
  await open(page, `/login/google#state=of-somebody-else&id_token=e30.${payload}.`)
  await expect(page).toHaveURL('/login/google')
  await expect(page.getByRole('status')).toContainText('not open any more')
  expect(asked).toEqual([])
  expect(await readerOf(context)).toBeNull()
})
