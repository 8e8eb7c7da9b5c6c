import { expect, type Page } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  signIn,
  submitLogin,
  waitForScript,
} from './testing/page-actions.ts'

const locateForm = (page: Page) => page.getByLabel('Password')
const locatePanel = (page: Page) => locateMain(page).getByRole('link', { name: 'Continue' })

for (const path of ['/login', '/login/new']) {
  test(`${path} shows who is logged in, and can continue or log out`, async ({ page }) => {
    await signIn(page, 'subscriber', '/about')
    await expect(page).toHaveURL('/about')
    await openPage(page, `${path}?return=%2Flatest`)
    const options = { useInnerText: true }
    await expect(locateHeading(page)).toHaveText('You’re already logged in', options)
    await expect(locateMain(page).getByText('Leela')).toBeVisible()
    await expect(locateMain(page).getByText('subscriber@example.com')).toBeVisible()
    await expect(locateForm(page)).toBeHidden()
    expect(await listLayoutShifts(page)).toEqual([])
    await locatePanel(page).click()
    await expect(page).toHaveURL('/latest')
    const script = page.waitForResponse(/signed-in-script/)
    await openPage(page, path)
    await waitForScript(page, script)
    await locateMain(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await openPage(page, path)
    await expect(locateForm(page)).toBeVisible()
    await expect(locatePanel(page)).toBeHidden()
  })
}

test('the form isn’t shown first, and the return address is on this site', async ({ page }) => {
  await signIn(page, 'registered', '/about')
  await expect(page).toHaveURL('/about')
  // Before the page's script has run.
  await page.route('**/_astro/*.js', (route) => route.abort())
  await openPage(page, '/login')
  await expect(locatePanel(page)).toBeVisible()
  await expect(locateForm(page)).toBeHidden()
  await page.unroute('**/_astro/*.js')
  const refused = ['https://evil.example/', '//evil.example', '/login', 'javascript:alert(1)']
  for (const address of refused) {
    await openPage(page, `/login?return=${encodeURIComponent(address)}`)
    await expect(locateMain(page).getByText('registered@example.com')).toBeVisible()
    await expect(locatePanel(page)).toHaveAttribute('href', '/')
  }
})

test('the form stays until the next page, and going back shows the panel', async ({ page }) => {
  await openPage(page, '/login?return=%2Fabout')
  // Records what is visible when the page learns of the login.
  await page.evaluate(() => {
    const isVisible = (selector: string) => document.querySelector(selector)?.checkVisibility()
    new MutationObserver(() => {
      sessionStorage.shown = [isVisible('input[name="password"]'), isVisible('a[data-continue]')]
    }).observe(document.documentElement, { attributeFilter: ['data-reader'] })
  })
  await submitLogin(page, 'registered')
  await expect(page).toHaveURL('/about')
  expect(await page.evaluate(() => sessionStorage.shown)).toBe('true,false')
  await page.goBack({ waitUntil: 'domcontentloaded' })
  await expect(locatePanel(page)).toBeVisible()
  await expect(locateForm(page)).toBeHidden()
})

test('the form is shown once the session has ended', async ({ page, context }) => {
  await signIn(page, 'registered', '/about')
  await expect(page).toHaveURL('/about')
  await context.clearCookies({ name: /^__Host-/ })
  // Without the answers of the page before, which are used for five minutes.
  await page.addInitScript(() => sessionStorage.clear())
  await openPage(page, '/login')
  await expect(locateForm(page)).toBeVisible()
  await expect(locatePanel(page)).toBeHidden()
})
