/** Uses logged-in readers' pages once their script has run: until then, forms are sent without it. */
import { expect, type Page } from '@playwright/test'
import { openPage, waitForScript } from './page-actions.ts'

export async function openSignedInPage(page: Page, path: string) {
  const script = page.waitForResponse(/signed-in-script/)
  await openPage(page, path)
  await waitForScript(page, script)
}

export async function openMenu(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  return menu
}

/** Logs out, which ends on the front page. */
export async function logOut(page: Page) {
  await (await openMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
}

/** Clears the browser's data, as if the next page were the first in a new browser whose reader has allowed sharing. */
export async function forgetReader(page: Page) {
  // This page has no scripts, which would store items again.
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies({ name: /^(?!consent$|__Host-anonymous-id$)/ })
}
