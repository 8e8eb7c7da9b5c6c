/** What /login has for readers who are logged in already. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { fillIn, hasRun, layoutShift, open, signIn, withoutPictures } from './readers.ts'

test.beforeEach(({ page }) => withoutPictures(page))

const main = (page: Page) => page.getByRole('main')
const form = (page: Page) => page.getByLabel('Password')
const panel = (page: Page) => main(page).getByRole('link', { name: 'Continue' })

for (const path of ['/login', '/login/new']) {
  test(`${path} says who is logged in, and leads on or out`, async ({ page }) => {
    await signIn(page, 'subscriber', '/about')
    await expect(page).toHaveURL('/about')
    await open(page, `${path}?return=%2Flatest`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re already logged in', {
      useInnerText: true,
    })
    await expect(main(page).getByText('Leela')).toBeVisible()
    await expect(main(page).getByText('subscriber@example.com')).toBeVisible()
    await expect(form(page)).toBeHidden()
    expect(await layoutShift(page)).toBe(0)
    await panel(page).click()
    await expect(page).toHaveURL('/latest')
    const script = page.waitForResponse(/reader-script/)
    await open(page, path)
    await hasRun(page, script)
    await main(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await open(page, path)
    await expect(form(page)).toBeVisible()
    await expect(panel(page)).toBeHidden()
  })
}

test('the form isn’t shown for a moment first, and no other site is a place to continue', async ({
  page,
}) => {
  await signIn(page, 'registered', '/about')
  await expect(page).toHaveURL('/about')
  // Whatever the browser paints before the page's script has run.
  await page.route('**/_astro/*.js', (route) => route.abort())
  await open(page, '/login')
  await expect(panel(page)).toBeVisible()
  await expect(form(page)).toBeHidden()
  await page.unroute('**/_astro/*.js')
  for (const wanted of [
    'https://evil.example/',
    '//evil.example',
    '/login',
    'javascript:alert(1)',
  ]) {
    await open(page, `/login?return=${encodeURIComponent(wanted)}`)
    await expect(main(page).getByText('registered@example.com')).toBeVisible()
    await expect(panel(page)).toHaveAttribute('href', '/')
  }
})

test('the form stays until the next page is there, and back leads to the panel', async ({
  page,
}) => {
  await open(page, '/login?return=%2Fabout')
  // What is shown when the page learns that somebody has logged in.
  await page.evaluate(() => {
    const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility()
    new MutationObserver(() => {
      sessionStorage.shown = [isShown('input[name="password"]'), isShown('a[data-continue]')]
    }).observe(document.documentElement, { attributeFilter: ['data-reader'] })
  })
  await fillIn(page, 'registered')
  await expect(page).toHaveURL('/about')
  expect(await page.evaluate(() => sessionStorage.shown)).toBe('true,false')
  await page.goBack({ waitUntil: 'domcontentloaded' })
  await expect(panel(page)).toBeVisible()
  await expect(form(page)).toBeHidden()
})

test('a session that has ended meanwhile shows the form', async ({ page, context }) => {
  await signIn(page, 'registered', '/about')
  await expect(page).toHaveURL('/about')
  await context.clearCookies({ name: /^__Host-/ })
  await open(page, '/login')
  await expect(form(page)).toBeVisible()
  await expect(panel(page)).toBeHidden()
})
