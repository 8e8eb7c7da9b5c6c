/** What readers do by the links of letters: log in, set a password, change an address and have it back. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import {
  askForLetter,
  changeAddress,
  enter,
  idTokenOf,
  letterTo,
  logInAs,
  makeAccount,
  newAddress,
  noteAddress,
  readerOf,
  signedInBy,
} from './accounts.ts'
import { test } from './journey.ts'
import { errorsOf, open, withoutPictures } from './readers.ts'

test.beforeEach(({ page }) => withoutPictures(page))

const signInService = '**/identitytoolkit.googleapis.com/**'

async function askForLink(page: Page, email: string, path = '/magic') {
  await open(page, path)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status')).toContainText('on its way')
}

/** Another device: nothing of this browser is there. */
async function elsewhere(context: BrowserContext): Promise<Page> {
  const other = await context.browser()!.newContext({ baseURL: process.env.SITE_URL! })
  const page = await other.newPage()
  await withoutPictures(page)
  return page
}

for (const [page, button] of [
  ['/magic', 'Send me a link'],
  ['/forgot', 'Send me the letter'],
] as const) {
  test(`${page} treats a reader and nobody the same`, async ({ page: tab }) => {
    const told: object[] = []
    for (const email of [(await makeAccount()).email, newAddress()]) {
      const calls: string[] = []
      const note = (request: { method(): string; url(): string }) => {
        const { origin, pathname } = new URL(request.url())
        if (pathname.includes('/accounts:')) calls.push(`${request.method()} ${origin}${pathname}`)
      }
      tab.on('request', note)
      await open(tab, page)
      await tab.getByLabel('E-mail').fill(email)
      await tab.getByRole('button', { name: button }).click()
      await expect(tab.getByRole('status').filter({ hasText: 'on its way' })).toBeFocused()
      const words = (await tab.getByRole('main').textContent())!.replace(email, 'ADDRESS')
      told.push({ words, calls })
      tab.off('request', note)
    }
    expect(told[1]).toEqual(told[0])
  })
}

test('the link logs in where it was asked for, and goes on to where the reader was', async ({
  page,
  context,
}) => {
  const account = await makeAccount()
  await enter(context, account)
  await context.clearCookies()
  await askForLink(page, account.email, '/magic?return=%2Fabout')
  const link = await letterTo(account.email, 'EMAIL_SIGNIN')
  await open(page, link)
  await expect(page).toHaveURL('/about')
  expect(await readerOf(context)).toMatchObject({ email: account.email })
  await expect.poll(() => signedInBy(page)).toEqual(['link'])

  // Once, and the address that is remembered goes with it.
  await open(page, link)
  await expect(page.getByLabel('E-mail')).toHaveValue('')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('used already, or is too old')
})

test('on another device the link asks whose it is', async ({ page, context }) => {
  const email = newAddress()
  await askForLink(page, email)
  const other = await elsewhere(context)
  await open(other, await letterTo(email, 'EMAIL_SIGNIN'))
  await expect(other).toHaveURL('/magic')
  const field = other.getByLabel('E-mail')
  await field.fill('somebody-else@example.com')
  await other.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(other.getByRole('alert')).toContainText('not the address that the link was sent to')
  await expect(field).toHaveValue('somebody-else@example.com')
  await field.fill(email)
  await other.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  // Who has no account has one now.
  await expect(other).toHaveURL('/welcome')
  expect(await readerOf(other.context())).toMatchObject({ email })
  expect(await readerOf(context)).toBeNull()
  await other.context().close()
})

test('a forgotten password is replaced, and what was opened with it is over', async ({
  page,
  context,
}) => {
  const account = await makeAccount()
  const other = await elsewhere(context)
  await enter(other.context(), account)
  expect(await readerOf(other.context())).toMatchObject({ email: account.email })
  // The sign-in service tells the time in whole seconds.
  const entered = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(entered)

  await open(page, '/forgot?return=%2Fabout')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('button', { name: 'Send me the letter' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible()
  const link = await letterTo(account.email, 'PASSWORD_RESET')
  await open(page, link)
  await expect(page).toHaveURL('/forgot?return=%2Fabout')
  await expect(page.getByRole('main')).toContainText(account.email)
  await page.getByLabel('New password').fill('another password')
  await page.getByRole('button', { name: 'Set it and log in' }).click()
  await expect(page).toHaveURL('/about')
  expect(await readerOf(context)).toMatchObject({ email: account.email })
  expect(await readerOf(other.context())).toBeNull()

  await logInAs(other, account)
  await expect(other.getByRole('alert')).toContainText('do not go together')
  await open(other, link)
  await expect(other.getByRole('status')).toContainText('used already')
  await expect(other.getByRole('button', { name: 'Send me the letter' })).toBeEnabled()
  await other.context().close()
})

test('another address counts once its letter is answered, and the former can be had back', async ({
  page,
  context,
}) => {
  const account = await makeAccount()
  await enter(context, account)
  const next = newAddress()
  const idToken = await idTokenOf(account)
  await noteAddress(context, idToken, next)
  await askForLetter({ requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: next })
  const link = await letterTo(account.email, 'VERIFY_AND_CHANGE_EMAIL')
  await open(page, link)
  await expect(page.getByRole('main')).toContainText(account.email)
  await expect(page.getByRole('main')).toContainText(next)
  expect(await readerOf(context)).toMatchObject({ email: account.email })
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByRole('status')).toContainText('Done.')
  expect(await readerOf(context)).toMatchObject({ email: next })
  await open(page, link)
  await expect(page.getByRole('alert')).toContainText('used already')

  const stolen = newAddress()
  await changeAddress({ ...account, email: next }, stolen)
  await open(page, await letterTo(next, 'RECOVER_EMAIL'))
  await page.getByRole('button', { name: 'Yes, change it back' }).click()
  await expect(page.getByRole('status')).toContainText(`${next} again`)
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', '/forgot')
  // Whoever was logged in, the one who changed it too, is not any more.
  expect(await readerOf(context)).toBeNull()
})

test('a page opened by a letter never shows the form for asking for one', async ({ page }) => {
  const errors = errorsOf(page)
  // Whatever the browser paints before the page's script has run.
  await page.route('**/_astro/*.js', (route) => route.abort())
  for (const path of ['/magic', '/forgot']) {
    await open(page, `${path}?mode=resetPassword&oobCode=code&apiKey=key`)
    await expect(page.getByLabel('E-mail')).toBeHidden()
    await open(page, path)
    await expect(page.getByLabel('E-mail')).toBeVisible()
  }
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('a letter that cannot be sent or opened says why, and can be tried again', async ({
  page,
  context,
}) => {
  const { email } = await makeAccount()
  await open(page, '/magic')
  await page.getByLabel('E-mail').fill(email)
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeEnabled()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await context.setOffline(false)
  await page.route(signInService, (route) => route.abort())
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('alert')).toContainText('cannot send anything right now')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.unroute(signInService)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status')).toContainText('on its way')

  for (const mode of ['verifyEmail', 'recoverEmail', 'verifyAndChangeEmail']) {
    await open(page, `/magic?mode=${mode}&oobCode=nonsense&apiKey=k`)
    await expect(page.getByRole('alert')).toContainText('used already, or is too old')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: 'Go on' })).toBeVisible()
    await expect(page).toHaveURL('/magic')
  }
})
