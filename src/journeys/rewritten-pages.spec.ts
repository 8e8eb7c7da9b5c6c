/** Pages that the browser translates and extensions change. */
import { expect, type Page } from '@playwright/test'
import { choosePlan, locatePayPalButton, openPayPalWindow } from './testing/checkout-actions.ts'
import { createGiftAddresses, startGift } from './testing/gift-actions.ts'
import { createEmailAddress, createReturningAccount, logInAs } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  locateBody,
  locateMain,
  locateWall,
  openPage,
  sampleArticles,
} from './testing/page-actions.ts'
import { rewritePages, rewriteRenderedPage } from './testing/rewritten-page.ts'
import { scrollToWall } from './testing/wall-views.ts'

const { slug, title } = sampleArticles.metered

/** Lists the errors of scripts in which React can't find what it rendered. */
function recordCrashes(page: Page): string[] {
  const crashes: string[] = []
  page.on('pageerror', ({ message }) => {
    if (/removeChild|insertBefore/.test(message)) crashes.push(message)
  })
  return crashes
}

const locateButton = (page: Page, name: string) => locateMain(page).getByRole('button', { name })
const locateSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search for' })

async function closePayPalWindow(page: Page) {
  const payPal = await openPayPalWindow(page)
  await payPal.close()
  await expect(locateMain(page).getByRole('alert')).toContainText('You left PayPal')
  await expect(locatePayPalButton(page)).toBeVisible()
}

test('a guest uses the forms of a translated page', async ({ page }) => {
  const crashes = recordCrashes(page)
  await test.step('the checkout, translated before and after it is shown', async () => {
    await openPage(page, '/subscribe')
    await choosePlan(page, 'Subscribe')
    await rewriteRenderedPage(page)
    await closePayPalWindow(page)
    await rewritePages(page)
    await openPage(page, '/subscribe?plan=annual')
    await expect(locatePayPalButton(page)).toBeVisible()
    await closePayPalWindow(page)
  })
  await test.step('search', async () => {
    await openPage(page, '/search')
    await locateSearch(page).fill('pencil')
    await expect(page.locator('[data-hit]').first()).toHaveText(title)
    await expect(locateSearch(page)).toBeFocused()
    await locateSearch(page).fill('xyzzy')
    await expect(locateMain(page)).toContainText('We couldn’t find any stories for xyzzy. Try:')
  })
  await test.step('The Weekly', async () => {
    await openPage(page, '/newsletter')
    const form = locateMain(page).locator('form')
    await form.getByLabel('Your email address').focus()
    await expect(page.locator('main astro-island[ssr]')).toHaveCount(0)
    await expect(form.getByLabel('Your email address')).toBeFocused()
    await form.getByLabel('Your email address').fill(createEmailAddress())
    await form.getByRole('button').click()
    await expect(form.getByRole('status')).toContainText('Signed up!')
  })
  await test.step('the wall', async () => {
    await openPage(page, `/${slug}`)
    await scrollToWall(page)
    await locateWall(page).getByRole('button', { name: 'Read this story free' }).click()
    await expect(locateBody(page)).toBeVisible()
  })
  await test.step('a gift', async () => {
    await startGift(page, createGiftAddresses())
  })
  expect(crashes).toEqual([])
})

/** Pages whose islands load at once (`client:load`); other pages' islands wait for the reader. */
const paths = [
  ...['/forgot', '/gifts', '/login/new', '/magic', '/newsletter/link/unsubscribe', '/refer'],
  ...['/saved/history', '/settings/cancel', '/settings/cancel/pause', '/settings/payments'],
  ...['/settings/plan', '/subscribe/finish', '/subscribe/student', '/gift-subscription/finish'],
  ...['/welcome/goals', '/welcome/preferences', '/gift/opened', '/login/google'],
]

test('a reader uses the pages of their account, translated', async ({ page, context }) => {
  const crashes = recordCrashes(page)
  await rewritePages(page)
  await test.step('logging in', async () => {
    await logInAs(page, await createReturningAccount(context))
    await expect(page).not.toHaveURL('/login')
    const gifts = page.getByRole('complementary', { name: 'Gifts' })
    await expect(gifts).toBeVisible()
  })
  await test.step('settings', async () => {
    await openPage(page, '/settings')
    const name = locateMain(page)
      .locator('details')
      .filter({ has: page.getByText('Name', { exact: true }) })
    await name.locator('summary').click()
    await name.getByLabel('First name').fill('Rukmini')
    await name.getByRole('button', { name: 'Save' }).click()
    await expect(name.locator('summary')).toContainText('Rukmini')
    await expect(name.getByLabel('First name')).toBeHidden()
  })
  await test.step('saved stories', async () => {
    await openPage(page, `/${slug}`)
    await page.locator('.head [data-save]').click()
    await expect(page.locator('.head [data-save]')).toHaveAttribute('data-saved', '')
    await openPage(page, '/saved')
    await locateMain(page)
      .getByRole('button', { name: `Remove “${title}”` })
      .click()
    await expect(page.locator('[data-saved-row]')).toHaveCount(0)
  })
  await test.step('every other page shows its islands', async () => {
    for (const path of paths) {
      await openPage(page, path)
      await expect(page.locator('main astro-island[client=load][ssr]'), path).toHaveCount(0)
      await expect(locateMain(page).getByText('Something went wrong'), path).toHaveCount(0)
    }
  })
  expect(crashes).toEqual([])
})

test('an island that fails is shown again, with what was typed', async ({ page }) => {
  await openPage(page, '/search')
  await locateSearch(page).fill('pencil')
  await expect(page.locator('[data-hit]').first()).toHaveText(title)
  await page
    .locator('[data-hit]')
    .first()
    .evaluate((hit) => hit.closest('ol')!.remove())
  await locateSearch(page).fill('xyzzy')
  await expect(locateMain(page).getByRole('alert')).toContainText('Something went wrong')
  await locateButton(page, 'Try again').click()
  await expect(locateSearch(page)).toHaveValue('xyzzy')
  await expect(locateMain(page)).toContainText('We couldn’t find any stories for xyzzy')
})
