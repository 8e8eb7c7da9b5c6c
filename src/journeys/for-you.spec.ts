import { expect, type Page } from '@playwright/test'
import { ownPassword } from '../../scripts/local/own-accounts.ts'
import { test } from './journey.ts'
import { anotherDevice, enter, ownReader } from './own-reader.ts'
import { errorsOf, hasRun, open, signIn, withoutPictures } from './readers.ts'

const steps = (page: Page) => page.getByRole('navigation', { name: 'On and back' })
const shelf = (page: Page) => page.getByRole('region', { name: 'For you' })
const writer = { path: '/author/nayanika-bhowmick', name: 'Nayanika Bhowmick' }

/** Once the server has this answer; others may be on their way. */
async function told(page: Page, what: string, act: () => Promise<void>) {
  const answer = page.waitForResponse((response) => {
    const request = response.request()
    const isIt = request.method() === 'PATCH' && (request.postData() ?? '').includes(what)
    return isIt && response.ok()
  })
  await act()
  await answer
}

test.beforeEach(({ page }) => withoutPictures(page))

test('who skips the welcome is where they wanted to go, and is asked nothing', async ({
  page,
  context,
}) => {
  await enter(context, await ownReader())
  await open(page, '/welcome?return=%2Fabout')
  await steps(page).getByRole('link', { name: 'Begin' }).click()
  await steps(page).getByRole('link', { name: 'Continue' }).click()
  const skip = page.getByRole('link', { name: 'Skip the welcome' })
  await expect(skip).toHaveAttribute('href', '/about')
  await skip.click()
  await expect(page).toHaveURL('/about')
  await open(page, '/')
  await expect(page.getByRole('heading', { name: 'Latest Stories' })).toBeVisible()
  await expect(shelf(page)).toBeHidden()
})

test('the welcome goes on where it was left, on another device', async ({
  browser,
  page,
  context,
}) => {
  const reader = await ownReader()
  await enter(context, reader)
  await open(page, '/welcome/preferences')
  await expect(page.getByText('Kept with your account.')).toBeVisible()
  await page.getByLabel('Food').check()
  await page.getByLabel('Sri Lanka').check()
  await told(page, 'authors', () => page.getByLabel(writer.name).check())

  const other = await anotherDevice(browser, reader)
  await open(other, '/welcome')
  await other.getByRole('main').getByRole('link', { name: 'What you like' }).last().click()
  await expect(other).toHaveURL('/welcome/preferences')
  for (const answer of ['Food', 'Sri Lanka', writer.name]) {
    await expect(other.getByLabel(answer)).toBeChecked()
  }
  await expect(other.getByLabel('Culture')).not.toBeChecked()
  await steps(other).getByRole('link', { name: 'Continue' }).click()
  await other.getByLabel('Remember what I read').check()
  await other.getByLabel('Three a week').check()
  await told(other, 'welcome_app', () =>
    steps(other).getByRole('link', { name: 'Continue' }).click(),
  )
  await expect(other.getByRole('region', { name: 'Begin with' })).toContainText('Three stories')
  await steps(other).getByRole('link', { name: 'Begin reading' }).click()
  await expect(shelf(other)).toBeVisible()
  expect(await other.evaluate(() => localStorage.history)).toBe('1')

  await open(page, '/welcome')
  await expect(page.getByText('You have been through all of it')).toBeVisible()
})

test('what a guest chose is in their account when they log in', async ({ browser, page }) => {
  const reader = await ownReader()
  await open(page, '/welcome/preferences')
  await page.getByLabel('Food').check()
  await open(page, writer.path)
  await page.getByRole('button', { name: `Follow ${writer.name}` }).click()
  await expect(page.getByRole('button', { name: `Following ${writer.name}` })).toBeVisible()

  await told(page, 'add', () => signIn(page, reader.name, '/about', ownPassword))
  const other = await anotherDevice(browser, reader)
  await open(other, '/welcome/preferences')
  await expect(other.getByLabel('Food')).toBeChecked()
  await expect(other.getByLabel(writer.name)).toBeChecked()
})

test('an answer that cannot be kept is taken back, and said so', async ({ page, context }) => {
  await enter(context, await ownReader())
  await open(page, '/welcome/preferences')
  await told(page, 'culture', () => page.getByLabel('Culture').check())
  await page.route('**/api/preferences', (route) => route.abort())
  await page.getByLabel('Food').click()
  await expect(page.getByRole('alert').filter({ hasText: /offline|reached/ })).toBeVisible()
  await expect(page.getByLabel('Food')).not.toBeChecked()
  await expect(page.getByLabel('Culture')).toBeChecked()
})

test('two tabs agree, and a button that is pressed twice is where it was', async ({
  page,
  context,
}) => {
  await enter(context, await ownReader())
  await open(page, writer.path)
  const tab = await context.newPage()
  await withoutPictures(tab)
  await open(tab, '/welcome/preferences')
  await expect(tab.getByLabel(writer.name)).not.toBeChecked()
  await told(page, 'add', () => page.getByRole('button', { name: 'Follow' }).click())
  await expect(tab.getByLabel(writer.name)).toBeChecked()
  await told(tab, 'remove', () => tab.getByLabel(writer.name).uncheck())
  await open(page, writer.path)
  const button = page.getByRole('button', { name: /^Follow/ })
  await expect(button).toBeEnabled()
  await button.dblclick()
  await expect(button).toHaveAccessibleName(`Follow ${writer.name}`)
})

test('the shelf has what is liked, moves nothing, and goes with its reader', async ({
  page,
  context,
}) => {
  const errors = errorsOf(page)
  await open(page, '/')
  await expect(page.locator('#for-you')).toBeHidden()
  await enter(context, await ownReader())
  await open(page, '/welcome/preferences')
  await told(page, 'food', () => page.getByLabel('Food').check())

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const list = Promise.withResolvers<void>()
    await page.route('**/for-you.json', async (route) => {
      await list.promise
      await route.continue()
    })
    await open(page, '/')
    const room = await shelf(page).boundingBox()
    list.resolve()
    await expect(stories(page)).toHaveCount(4)
    expect(await shelf(page).boundingBox()).toEqual(room)
    expect(await shelf(page).getByRole('link', { name: 'Food' }).count()).toBeGreaterThan(2)
    await page.unroute('**/for-you.json')
  }
  await stories(page).first().click()
  await expect(page).not.toHaveURL('/')

  const script = page.waitForResponse(/reader-script/)
  await open(page, '/about')
  await hasRun(page, script)
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('#for-you')).toBeHidden()
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

const stories = (page: Page) => shelf(page).getByRole('heading').getByRole('link')

test('The Weekly says where it goes, and what is missing until then', async ({ page, context }) => {
  const reader = await ownReader({ isVerified: false })
  await enter(context, reader)
  await open(page, '/welcome/preferences')
  await expect(page.getByText(`It would go to ${reader.email}.`)).toBeVisible()
  await expect(page.getByLabel('With what I turn to first')).toBeDisabled()
  await page.getByLabel('Send me The Weekly').check()
  await expect(page.getByText('as soon as you have confirmed')).toBeVisible()
  await told(page, 'leadsWith', () => page.getByLabel('With what I turn to first').check())
  await page.reload()
  await expect(page.getByLabel('With what I turn to first')).toBeChecked()
  await page.getByLabel('Send me The Weekly').uncheck()
  await expect(page.getByText(`It would go to ${reader.email}.`)).toBeVisible()
})
