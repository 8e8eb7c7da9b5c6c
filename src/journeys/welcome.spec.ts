import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { errorsOf, open, withoutPictures } from './readers.ts'

const paths = [
  '/welcome',
  '/welcome/why',
  '/welcome/discover',
  '/welcome/preferences',
  '/welcome/goals',
  '/welcome/app',
]
/** As by keyboard: the key goes to whatever is there, so it has to be open. */
async function tick(page: Page, answer: string) {
  await expect(page.getByLabel(answer)).toBeEnabled()
  await page.getByLabel(answer).press('Space')
}
const goOn = (page: Page) => page.getByRole('navigation', { name: 'On and back' })

test.beforeEach(({ page }) => withoutPictures(page))

test('through the welcome by keyboard, with answers that are still there on the way back', async ({
  page,
}) => {
  await open(page, '/welcome')
  await goOn(page).getByRole('link', { name: 'Begin' }).press('Enter')
  for (const path of paths.slice(1, 3)) {
    await expect(page).toHaveURL(path)
    await goOn(page).getByRole('link', { name: 'Continue' }).press('Enter')
  }
  await expect(page).toHaveURL('/welcome/preferences')
  await expect(page.getByText('Step 4 of 6')).toBeVisible()
  await expect(page.getByText('Kept on this device and sent to nobody.')).toBeVisible()
  await tick(page, 'Food')
  await tick(page, 'Sri Lanka')
  await goOn(page).getByRole('link', { name: 'Continue' }).click()
  await tick(page, 'Three a week')
  await goOn(page).getByRole('link', { name: 'Back' }).click()
  await expect(page.getByLabel('Food')).toBeChecked()
  await expect(page.getByLabel('Culture')).not.toBeChecked()
  await page.getByLabel('Sri Lanka').uncheck()
  await goOn(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByLabel('Three a week')).toBeChecked()
  await goOn(page).getByRole('link', { name: 'Continue' }).click()

  await expect(page).toHaveURL('/welcome/app')
  const answers = page.getByRole('region', { name: 'Begin with' })
  await expect(answers.getByRole('link')).toHaveText(['Latest Stories', 'Food'])
  await expect(answers.getByText('Three stories a week')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /App Store/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Google Play/ })).toBeVisible()
  await goOn(page).getByRole('link', { name: 'Begin reading' }).click()
  await expect(page).toHaveURL('/')
})

test('every step is a page of its own, without a footer, that can be skipped', async ({ page }) => {
  const errors = errorsOf(page)
  for (const path of paths) {
    await open(page, path)
    await expect(page.locator('[aria-current="step"]')).toHaveAttribute('href', path)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Skip the welcome' })).toHaveAttribute('href', '/')
    // The line above it counts the steps.
    await expect(page.getByRole('main').locator('header')).not.toContainText(
      /\b(?:four|five|six|seven)\b.*\b(?:pages|steps)\b/i,
    )
  }
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('a browser that keeps nothing is not said to', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await open(page, '/welcome/goals')
  await page.getByLabel('One a day').check()
  await expect(page.getByText('This browser keeps nothing')).toBeVisible()
})

test('without JavaScript the welcome can be read through, and says what it forgets', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  await withoutPictures(page)
  await open(page, '/welcome/preferences')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByLabel('Food')).toBeDisabled()
  for (const path of ['/welcome/goals', '/welcome/app']) {
    await goOn(page).getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(path)
  }
  await context.close()
})
