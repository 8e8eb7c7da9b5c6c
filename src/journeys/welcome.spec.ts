import { expect, type Page } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import { openPage, recordErrors } from './testing/page-actions.ts'

const paths = [
  '/welcome',
  '/welcome/why',
  '/welcome/discover',
  '/welcome/preferences',
  '/welcome/goals',
  '/welcome/app',
]
/** By keyboard, so it has to be enabled. */
async function tickAnswer(page: Page, answer: string) {
  await expect(page.getByLabel(answer)).toBeEnabled()
  await page.getByLabel(answer).press('Space')
}
const locateSteps = (page: Page) =>
  page.getByRole('navigation', { name: 'Next and previous steps' })

test('the welcome works by keyboard, and keeps the answers', async ({ page }) => {
  await openPage(page, '/welcome')
  await locateSteps(page).getByRole('link', { name: 'Start the tour' }).press('Enter')
  for (const path of paths.slice(1, 3)) {
    await expect(page).toHaveURL(path)
    await locateSteps(page).getByRole('link', { name: 'Continue' }).press('Enter')
  }
  await expect(page).toHaveURL('/welcome/preferences')
  await expect(page.getByText('Step 4 of 6')).toBeVisible()
  await expect(page.getByText('Stored on this device only.')).toBeVisible()
  await tickAnswer(page, 'Food')
  await tickAnswer(page, 'Sri Lanka')
  await locateSteps(page).getByRole('link', { name: 'Continue' }).click()
  await tickAnswer(page, 'Three a week')
  await locateSteps(page).getByRole('link', { name: 'Back' }).click()
  await expect(page.getByLabel('Food')).toBeChecked()
  await expect(page.getByLabel('Culture')).not.toBeChecked()
  await page.getByLabel('Sri Lanka').uncheck()
  await locateSteps(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByLabel('Three a week')).toBeChecked()
  await locateSteps(page).getByRole('link', { name: 'Continue' }).click()

  await expect(page).toHaveURL('/welcome/app')
  const recommendations = page.getByRole('region', { name: 'Start with' })
  await expect(recommendations.getByRole('link')).toHaveText(['Latest Stories', 'Food'])
  await expect(recommendations.getByText('three stories a week')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /App Store/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Google Play/ })).toBeVisible()
  await locateSteps(page).getByRole('link', { name: 'Start reading' }).click()
  await expect(page).toHaveURL('/')
})

test('every step is a page without a footer, and can be skipped', async ({ page }) => {
  const errors = recordErrors(page)
  for (const path of paths) {
    await openPage(page, path)
    await expect(page.locator('[aria-current="step"]')).toHaveAttribute('href', path)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Skip the tour' })).toHaveAttribute('href', '/')
    // The progress line counts the steps.
    await expect(page.getByRole('main').locator('header')).not.toContainText(
      /\b(?:four|five|six|seven)\b.*\b(?:pages|steps)\b/i,
    )
  }
  expect(errors).toEqual([])
})

test('a browser without storage gets a message', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await openPage(page, '/welcome/goals')
  await page.getByLabel('One a day').check()
  await expect(page.getByText('This browser can’t store')).toBeVisible()
})

test('the welcome can be read without JavaScript', async ({ pageWithoutScript: page }) => {
  await openPage(page, '/welcome/preferences')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByLabel('Food')).toBeDisabled()
  for (const path of ['/welcome/goals', '/welcome/app']) {
    await locateSteps(page).getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(path)
  }
})
