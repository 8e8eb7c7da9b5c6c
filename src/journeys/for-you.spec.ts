import { expect, type Page } from '@playwright/test'
import { createAccount, signInAsNewReader, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  openPage,
  recordErrors,
  signIn,
  waitForFonts,
  waitForScript,
} from './testing/page-actions.ts'

const locateSteps = (page: Page) =>
  page.getByRole('navigation', { name: 'Next and previous steps' })
const locateForYou = (page: Page) => page.getByRole('region', { name: 'For you' })
const author = { path: '/author/nayanika-bhowmick', name: 'Nayanika Bhowmick' }

/** Waits for the response to this change. */
async function waitForPreferencesPatch(page: Page, field: string, act: () => Promise<void>) {
  const answer = page.waitForResponse((response) => {
    const request = response.request()
    const isMatch = request.method() === 'PATCH' && (request.postData() ?? '').includes(field)
    return isMatch && response.ok()
  })
  await act()
  await answer
}

test('skipping the welcome leads to the page before', async ({ page, context }) => {
  await signInAsNewReader(context)
  await openPage(page, '/welcome?return=%2Fabout')
  await locateSteps(page).getByRole('link', { name: 'Start the tour' }).click()
  await locateSteps(page).getByRole('link', { name: 'Continue' }).click()
  const skip = page.getByRole('link', { name: 'Skip the tour' })
  await expect(skip).toHaveAttribute('href', '/about')
  await skip.click()
  await expect(page).toHaveURL('/about')
  await openPage(page, '/')
  await expect(page.getByRole('heading', { name: 'Latest Stories' })).toBeVisible()
  await expect(locateForYou(page)).toBeHidden()
})

test('the welcome continues on another device', async ({ page, context, otherDevice }) => {
  const reader = await signInAsNewReader(context)
  await openPage(page, '/welcome/preferences')
  await expect(page.getByText('Your choices are saved to your account')).toBeVisible()
  await page.getByLabel('Food').check()
  await expect(page.getByText('Saved to your account.')).toBeVisible()
  await page.getByLabel('Sri Lanka').check()
  await waitForPreferencesPatch(page, 'authors', () => page.getByLabel(author.name).check())

  await signInWithIdToken(otherDevice, reader)
  const other = await otherDevice.newPage()
  await openPage(other, '/welcome')
  await other.getByRole('main').getByRole('link', { name: 'What you like' }).last().click()
  await expect(other).toHaveURL('/welcome/preferences')
  for (const answer of ['Food', 'Sri Lanka', author.name]) {
    await expect(other.getByLabel(answer)).toBeChecked()
  }
  await expect(other.getByLabel('Culture')).not.toBeChecked()
  await locateSteps(other).getByRole('link', { name: 'Continue' }).click()
  await other.getByLabel('Remember what I read').check()
  await other.getByLabel('Three a week').check()
  await waitForPreferencesPatch(other, 'welcome_app', () =>
    locateSteps(other).getByRole('link', { name: 'Continue' }).click(),
  )
  await expect(other.getByRole('region', { name: 'Start with' })).toContainText('three stories')
  await locateSteps(other).getByRole('link', { name: 'Start reading' }).click()
  await expect(locateForYou(other)).toBeVisible()
  expect(await other.evaluate(() => localStorage.history)).toBe('1')

  await openPage(page, '/welcome')
  await expect(page.getByText('You’ve finished the tour')).toBeVisible()
})

test('a guest’s preferences are added to their account', async ({ page, otherDevice }) => {
  const reader = await createAccount()
  await openPage(page, '/welcome/preferences')
  await page.getByLabel('Food').check()
  await openPage(page, author.path)
  await page.getByRole('button', { name: `Follow ${author.name}` }).click()
  await expect(page.getByRole('button', { name: `Following ${author.name}` })).toBeVisible()

  await waitForPreferencesPatch(page, 'add', () =>
    signIn(page, reader.name, '/about', reader.password),
  )
  await signInWithIdToken(otherDevice, reader)
  const other = await otherDevice.newPage()
  await openPage(other, '/welcome/preferences')
  await expect(other.getByLabel('Food')).toBeChecked()
  await expect(other.getByLabel(author.name)).toBeChecked()
})

