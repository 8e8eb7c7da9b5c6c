/** Tests the welcome, the preferences that it asks for, and their effects. */
import { expect, type Locator, type Page } from '@playwright/test'
import { newsletter } from '../publication/newsletter.ts'
import { createAccount, signInAsNewReader, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  openPage,
  recordErrors,
  signIn,
  waitForFonts,
} from './testing/page-actions.ts'
import { logOut, openSignedInPage } from './testing/session-actions.ts'

/** Ticks an answer by keyboard, which works only if it's enabled. */
async function tickAnswer(page: Page, answer: string) {
  await expect(page.getByLabel(answer)).toBeEnabled()
  await page.getByLabel(answer).press('Space')
}
const locateStep = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Next and previous steps' }).getByRole('link', { name })
const locateForYou = (page: Page) => page.getByRole('region', { name: 'For you' })
const listPaths = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

/** Expects a request for a picture, because journeys load no images. */
async function expectRequested(picture: Locator) {
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveAttribute('src', /^\/images\//)
}

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

test('a guest completes the welcome by keyboard, and the answers are saved', async ({ page }) => {
  const errors = recordErrors(page)
  await openPage(page, '/welcome')
  await locateStep(page, 'Start the tour').press('Enter')
  for (const path of ['/welcome/why', '/welcome/discover']) {
    await expect(page).toHaveURL(path)
    await locateStep(page, 'Continue').press('Enter')
  }
  await expect(page).toHaveURL('/welcome/preferences')
  await expect(page.getByText('Step 4 of 6')).toBeVisible()
  await expect(page.getByText('Stored on this device only.')).toBeVisible()
  await tickAnswer(page, 'Food')
  await tickAnswer(page, 'Sri Lanka')
  await locateStep(page, 'Continue').click()
  await tickAnswer(page, 'Three a week')
  await locateStep(page, 'Back').click()
  await expect(page.getByLabel('Food')).toBeChecked()
  await expect(page.getByLabel('Culture')).not.toBeChecked()
  await page.getByLabel('Sri Lanka').uncheck()
  await locateStep(page, 'Continue').click()
  await expect(page.getByLabel('Three a week')).toBeChecked()
  await locateStep(page, 'Continue').click()

  await expect(page).toHaveURL('/welcome/app')
  const recommendations = page.getByRole('region', { name: 'Start with' })
  await expect(recommendations.getByRole('link')).toHaveText(['Latest Stories', 'Food'])
  await expect(recommendations.getByText('three stories a week')).toBeVisible()
  for (const name of [/App Store/, /Google Play/]) {
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  }
  await locateStep(page, 'Start reading').click()
  await expect(page).toHaveURL('/')
  expect(errors).toEqual([])

  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await openPage(page, '/welcome/goals')
  await page.getByLabel('One a day').check()
  await expect(page.getByText('This browser can’t store')).toBeVisible()
})

test('a reader’s welcome continues on another device', async ({ page, context, otherDevice }) => {
  const reader = await createAccount({ isVerified: false })
  await signInWithIdToken(context, reader)
  await openPage(page, '/welcome?return=%2Fabout')
  await locateStep(page, 'Start the tour').click()
  await locateStep(page, 'Continue').click()
  const skip = page.getByRole('link', { name: 'Skip the tour' })
  await expect(skip).toHaveAttribute('href', '/about')
  await skip.click()
  await expect(page).toHaveURL('/about')

  await openPage(page, '/welcome/preferences')
  await expect(page.getByText('Your choices are saved to your account')).toBeVisible()
  await page.getByLabel('Food').check()
  await expect(page.getByText('Saved to your account.')).toBeVisible()
  await page.getByLabel('Sri Lanka').check()
  await waitForPreferencesPatch(page, 'authors', () => page.getByLabel(author.name).check())
  const weeklyAddress = `We’d send it to ${reader.email}.`
  await expect(page.getByText(weeklyAddress)).toBeVisible()
  await expect(page.getByLabel('My topics')).toBeDisabled()
  await page.getByLabel(`Send me ${newsletter.name}`).check()
  await expect(page.getByText('once you’ve confirmed')).toBeVisible()
  await waitForPreferencesPatch(page, 'leadsWith', () => page.getByLabel('My topics').check())

  await signInWithIdToken(otherDevice, reader)
  const other = await otherDevice.newPage()
  await openPage(other, '/welcome')
  await other.getByRole('main').getByRole('link', { name: 'What you like' }).last().click()
  await expect(other).toHaveURL('/welcome/preferences')
  for (const answer of ['Food', 'Sri Lanka', author.name, 'My topics']) {
    await expect(other.getByLabel(answer)).toBeChecked()
  }
  await expect(other.getByLabel('Culture')).not.toBeChecked()
  await other.getByLabel(`Send me ${newsletter.name}`).uncheck()
  await expect(other.getByText(weeklyAddress)).toBeVisible()
  await locateStep(other, 'Continue').click()
  await other.getByLabel('Remember what I read').check()
  await other.getByLabel('Three a week').check()
  await waitForPreferencesPatch(other, 'welcome_app', () => locateStep(other, 'Continue').click())
  await expect(other.getByRole('region', { name: 'Start with' })).toContainText('three stories')
  await locateStep(other, 'Start reading').click()
  await expect(locateForYou(other)).toBeVisible()
  expect(await other.evaluate(() => localStorage.history)).toBe('1')

  await openPage(other, '/welcome')
  await expect(other.getByText('You’ve finished the tour')).toBeVisible()
})

test('preferences are shared by tabs, added to the account, and undone if they can’t be saved', async ({
  page,
  context,
  otherDevice,
}) => {
  const reader = await createAccount()
  await openPage(page, '/welcome/preferences')
  await page.getByLabel('Food').check()
  const release = await holdRequests(page, '**/preferences-store*')
  await openPage(page, author.path)
  const button = page.getByRole('button', { name: /^Follow/ })
  const script = page.waitForRequest('**/preferences-store*')
  await button.click()
  await script
  // These two clicks come before the script has loaded, so they aren't a double click.
  await button.evaluate((follow: HTMLElement) => follow.click())
  release()
  await expect(button).toHaveAccessibleName(`Following ${author.name}`)
  for (const name of ['Follow', 'Following']) {
    await button.dblclick()
    await expect(button).toHaveAccessibleName(`${name} ${author.name}`)
  }
  const logIn = () => signIn(page, reader.name, author.path, reader.password)
  await waitForPreferencesPatch(page, 'add', logIn)
  await signInWithIdToken(otherDevice, reader)
  const other = await otherDevice.newPage()
  await openPage(other, '/welcome/preferences')
  for (const label of ['Food', author.name]) await expect(other.getByLabel(label)).toBeChecked()

  await openPage(page, author.path)
  const tab = await context.newPage()
  await openPage(tab, '/welcome/preferences')
  await expect(tab.getByLabel(author.name)).toBeChecked()
  await waitForPreferencesPatch(page, 'remove', () => button.click())
  await expect(tab.getByLabel(author.name)).not.toBeChecked()
  await waitForPreferencesPatch(tab, 'add', () => tab.getByLabel(author.name).check())
  await expect(button).toHaveAccessibleName(`Following ${author.name}`)

  await tab.route('**/api/preferences', (route) => route.abort())
  await tab.getByLabel('Culture').click()
  await expect(tab.getByRole('alert').filter({ hasText: /offline|couldn’t reach/ })).toBeVisible()
  await expect(tab.getByLabel('Culture')).not.toBeChecked()
  await expect(tab.getByLabel('Food')).toBeChecked()
})

test('recommendations match the topics, without a layout shift, until logout', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  await signInAsNewReader(context)
  await openPage(page, '/')
  await expect(page.getByRole('heading', { name: 'Latest Stories' })).toBeVisible()
  await expect(page.locator('#for-you')).toBeHidden()
  await openPage(page, '/welcome/preferences')
  await waitForPreferencesPatch(page, 'food', () => page.getByLabel('Food').check())
  const stories = locateForYou(page).getByRole('heading').getByRole('link')
  await openPage(page, '/')
  // The page itself shows most of the stories about food.
  await expect(stories.first()).toBeVisible()
  expect(await locateForYou(page).getByRole('listitem').count()).toBe(await stories.count())
  await openPage(page, '/welcome/preferences')
  await waitForPreferencesPatch(page, 'culture', () => page.getByLabel('Culture').check())
  await waitForPreferencesPatch(page, 'nepal', () => page.getByLabel('Nepal').check())

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const release = await holdRequests(page, '**/recommendation-candidates.json')
    await openPage(page, '/')
    await waitForFonts(page)
    const box = await locateForYou(page).boundingBox()
    release()
    await expect(stories).toHaveCount(4)
    expect(await locateForYou(page).boundingBox()).toEqual(box)
    await expect(locateForYou(page).getByRole('link', { name: 'Food' })).not.toHaveCount(0)
    const elsewhere = await listPaths(page.locator('.teaser .headline a'))
    for (const path of await listPaths(stories)) expect(elsewhere).not.toContain(path)
    const picture = locateForYou(page).locator('img').first()
    await expect(picture).toBeVisible({ visible: width === 390 })
    if (width === 390) await expectRequested(picture)
    await page.unroute('**/recommendation-candidates.json')
  }
  await stories.first().click()
  await expect(page).not.toHaveURL('/')

  await openSignedInPage(page, '/about')
  await logOut(page)
  await expect(page.locator('#for-you')).toBeHidden()
  expect(errors).toEqual([])
})
