/** A guest presses Save: they log in or sign up, and the story is saved, once. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Account, enter, letterTo, makeAccount, newAddress } from './accounts.ts'
import { test } from './journey.ts'
import { layoutShift, logIn, open, samples } from './readers.ts'

const { slug, title } = samples.metered
const loginPage = `/login?return=%2F${slug}%23save`
const story = (page: Page) => page.locator('.head [data-save]')
const reason = (page: Page) => page.getByText(`Log in or sign up to save “${title}”.`)
const toast = (page: Page) => page.locator('[data-rht-toaster]')

test.beforeEach(({ context }) => context.route('**/images/**', (route) => route.abort()))

/** The calls by which this browser saves something, whatever the page. */
function savesOf(context: BrowserContext): string[] {
  const saves: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'PUT' && pathname.startsWith('/api/saved')) saves.push(pathname)
  })
  return saves
}

/** Has logged in before, so they aren't welcomed. */
async function knownAccount(context: BrowserContext): Promise<Account> {
  const account = await makeAccount()
  await enter(context, account)
  await context.clearCookies()
  return account
}

async function pressSave(page: Page) {
  await open(page, `/${slug}`)
  // Not before its script has run.
  await page.waitForLoadState('load')
  await story(page).click()
  await expect(page).toHaveURL(loginPage)
}

async function fillIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
}

/** Once the script of the welcome has run, and the save is confirmed: else the next page sends it again. */
async function skipWelcome(page: Page) {
  const link = page.getByRole('link', { name: 'Skip the welcome' })
  await expect(link).toHaveAttribute('href', `/${slug}#save`)
  await expect.poll(() => page.evaluate(() => localStorage['saved.pending'])).toBe('{}')
  await link.click()
}

const savedSlugs = async (context: BrowserContext) => {
  const answer = await context.request.get('/api/saved')
  return ((await answer.json()) as { saved: { slug: string }[] }).saved.map((item) => item.slug)
}

/** Back at the story, which says that it is saved. */
async function expectSaved(page: Page, saves: readonly string[]) {
  await expect(page).toHaveURL(`/${slug}`)
  await expect(toast(page)).toContainText('Saved. You can find it under Saved Articles.')
  await expect(story(page)).toHaveAccessibleName(`Saved: “${title}”. Remove`)
  expect(await savedSlugs(page.context())).toEqual([slug])
  expect(saves).toEqual([`/api/saved/${slug}`])
}

test('who logs in is told why, and has it saved even if the first attempt fails', async ({
  page,
  context,
}) => {
  const account = await knownAccount(context)
  const saves = savesOf(context)
  await pressSave(page)
  await expect(reason(page)).toBeVisible()
  expect(await layoutShift(page)).toBe(0)
  await page.route('**/api/session', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
  )
  await fillIn(page, account)
  await logIn(page)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(page).toHaveURL(loginPage)
  expect(saves).toEqual([])
  await page.unroute('**/api/session')
  await logIn(page)
  await expectSaved(page, saves)
  await toast(page).getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/saved')
  await expect(page.locator('[data-saved-row]').getByRole('heading')).toHaveText([title])
})

test('who signs up has it saved before the welcome is over', async ({ page, context }) => {
  const saves = savesOf(context)
  await pressSave(page)
  await page.getByRole('main').getByRole('link', { name: 'Make one' }).click()
  await expect(page).toHaveURL(`/login/new?return=%2F${slug}%23save`)
  await expect(reason(page)).toBeVisible()
  await fillIn(page, { email: newAddress(), password: 'a password of my own' })
  await page.getByRole('button', { name: 'Make my account' }).click()
  await expect(page).toHaveURL(`/welcome?return=%2F${slug}%23save`)
  await expect.poll(() => savedSlugs(context)).toEqual([slug])
  await page.getByRole('link', { name: 'Begin', exact: true }).click()
  await expect(page).toHaveURL(/\/welcome\/why/)
  await skipWelcome(page)
  await expectSaved(page, saves)
})

test('a link in an email saves it, in whichever tab it is opened', async ({ page, context }) => {
  const { email } = await knownAccount(context)
  const saves = savesOf(context)
  await pressSave(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in by e-mail' }).click()
  await expect(reason(page)).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  const other = await context.newPage()
  await open(other, await letterTo(email, 'EMAIL_SIGNIN'))
  await expectSaved(other, saves)
})

for (const where of ['a window', 'the whole page'] as const) {
  test(`Google saves it, in ${where}`, async ({ page, context }) => {
    const isBlocked = where === 'the whole page'
    const saves = savesOf(context)
    if (isBlocked) {
      await page.addInitScript(() => {
        window.open = () => null
      })
    }
    await pressSave(page)
    const opened = isBlocked ? null : page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    if (isBlocked) await page.getByRole('button', { name: 'Go on in this window' }).click()
    const google = (await opened) ?? page
    await google.getByLabel('Address').fill(newAddress())
    await google.getByLabel('Full name').fill('Meher Irani')
    await google.getByRole('button', { name: 'Continue' }).click()
    await skipWelcome(page)
    await expectSaved(page, saves)
  })
}

test('a headline is shown as text, and only that of the story to save', async ({ page }) => {
  await open(page, '/about')
  const store = (saved: object) =>
    page.evaluate((value) => {
      sessionStorage['story-to-save'] = JSON.stringify(value)
    }, saved)
  await store({ slug, title: '<img src=x onerror=alert(1)>' })
  await open(page, loginPage)
  await expect(page.getByText('to save “<img src=x onerror=alert(1)>”.')).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  await store({ slug: 'another', title: 'Another' })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Log in or sign up to save this story.')).toBeVisible()
  for (const wanted of ['/about', '//evil.example#save', '/%3Cb%3E#save']) {
    await open(page, `/login?return=${encodeURIComponent(wanted)}`)
    await expect(page.getByText('Enter your email and password.')).toBeVisible()
    await expect(page.getByText('sign up to save')).toHaveCount(0)
  }
})
