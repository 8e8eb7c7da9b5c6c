import { type BrowserContext, expect, type Page } from '@playwright/test'
import { googleLabel } from '../contracts/settings/auth-settings.ts'
import {
  type Account,
  createEmailAddress,
  createReturningAccount,
  findAuthEmailLink,
  readSignedInReader,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  blockPopups,
  listLayoutShifts,
  locateToast,
  openGoogleWindow,
  openPage,
  pressLogIn,
  recordRequests,
  requestLink,
  sampleArticles,
  submitGoogleForm,
} from './testing/page-actions.ts'
import { forgetReader } from './testing/session-actions.ts'

const { slug, title } = sampleArticles.metered
const loginPage = `/login?return=%2F${slug}%23save`
const locateStory = (page: Page) => page.locator('.head [data-save]')
const locateReason = (page: Page) =>
  page.getByText(`Log in or create an account to save “${title}”.`)

const recordSaves = (context: BrowserContext) => recordRequests(context, /^PUT \/api\/saved/)
const storePendingStory = (page: Page, saved: object) =>
  page.evaluate((value) => {
    sessionStorage['article-to-save'] = JSON.stringify(value)
  }, saved)

async function pressSave(page: Page) {
  await openPage(page, `/${slug}`)
  // Waits until the page's script has run.
  await page.waitForLoadState('load')
  await locateStory(page).click()
  await expect(page).toHaveURL(loginPage)
}

async function fillInLogin(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

/** Waits until the save is confirmed: otherwise the next page sends it again. */
async function skipWelcome(page: Page) {
  const link = page.getByRole('link', { name: 'Skip the tour' })
  await expect(link).toHaveAttribute('href', `/${slug}#save`)
  await expect.poll(() => page.evaluate(() => localStorage['saved.pending'])).toBe('{}')
  await link.click()
}

const readSavedSlugs = async (context: BrowserContext) => {
  const apiResponse = await context.request.get('/api/saved')
  return ((await apiResponse.json()) as { saved: { slug: string }[] }).saved.map(
    (item) => item.slug,
  )
}

async function expectSaved(page: Page, saves: readonly string[]) {
  await expect(page).toHaveURL(`/${slug}`)
  await expect(locateToast(page)).toContainText(
    'Story saved. You can find it under Saved Articles.',
  )
  await expect(locateStory(page)).toHaveAccessibleName(`Saved: “${title}”. Remove`)
  expect(await readSavedSlugs(page.context())).toEqual([slug])
  expect(saves).toEqual([`PUT /api/saved/${slug}`])
}

test('a guest who saves a story logs in to save it, even after a failed attempt', async ({
  page,
  context,
}) => {
  await openPage(page, '/about')
  // Only this story's title is shown, as text.
  await storePendingStory(page, { slug, title: '<img src=x onerror=alert(1)>' })
  await openPage(page, loginPage)
  await expect(page.getByText('to save “<img src=x onerror=alert(1)>”.')).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  await storePendingStory(page, { slug: 'another', title: 'Another' })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Log in or create an account to save this story.')).toBeVisible()
  for (const address of ['/about', '//evil.example#save', '/%3Cb%3E#save']) {
    await openPage(page, `/login?return=${encodeURIComponent(address)}`)
    await expect(page.getByText('Enter your email and password.')).toBeVisible()
    await expect(page.getByText('sign up to save')).toHaveCount(0)
  }

  const account = await createReturningAccount(context)
  let saves = recordSaves(context)
  await pressSave(page)
  await expect(locateReason(page)).toBeVisible()
  expect(await listLayoutShifts(page)).toEqual([])
  await page.route('**/api/session', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
  )
  await fillInLogin(page, account)
  await pressLogIn(page)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(page).toHaveURL(loginPage)
  expect(saves).toEqual([])
  await page.unroute('**/api/session')
  await pressLogIn(page)
  await expectSaved(page, saves)
  await locateToast(page).getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/saved')
  await expect(page.locator('[data-saved-row]').getByRole('heading')).toHaveText([title])

  // The guest logs in with Google in the same window, because pop-ups are blocked.
  await forgetReader(page)
  const other = await createReturningAccount(context)
  saves = recordSaves(context)
  await blockPopups(page)
  await pressSave(page)
  async function continueInThisWindow() {
    await page.getByRole('button', { name: googleLabel }).click()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('browser blocked')
    await page.getByRole('button', { name: 'Continue in this window' }).click()
  }
  await continueInThisWindow()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status')).toContainText('needs your permission')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(loginPage)
  await continueInThisWindow()
  await submitGoogleForm(page, other.email)
  await expectSaved(page, saves)
  expect(await readSignedInReader(context)).toMatchObject({ firebase_id: other.uid })
})

test('a story is saved before the welcome ends, or after a login by email or Google', async ({
  page,
  context,
}) => {
  let saves = recordSaves(context)
  await pressSave(page)
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).click()
  await expect(page).toHaveURL(`/login/new?return=%2F${slug}%23save`)
  await expect(locateReason(page)).toBeVisible()
  await fillInLogin(page, { email: createEmailAddress(), password: 'a password of my own' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/welcome?return=%2F${slug}%23save`)
  await expect.poll(() => readSavedSlugs(context)).toEqual([slug])
  await page.getByRole('link', { name: 'Start the tour', exact: true }).click()
  await expect(page).toHaveURL(/\/welcome\/why/)
  await skipWelcome(page)
  await expectSaved(page, saves)

  await forgetReader(page)
  const { email } = await createReturningAccount(context)
  saves = recordSaves(context)
  await pressSave(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in by email' }).click()
  await expect(locateReason(page)).toBeVisible()
  await requestLink(page, email)
  const other = await context.newPage()
  await openPage(other, await findAuthEmailLink(email, 'EMAIL_SIGNIN'))
  await expectSaved(other, saves)
  await other.close()

  await forgetReader(page)
  saves = recordSaves(context)
  await pressSave(page)
  await submitGoogleForm(await openGoogleWindow(page), createEmailAddress())
  await skipWelcome(page)
  await expectSaved(page, saves)
})
