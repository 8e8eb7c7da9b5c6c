/** Sessions in several tabs and on several devices, and their ends. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createAccount } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  locateBody,
  locateWall,
  openPage,
  recordRequests,
  sampleArticles,
  signIn,
  submitLogin,
  waitForScript,
} from './testing/page-actions.ts'

const { slug } = sampleArticles.metered

const locateBanner = (page: Page) => page.getByRole('banner')
/** In the header: the menu's is visible for a moment after logging out. */
const locateSubscribeLink = (page: Page) =>
  locateBanner(page).getByRole('link', { name: 'Subscribe' }).first()
const readCookieNames = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name).sort()

const sessionRequest = / \/api\/(?:session|subscription|user)$/

/** Forms work differently before the script has run. */
async function signInAndWaitForScript(page: Page) {
  const script = page.waitForResponse(/signed-in-script/)
  await signIn(page, 'subscriber', '/about')
  await waitForScript(page, script)
}

async function openMenu(page: Page) {
  await locateBanner(page).getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  return menu
}

const readStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

test.describe('two tabs', () => {
  test('logging out in one hides article and account in the other', async ({ page, context }) => {
    await signIn(page, 'subscriber', `/${slug}`)
    await expect(locateBody(page)).toBeVisible()
    const other = await context.newPage()
    await openPage(other, '/settings')
    await expect(other.getByText('subscriber@example.com')).toBeVisible()
    const third = await context.newPage()
    await openPage(third, '/')
    await (await openMenu(third)).getByRole('button', { name: 'Log out' }).click()
    await expect(third).toHaveURL('/')
    await expect(locateSubscribeLink(third)).toBeVisible()

    await expect(locateBody(page)).toHaveCount(0)
    await expect(locateWall(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
    await expect(other.getByText('subscriber@example.com')).toHaveCount(0)
    await expect(other.getByText('Log in to see your account.')).toBeVisible()
    for (const tab of [page, other, third]) expect(await readStorage(tab)).not.toContain('Leela')
  })

  test('logging out in one hides the article in an offline one', async ({ page, context }) => {
    await signIn(page, 'subscriber', `/${slug}`)
    await expect(locateBody(page)).toBeVisible()
    const other = await context.newPage()
    await openPage(other, '/about')
    // This page believes that it is offline; the other tab doesn't.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    await (await openMenu(other)).getByRole('button', { name: 'Log out' }).click()
    await expect(locateBody(page)).toHaveCount(0)
    await expect(locateWall(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  })

  test('logging in in one unlocks the article in the other', async ({ page, context }) => {
    await openPage(page, `/${slug}`)
    await expect(locateWall(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
    const other = await context.newPage()
    await signIn(other, 'subscriber')
    await expect(other).toHaveURL('/')
    await expect(locateBody(page)).toBeVisible()
    await expect(locateBanner(page).getByRole('link', { name: 'Shop' })).toBeVisible()
  })

  test('logging in in one keeps the text entered in the other', async ({ page, context }) => {
    await openPage(page, '/about')
    const field = page.getByRole('contentinfo').getByLabel('Email')
    await field.fill('someone@example.com')
    const other = await context.newPage()
    await signIn(other, 'subscriber')
    await expect(other).toHaveURL('/')
    await expect(locateBanner(page).getByRole('link', { name: 'Shop' })).toBeVisible()
    await expect(field).toHaveValue('someone@example.com')
  })

  test('another reader in one replaces the first in the other', async ({ page, context }) => {
    const other = await context.newPage()
    await openPage(other, '/login')
    // Partly filled in, so that the form stays when the first reader logs in.
    await other.getByLabel('Email').fill('registered@example.com')
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await submitLogin(other, 'registered')
    await expect(other).toHaveURL('/')
    await expect(page.getByText('registered@example.com')).toBeVisible()
    await expect(page.getByText('subscriber@example.com')).toHaveCount(0)
    for (const tab of [page, other]) expect(await readStorage(tab)).not.toContain('Leela')
  })
})

test.describe('logging out', () => {
  test('a double click logs out once, and the front page asks the server again', async ({
    page,
  }) => {
    await signInAndWaitForScript(page)
    await expect.poll(() => readStorage(page)).toContain('isSubscribed')
    const requests = recordRequests(page, sessionRequest)
    const button = (await openMenu(page)).getByRole('button', { name: 'Log out' })
    await button.dblclick()
    await expect(page).toHaveURL('/')
    // The front page asks after the session has ended.
    const readRequestsSinceLogOut = () => requests.slice(requests.indexOf('DELETE /api/session'))
    await expect
      .poll(() => readRequestsSinceLogOut().toSorted())
      .toEqual(['DELETE /api/session', 'GET /api/subscription', 'GET /api/user'])
    expect(readRequestsSinceLogOut()[0]).toBe('DELETE /api/session')
    await expect
      .poll(() => page.evaluate(() => [localStorage.session, sessionStorage.queries]))
      .toEqual([undefined, undefined])
  })

  test('works before the page’s script has loaded', async ({ page, context }) => {
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await expect.poll(() => readStorage(page)).toContain('Leela')
    await page.route('**/_astro/*.js', (route) => route.abort())
    await openPage(page, '/about')
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#menu')!.show())
    const logOutResponse = page.waitForResponse('**/api/log-out')
    await page.getByRole('button', { name: 'Log out' }).click()
    expect((await logOutResponse).status()).toBe(303)
    await expect(page).toHaveURL('/')
    await expect(locateSubscribeLink(page)).toBeVisible()
    expect(await readCookieNames(context)).not.toContain('__Host-session')
    await page.unroute('**/_astro/*.js')
    await openPage(page, '/about')
    await expect.poll(() => readStorage(page)).not.toContain('Leela')
    await expect.poll(() => page.evaluate(() => localStorage.session)).toBeUndefined()
  })

  test('that fails shows an error and can be repeated', async ({ page }) => {
    await signInAndWaitForScript(page)
    const button = (await openMenu(page)).getByRole('button', { name: 'Log out' })
    await page.route('**/api/session', (route) => route.abort())
    await button.click()
    await expect(page.getByText('couldn’t reach our server').first()).toBeVisible()
    await page.unroute('**/api/session')
    await button.click()
    await expect(page).toHaveURL('/')
    await expect(locateSubscribeLink(page)).toBeVisible()
  })
})

test.describe('a session that was ended from another device', () => {
  test('ends on the next page here', async ({ page, context, otherDevice }) => {
    const { name, password } = await createAccount()
    await signIn(page, name, '/settings', password)
    await page.waitForURL('**/welcome?**')
    await openPage(page, '/settings')
    await expect(page.getByText(`${name}@example.com`).first()).toBeVisible()
    const otherPage = await otherDevice.newPage()
    await signIn(otherPage, name, '/', password)
    await expect(otherPage).toHaveURL('/')
    const status = await otherPage.evaluate(async () => {
      const response = await fetch('/api/sessions', { method: 'DELETE' })
      return response.status
    })
    expect(status).toBe(204)

    // Without the cache, which is valid for five minutes.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(page.getByText('Log in to see your account.')).toBeVisible()
    await expect(page.getByText(`${name}@example.com`)).toHaveCount(0)
    await expect.poll(() => readStorage(page)).not.toContain(name)
    await expect.poll(() => readCookieNames(context)).not.toContain('__Host-session')
  })
})

test.describe('the reader’s data', () => {
  test('is requested once for all pages', async ({ page }) => {
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await expect.poll(() => readStorage(page)).toContain('Leela')
    const requests = recordRequests(page, sessionRequest)
    for (const path of ['/about', '/settings', '/terms']) await openPage(page, path)
    await openPage(page, '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await expect(page.getByText('You’re subscribed.')).toBeVisible()
    expect(requests).toEqual([])
  })

  test('is requested again after five minutes, not when the tab is shown', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await expect.poll(() => readStorage(page)).toContain('Leela')
    const requests = recordRequests(page, sessionRequest)
    await page.clock.runFor(4 * 60_000)
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await openPage(page, '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    expect(requests).toEqual([])
    // Otherwise the page that is left would find its data expired, and request it too.
    await page.goto('about:blank')
    await page.clock.setSystemTime(Date.now() + 6 * 60_000)
    await openPage(page, '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await expect.poll(() => requests.toSorted()).toEqual(['GET /api/subscription', 'GET /api/user'])
  })

  test('isn’t requested for guests', async ({ page }) => {
    const requests = recordRequests(page, / \/api\/(?!collect)/)
    for (const path of ['/', '/settings', '/saved', `/${slug}`]) {
      await page.goto(path)
    }
    expect(requests).toEqual([])
    expect(await page.evaluate(() => localStorage.session)).toBeUndefined()
  })
})
