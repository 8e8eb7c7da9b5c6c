/** The account page, apart from subscriptions. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { newsletter } from '../publication/newsletter.ts'
import { createAccount, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  openPage,
  recordErrors,
  recordRequests,
  signIn,
} from './testing/page-actions.ts'
import { expectTracked, listEvents, readAnonymousId } from './testing/received-events.ts'

async function createSignedInReader(page: Page, options?: { isVerified: boolean }) {
  const account = await createAccount(options)
  await signInWithIdToken(page.context(), account)
  await openPage(page, '/settings')
  return account
}

const locateSetting = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('details')
    .filter({ hasText: new RegExp(`^${name}`) })
const openSetting = async (page: Page, name: string) => {
  // The rows above are filled as they load, which moves the others: a press would begin on one and end beside it.
  await expect(page.getByRole('main').locator('astro-island[ssr][client="load"]')).toHaveCount(0)
  await locateSetting(page, name).locator('summary').click()
  return locateSetting(page, name)
}

test('a reader changes and saves their name and topics, and sees how to confirm an address', async ({
  page,
}) => {
  const errors = recordErrors(page)
  const { email } = await createSignedInReader(page, { isVerified: false })
  const emailSetting = locateSetting(page, 'Email')
  await expect(emailSetting).toContainText(email)
  await expect(emailSetting).toContainText('Not confirmed yet')
  await openSetting(page, 'Email')
  const magicLink = emailSetting.getByRole('link', { name: 'Log in by email' })
  await expect(magicLink).toHaveAttribute('href', /^\/magic/)
  await expect(emailSetting.getByLabel('New email address')).toBeVisible()

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

  await expect(locateSetting(page, 'Topics')).toContainText('Nothing chosen yet')
  const topics = await openSetting(page, 'Topics')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await topics.getByLabel('Food').check()
  expect((await saved).ok()).toBe(true)
  await expect(topics.locator('summary')).toContainText('Food')
  await expect(locateSetting(page, newsletter.name)).toContainText('Off')
  await page.reload()
  await expect(locateSetting(page, 'Topics').locator('summary')).toContainText('Food')
  await expect(locateSetting(page, 'Name').locator('summary')).toContainText(/Name\s*Mīrā\s*Change/)
  await expectTracked(page, 'Account Updated', { field: 'name' }, { field: 'categories' })
  await expectTracked(page, 'Own profile visited', {}, {})
  expect(errors).toEqual([])
})

test('an error is shown where it occurred, and a retry saves the name and downloads all data', async ({
  page,
}) => {
  const { email } = await createSignedInReader(page)
  await expect(locateSetting(page, 'Email')).toContainText('Confirmed')
  await expect(locateSetting(page, 'Goal')).toContainText('Not set')
  expect(await listLayoutShifts(page)).toEqual([])
  const password = await openSetting(page, 'Password')
  const currentPassword = password.getByLabel('Current password')
  await currentPassword.fill('secret')
  // Closing a setting clears its fields.
  await password.locator('summary').click()
  await expect(currentPassword).toHaveCount(0)
  await password.locator('summary').click()
  await expect(currentPassword).toHaveValue('')

  const name = await openSetting(page, 'Name')
  await name.getByLabel('First name').fill('Meera')
  await page.route('**/api/user', (route) => route.abort())
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.getByRole('alert')).toContainText('couldn’t reach our server')
  await expect(name.getByLabel('First name')).toHaveValue('Meera')
  await page.unroute('**/api/user')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.locator('summary')).toContainText('Meera')

  const link = page.getByRole('link', { name: 'Download my data' })
  // The script must have run: if a plain link fails, the browser shows the failure.
  await expect(page.locator('astro-island:not([ssr])').filter({ has: link })).toHaveCount(1)
  await page.route('**/api/account/data', (route) => route.abort())
  await link.click()
  const alert = page.getByRole('main').getByRole('alert').last()
  await expect(alert).toContainText('couldn’t reach our server')
  await page.unroute('**/api/account/data')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const copy = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(copy.signIn.email).toBe(email)
  await expect(page.getByText('Your copy is ready. Look for it in your downloads.')).toBeVisible()
})

test('a reader logs out everywhere, and deletes the account with a typed word and the password', async ({
  page,
  context,
  otherDevice,
}) => {
  const account = await createSignedInReader(page)
  await signInWithIdToken(otherDevice, account)
  const everywhere = page.getByRole('button', { name: 'Log out everywhere' })
  await expect(page.locator('astro-island:not([ssr])').filter({ has: everywhere })).toHaveCount(1)
  await everywhere.dblclick()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
  expect((await otherDevice.request.get('/api/account')).status()).toBe(401)

  const { name, password } = await createSignedInReader(page)
  const deletion = await openSetting(page, 'Your account')
  const button = deletion.getByRole('button', { name: 'Delete account' })
  const word = deletion.getByLabel('Type “delete” to continue')
  await word.fill('delet')
  await expect(button).toHaveCount(0)
  await word.fill('Delete')
  await deletion.getByLabel('Your password').fill('not the password')
  await button.click()
  await expect(deletion.getByRole('alert').first()).toContainText('not your password')
  await deletion.getByLabel('Your password').fill(password)
  await page.route('**/api/account', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await button.click()
  await expect(deletion.getByText('We couldn’t reach our server')).toBeVisible()
  await page.unroute('**/api/account')
  await button.dblclick()
  await expect(page.getByText('We’ve deleted your account')).toBeVisible()
  await expect(page.locator('#account-deleted')).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-session')
  // The message is the same as for an unknown account.
  await signIn(page, name, '/settings', password)
  await expect(page.getByRole('alert')).toContainText('don’t match')
})
