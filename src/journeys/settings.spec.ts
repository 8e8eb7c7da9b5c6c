import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Account, createAccount, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  openPage,
  recordErrors,
  recordRequests,
  signIn,
} from './testing/page-actions.ts'
import { expectTracked, listEvents, readAnonymousId } from './testing/received-events.ts'

test.use({ hasImages: true })

async function createSignedInReader(page: Page, options?: { isVerified: boolean }) {
  const account = await createAccount(options)
  await signInWithIdToken(page.context(), account)
  await openPage(page, '/settings')
  return account
}

/** The first login leads to the welcome page. */
async function signInAgain(page: Page, { name, password }: Account) {
  await signIn(page, name, '/settings', password)
  await page.waitForURL(/\/(settings|welcome)/, { waitUntil: 'domcontentloaded' })
  if (!page.url().endsWith('/settings')) await openPage(page, '/settings')
}

const locateSetting = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('details')
    .filter({ hasText: new RegExp(`^${name}`) })
const openSetting = async (page: Page, name: string) => {
  await locateSetting(page, name).locator('summary').click()
  return locateSetting(page, name)
}

test('a name is changed once by a double click', async ({ page }) => {
  const errors = recordErrors(page)
  await createSignedInReader(page)
  await expect(locateSetting(page, 'Name')).toContainText('Mira Bai')
  const requests = recordRequests(page, /^PATCH /)
  const name = await openSetting(page, 'Name')
  await name.getByLabel('First name').fill(' Mīrā ')
  await name.getByLabel('Last name').fill('')
  await name.getByRole('button', { name: 'Save' }).dblclick()
  await expect(name.locator('summary')).toContainText('Mīrā')
  await expect(name.locator('summary')).toBeFocused()
  await expect(name.getByLabel('First name')).toBeHidden()
  expect(requests).toHaveLength(1)
  await expectTracked(page, 'Account Updated', { field: 'name' })
  const identified = (await listEvents(await readAnonymousId(page))).filter(
    (event) => event.type === 'identify' && event.traits.first_name === 'Mīrā',
  )
  expect(identified).toHaveLength(1)
  await page.reload()
  await expect(locateSetting(page, 'Name').locator('summary')).toContainText(/Name\s*Mīrā\s*Change/)
  expect(errors).toEqual([])
})

test('a name that can’t be saved shows an error, and stays entered', async ({ page }) => {
  await createSignedInReader(page)
  const name = await openSetting(page, 'Name')
  await name.getByLabel('First name').fill('Meera')
  await page.route('**/api/user', (route) => route.abort())
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.getByRole('alert')).toContainText('couldn’t reach our server')
  await expect(name.getByLabel('First name')).toHaveValue('Meera')
  await page.unroute('**/api/user')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.locator('summary')).toContainText('Meera')
})

test('an unconfirmed address says how to confirm it', async ({ page }) => {
  const { email } = await createSignedInReader(page, { isVerified: false })
  await expect(locateSetting(page, 'Email')).toContainText(email)
  await expect(locateSetting(page, 'Email')).toContainText('Not confirmed yet')
  const emailSetting = await openSetting(page, 'Email')
  await expect(emailSetting.getByRole('link', { name: 'Log in by email' })).toHaveAttribute(
    'href',
    /^\/magic/,
  )
  await expect(emailSetting.getByLabel('New email address')).toBeVisible()
})

test('chosen topics are shown, also after a reload', async ({ page }) => {
  await createSignedInReader(page)
  await expect(locateSetting(page, 'Topics')).toContainText('Nothing chosen yet')
  const topics = await openSetting(page, 'Topics')
  const savedResponse = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  )
  await topics.getByLabel('Food').check()
  await savedResponse
  await expect(topics.locator('summary')).toContainText('Food')
  await expect(locateSetting(page, 'The Weekly')).toContainText('Off')
  await page.reload()
  await expect(locateSetting(page, 'Topics').locator('summary')).toContainText('Food')
  await expectTracked(page, 'Account Updated', { field: 'categories' })
})

test('all data can be downloaded, with an error if that fails', async ({ page }) => {
  const { email } = await createSignedInReader(page)
  const link = page.getByRole('link', { name: 'Download my data' })
  // After its script has run: a plain link's failure is shown by the browser.
  await expect(page.locator('astro-island:not([ssr])').filter({ has: link })).toHaveCount(1)
  await page.route('**/api/account/data', (route) => route.abort())
  await link.click()
  await expect(page.getByRole('main').getByRole('alert').last()).toContainText(
    'couldn’t reach our server',
  )
  await page.unroute('**/api/account/data')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const copy = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(copy.signIn.email).toBe(email)
  await expect(page.getByText('Your copy is in your downloads folder.')).toBeVisible()
})

test('a reader logs out everywhere', async ({ page, otherDevice }) => {
  const account = await createSignedInReader(page)
  const otherPage = await otherDevice.newPage()
  await signInAgain(otherPage, account)
  await expect(locateSetting(otherPage, 'Email')).toContainText(account.name)
  await page.getByRole('button', { name: 'Log out everywhere' }).dblclick()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
  expect((await otherPage.request.get('/api/account')).status()).toBe(401)
})

test('deleting an account needs the word and the password', async ({ page }) => {
  const { name, password } = await createSignedInReader(page)
  const deletion = await openSetting(page, 'Your account')
  const button = deletion.getByRole('button', { name: 'Delete account' })
  await deletion.getByLabel('Type “delete” to continue').fill('delet')
  await expect(button).toHaveCount(0)
  await deletion.getByLabel('Type “delete” to continue').fill('Delete')
  await deletion.getByLabel('Your password').fill('not the password')
  await button.click()
  await expect(deletion.getByRole('alert').first()).toContainText('not your password')
  await deletion.getByLabel('Your password').fill(password)
  await button.dblclick()
  await expect(page.getByText('We’ve deleted your account')).toBeVisible()
  await expect(page.locator('#account-deleted')).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
  const cookieNames = (await page.context().cookies()).map(({ name }) => name)
  expect(cookieNames).not.toContain('__Host-session')
  // The same message as for an unknown account.
  await signIn(page, name, '/settings', password)
  await expect(page.getByRole('alert')).toContainText('don’t match')
})

test('a failed deletion shows an error and can be repeated', async ({ page }) => {
  const { password } = await createSignedInReader(page)
  const deletion = await openSetting(page, 'Your account')
  await deletion.getByLabel('Type “delete” to continue').fill('delete')
  await deletion.getByLabel('Your password').fill(password)
  await page.route('**/api/account', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await deletion.getByRole('button', { name: 'Delete account' }).click()
  await expect(deletion.getByText('We couldn’t reach our server')).toBeVisible()
  await page.unroute('**/api/account')
  await deletion.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('We’ve deleted your account')).toBeVisible()
})

test('closing a setting clears its fields, and the page fills without a layout shift', async ({
  page,
}) => {
  await createSignedInReader(page)
  await page.reload()
  await expect(locateSetting(page, 'Email')).toContainText('Confirmed')
  await expect(locateSetting(page, 'Goal')).toContainText('Not set')
  expect(await listLayoutShifts(page)).toEqual([])
  const password = await openSetting(page, 'Password')
  await password.getByLabel('Current password').fill('secret')
  await password.locator('summary').click()
  await expect(password.getByLabel('Current password')).toHaveCount(0)
  await password.locator('summary').click()
  await expect(password.getByLabel('Current password')).toHaveValue('')
})
