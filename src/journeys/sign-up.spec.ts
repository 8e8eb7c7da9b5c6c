/** Readers make an account, and show that their address is theirs. */
import { expect, type Page } from '@playwright/test'
import { isVerified, letterTo, makeAccount, newAddress, readerOf } from './accounts.ts'
import { test } from './journey.ts'
import { open, withoutPictures } from './readers.ts'

test.beforeEach(({ page }) => withoutPictures(page))

const button = (page: Page) => page.getByRole('button', { name: 'Make my account' })

async function fillIn(page: Page, email: string, password = 'a password of my own') {
  await page.getByLabel('Your name').fill('Ayesha  binti Rahman')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
}

test('a new reader is welcomed, and confirms their address by a letter', async ({ page }) => {
  const email = newAddress()
  await open(page, '/login?return=%2Fabout')
  await page.getByRole('main').getByRole('link', { name: 'Make one' }).click()
  await expect(page).toHaveURL('/login/new?return=%2Fabout')
  await fillIn(page, email)
  await button(page).click()
  await expect(page).toHaveURL('/welcome?return=%2Fabout')
  expect(await readerOf(page.context())).toMatchObject({
    email,
    first_name: 'Ayesha',
    last_name: 'binti Rahman',
  })

  await open(page, await letterTo(email, 'VERIFY_EMAIL'))
  await expect(page).toHaveURL('/magic')
  await expect(page.getByRole('main')).toContainText(email)
  // Whatever else follows links in letters presses nothing.
  expect(await isVerified(email)).toBe(false)
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByRole('status')).toContainText('Now we know')
  await expect(page.getByRole('status')).toBeFocused()
  expect(await isVerified(email)).toBe(true)
})

test('a press twice makes one account', async ({ page }) => {
  const made: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('accounts:signUp')) made.push(request.url())
  })
  await open(page, '/login/new')
  await fillIn(page, newAddress())
  await button(page).dblclick()
  await expect(page).toHaveURL('/welcome')
  expect(made).toHaveLength(1)
})

test('who has an account is let in by its password, and by no other', async ({ page }) => {
  const { email, password } = await makeAccount()
  await open(page, '/login/new')
  await fillIn(page, email, 'some other password')
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('There is an account with this address')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('some other password')
  expect(await readerOf(page.context())).toBeNull()
  await page.getByLabel('Password').fill(password)
  await button(page).click()
  await expect(page).toHaveURL('/welcome')
  expect(await readerOf(page.context())).toMatchObject({ email })
})

test('a password may be looked at, and a weak one is told from a bad day', async ({ page }) => {
  await open(page, '/login/new')
  const field = page.getByLabel('Password')
  await field.fill('a password of my own')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()

  const service = '**/accounts:signUp*'
  const refuse = (message: string) =>
    page.route(service, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
    )
  await refuse('WEAK_PASSWORD : Password should be at least 12 characters')
  await fillIn(page, newAddress())
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('too easy to guess')
  await page.unroute(service)
  await refuse('TOO_MANY_ATTEMPTS_TRY_LATER')
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('Too many tries')
  await page.unroute(service)
  await page.route(service, (route) => route.abort())
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('cannot make accounts right now')
})