test('a change that can’t be saved is undone with an error', async ({ page, context }) => {
  await signInAsNewReader(context)
  await openPage(page, '/welcome/preferences')
  await waitForPreferencesPatch(page, 'culture', () => page.getByLabel('Culture').check())
  await page.route('**/api/preferences', (route) => route.abort())
  await page.getByLabel('Food').click()
  await expect(page.getByRole('alert').filter({ hasText: /offline|couldn’t reach/ })).toBeVisible()
  await expect(page.getByLabel('Food')).not.toBeChecked()
  await expect(page.getByLabel('Culture')).toBeChecked()
})

test('two tabs show the same', async ({ page, context }) => {
  await signInAsNewReader(context)
  await openPage(page, author.path)
  // The first page stores the session for all tabs.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).not.toBeNull()
  const tab = await context.newPage()
  await openPage(tab, '/welcome/preferences')
  await expect(tab.getByLabel(author.name)).not.toBeChecked()
  await waitForPreferencesPatch(page, 'add', () =>
    page.getByRole('button', { name: 'Follow' }).click(),
  )
  await expect(tab.getByLabel(author.name)).toBeChecked()
  await waitForPreferencesPatch(tab, 'remove', () => tab.getByLabel(author.name).uncheck())
  await expect(page.getByRole('button', { name: `Follow ${author.name}` })).toBeVisible()
})

test('a double click follows once, as do two clicks before the script has loaded', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/preferences-store*')
  await openPage(page, author.path)
  const button = page.getByRole('button', { name: /^Follow/ })
  const script = page.waitForRequest('**/preferences-store*')
  await button.click()
  await script
  // Two clicks that aren't a double click.
  await button.evaluate((follow: HTMLElement) => follow.click())
  release()
  await expect(button).toHaveAccessibleName(`Following ${author.name}`)
  await button.dblclick()
  await expect(button).toHaveAccessibleName(`Follow ${author.name}`)
  await button.dblclick()
  await expect(button).toHaveAccessibleName(`Following ${author.name}`)
})

test('recommendations match the topics, without a layout shift, until logout', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  await openPage(page, '/')
  await expect(page.locator('#for-you')).toBeHidden()
  await signInAsNewReader(context)
  await openPage(page, '/welcome/preferences')
  await waitForPreferencesPatch(page, 'food', () => page.getByLabel('Food').check())

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const deferredList = Promise.withResolvers<void>()
    await page.route('**/recommendation-candidates.json', async (route) => {
      await deferredList.promise
      await route.continue()
    })
    await openPage(page, '/')
    await waitForFonts(page)
    const box = await locateForYou(page).boundingBox()
    deferredList.resolve()
    await expect(locateStories(page)).toHaveCount(4)
    expect(await locateForYou(page).boundingBox()).toEqual(box)
    expect(await locateForYou(page).getByRole('link', { name: 'Food' }).count()).toBeGreaterThan(2)
    await page.unroute('**/recommendation-candidates.json')
  }
  await locateStories(page).first().click()
  await expect(page).not.toHaveURL('/')

  const script = page.waitForResponse(/signed-in-script/)
  await openPage(page, '/about')
  await waitForScript(page, script)
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('#for-you')).toBeHidden()
  expect(errors).toEqual([])
})

const locateStories = (page: Page) => locateForYou(page).getByRole('heading').getByRole('link')

test('The Weekly shows its address and asks for confirmation', async ({ page, context }) => {
  const reader = await createAccount({ isVerified: false })
  await signInWithIdToken(context, reader)
  await openPage(page, '/welcome/preferences')
  await expect(page.getByText(`We’d send it to ${reader.email}.`)).toBeVisible()
  await expect(page.getByLabel('My topics')).toBeDisabled()
  await page.getByLabel('Send me The Weekly').check()
  await expect(page.getByText('once you’ve confirmed')).toBeVisible()
  await waitForPreferencesPatch(page, 'leadsWith', () => page.getByLabel('My topics').check())
  await page.reload()
  await expect(page.getByLabel('My topics')).toBeChecked()
  await page.getByLabel('Send me The Weekly').uncheck()
  await expect(page.getByText(`We’d send it to ${reader.email}.`)).toBeVisible()
})
