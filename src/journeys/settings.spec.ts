/** The account: what its reader changes there, takes along, and leaves behind. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { makeAccount, newName, ownPassword } from '../../scripts/local/own-accounts.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { test } from './journey.ts'
import { errorsOf, layoutShift, open, signIn } from './readers.ts'
import { anonymousIdOf, eventsOf, expectCounted } from './received-events.ts'

const stack = runningStack()

/** Signs in as a reader of the test's own; answers the part of their address before the @. */
async function ownReader(page: Page, options?: { isVerified: boolean }): Promise<string> {
  const name = newName()
  await makeAccount(stack, `${name}@example.com`, options)
  await signInAgain(page, name)
  return name
}

/** A reader whom nobody has seen before is welcomed first. */
async function signInAgain(page: Page, name: string) {
  await signIn(page, name, '/settings', ownPassword)
  // Not for the pictures of the welcome.
  await page.waitForURL(/\/(settings|welcome)/, { waitUntil: 'domcontentloaded' })
  if (!page.url().endsWith('/settings')) await open(page, '/settings')
}

const line = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('details')
    .filter({ hasText: new RegExp(`^${name}`) })
const openLine = async (page: Page, name: string) => {
  await line(page, name).locator('summary').click()
  return line(page, name)
}

test('a name is changed in its line, once for a press twice, and stays', async ({ page }) => {
  const errors = errorsOf(page)
  await ownReader(page)
  await expect(line(page, 'Name')).toContainText('Mira Bai')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  const name = await openLine(page, 'Name')
  await name.getByLabel('First name').fill(' Mīrā ')
  await name.getByLabel('Last name').fill('')
  await name.getByRole('button', { name: 'Save' }).dblclick()
  await expect(name.locator('summary')).toContainText('Mīrā')
  await expect(name.locator('summary')).toBeFocused()
  await expect(name.getByLabel('First name')).toBeHidden()
  expect(sent).toHaveLength(1)
  await expectCounted(page, 'Account Updated', { field: 'name' })
  const identified = (await eventsOf(await anonymousIdOf(page))).filter(
    (event) => event.type === 'identify' && event.traits.first_name === 'Mīrā',
  )
  expect(identified).toHaveLength(1)
  await page.reload()
  await expect(line(page, 'Name').locator('summary')).toContainText(/Name\s*Mīrā\s*Change/)
  expect(errors).toEqual([])
})

test('a name that cannot be kept says so, and stays typed', async ({ page }) => {
  await ownReader(page)
  const name = await openLine(page, 'Name')
  await name.getByLabel('First name').fill('Meera')
  await page.route('**/api/user', (route) => route.abort())
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.getByRole('alert')).toContainText('cannot be reached')
  await expect(name.getByLabel('First name')).toHaveValue('Meera')
  await page.unroute('**/api/user')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.locator('summary')).toContainText('Meera')
})

test('an address says whether it is confirmed, and how it could be', async ({ page }) => {
  const name = await ownReader(page, { isVerified: false })
  await expect(line(page, 'E-mail')).toContainText(`${name}@example.com`)
  await expect(line(page, 'E-mail')).toContainText('Not confirmed yet')
  const opened = await openLine(page, 'E-mail')
  await expect(opened.getByRole('link', { name: /letter/ })).toHaveAttribute('href', /^\/magic/)
  await expect(opened.getByLabel('New e-mail address')).toBeVisible()
})

test('what a reader turns to stands in a line, there and after a return', async ({ page }) => {
  await ownReader(page)
  await expect(line(page, 'Topics')).toContainText('Nothing chosen yet')
  const topics = await openLine(page, 'Topics')
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  )
  await topics.getByLabel('Food').check()
  await kept
  await expect(topics.locator('summary')).toContainText('Food')
  await expect(line(page, 'The Weekly')).toContainText('Does not come')
  await page.reload()
  await expect(line(page, 'Topics').locator('summary')).toContainText('Food')
  await expectCounted(page, 'Account Updated', { field: 'categories' })
})

test('a copy of everything comes as a file, or says why not', async ({ page }) => {
  const name = await ownReader(page)
  const link = page.getByRole('link', { name: 'Download my data' })
  // Before its script it is a plain link, whose failure the browser shows by itself.
  await expect(page.locator('astro-island:not([ssr])').filter({ has: link })).toHaveCount(1)
  await page.route('**/api/account/data', (route) => route.abort())
  await link.click()
  await expect(page.getByRole('main').getByRole('alert').last()).toContainText('cannot be reached')
  await page.unroute('**/api/account/data')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const copy = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(copy.signIn.email).toBe(`${name}@example.com`)
  await expect(page.getByText('Your copy is with your downloads.')).toBeVisible()
})

test('every login ends where one of them says so', async ({ page, browser, baseURL }) => {
  const name = await ownReader(page)
  const other = await browser.newContext({ baseURL: baseURL! })
  const elsewhere = await other.newPage()
  await signInAgain(elsewhere, name)
  await expect(line(elsewhere, 'E-mail')).toContainText(name)
  await page.getByRole('button', { name: 'End every login' }).dblclick()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
  expect((await elsewhere.request.get('/api/account')).status()).toBe(401)
  await other.close()
})

test('an account is deleted by who types the word and the password, and by nothing less', async ({
  page,
}) => {
  const name = await ownReader(page)
  const deletion = await openLine(page, 'Your account')
  const button = deletion.getByRole('button', { name: 'Delete my account' })
  await deletion.getByLabel('Type “delete” to go on').fill('delet')
  await expect(button).toHaveCount(0)
  await deletion.getByLabel('Type “delete” to go on').fill('Delete')
  await deletion.getByLabel('Your password').fill('not the password')
  await button.click()
  await expect(deletion.getByRole('alert').first()).toContainText('not the password')
  await deletion.getByLabel('Your password').fill(ownPassword)
  await button.dblclick()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect(page.locator('#account-deleted')).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
  expect(
    await page
      .context()
      .cookies()
      .then((all) => all.map(({ name: cookie }) => cookie)),
  ).not.toContain('__Host-session')
  // And nobody gets in with it any more, with the words that anybody gets.
  await signIn(page, name, '/settings', ownPassword)
  await expect(page.getByRole('alert')).toContainText('do not go together')
})

test('a deletion that does not go through says so, and can be asked for again', async ({
  page,
}) => {
  await ownReader(page)
  const deletion = await openLine(page, 'Your account')
  await deletion.getByLabel('Type “delete” to go on').fill('delete')
  await deletion.getByLabel('Your password').fill(ownPassword)
  await page.route('**/api/account', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await deletion.getByRole('button', { name: 'Delete my account' }).click()
  await expect(deletion.getByText('We cannot be reached right now')).toBeVisible()
  await page.unroute('**/api/account')
  await deletion.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
})

test('lines open and close without a word that was typed, and the page fills without a shift', async ({
  page,
}) => {
  await ownReader(page)
  await page.reload()
  await expect(line(page, 'E-mail')).toContainText('Confirmed')
  await expect(line(page, 'Goal')).toContainText('None set')
  expect(await layoutShift(page)).toBe(0)
  const password = await openLine(page, 'Password')
  await password.getByLabel('Present password').fill('secret')
  await password.locator('summary').click()
  await expect(password.getByLabel('Present password')).toHaveCount(0)
  await password.locator('summary').click()
  await expect(password.getByLabel('Present password')).toHaveValue('')
})
