/** A session from beginning to end: in several tabs, on several devices, and with every way out. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { makeAccount, newName, ownPassword } from '../../scripts/local/own-accounts.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { test } from './journey.ts'
import { fillIn, hasRun, open, samples, signIn, withoutPictures } from './readers.ts'

const { slug } = samples.metered

test.beforeEach(({ context }) => context.route('**/images/**', (route) => route.abort()))

const rest = (page: Page) => page.locator('[data-rest]')
const wall = (page: Page) => page.locator('[data-wall]')
const banner = (page: Page) => page.getByRole('banner')
/** The header's. The menu has another, which shows for a moment where it is open as its reader leaves. */
const subscribe = (page: Page) => banner(page).getByRole('link', { name: 'Subscribe' }).first()
const cookieNames = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name).sort()

/** The session, and what is known of its reader. */
const whoIsThere = /^\/api\/(?:session|subscription|user)$/

/** Before it, forms do what they do without a script. */
async function signInUntilFollowed(page: Page) {
  const script = page.waitForResponse(/reader-script/)
  await signIn(page, 'subscriber', '/about')
  await hasRun(page, script)
}

/** What a page asks of the API, in its order. */
function askedOf(page: Page, about: RegExp): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (about.test(pathname) && pathname !== '/api/collect') {
      asked.push(`${request.method()} ${pathname}`)
    }
  })
  return asked
}

async function openMenu(page: Page) {
  await banner(page).getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  return menu
}

/** Everything that a page says of a reader by name. */
const keptOf = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

test.describe('two tabs', () => {
  test('signing out in one takes the paid text and the account away in the other', async ({
    page,
    context,
  }) => {
    await signIn(page, 'subscriber', `/${slug}`)
    await expect(rest(page)).toBeVisible()
    const other = await context.newPage()
    await open(other, '/settings')
    await expect(other.getByText('subscriber@example.com')).toBeVisible()
    const third = await context.newPage()
    await open(third, '/')
    await (await openMenu(third)).getByRole('button', { name: 'Log out' }).click()
    await expect(third).toHaveURL('/')
    await expect(subscribe(third)).toBeVisible()

    await expect(rest(page)).toHaveCount(0)
    await expect(wall(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
    await expect(other.getByText('subscriber@example.com')).toHaveCount(0)
    await expect(other.getByText('Please log in to see your account.')).toBeVisible()
    for (const tab of [page, other, third]) expect(await keptOf(tab)).not.toContain('Leela')
  })

  test('without a network the paid text goes all the same', async ({ page, context }) => {
    await signIn(page, 'subscriber', `/${slug}`)
    await expect(rest(page)).toBeVisible()
    const other = await context.newPage()
    await open(other, '/about')
    // The page is told that it has no network; the other tab has one.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    await (await openMenu(other)).getByRole('button', { name: 'Log out' }).click()
    await expect(rest(page)).toHaveCount(0)
    await expect(wall(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  })

  test('signing in in one opens the article in the other', async ({ page, context }) => {
    await open(page, `/${slug}`)
    await expect(wall(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
    const other = await context.newPage()
    await signIn(other, 'subscriber')
    await expect(other).toHaveURL('/')
    await expect(rest(page)).toBeVisible()
    await expect(banner(page).getByRole('link', { name: 'Shop' })).toBeVisible()
  })

  test('signing in in one loses nothing that is being typed in the other', async ({
    page,
    context,
  }) => {
    await open(page, '/about')
    const field = page.getByRole('contentinfo').getByLabel('E-mail')
    await field.fill('someone@example.com')
    const other = await context.newPage()
    await signIn(other, 'subscriber')
    await expect(other).toHaveURL('/')
    await expect(banner(page).getByRole('link', { name: 'Shop' })).toBeVisible()
    await expect(field).toHaveValue('someone@example.com')
  })

  test('another reader in one leaves nothing of the first in the other', async ({
    page,
    context,
  }) => {
    const other = await context.newPage()
    await open(other, '/login')
    // Half typed, so the form stays when the first reader logs in.
    await other.getByLabel('E-mail').fill('registered@example.com')
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await fillIn(other, 'registered')
    await expect(other).toHaveURL('/')
    await expect(page.getByText('registered@example.com')).toBeVisible()
    await expect(page.getByText('subscriber@example.com')).toHaveCount(0)
    for (const tab of [page, other]) expect(await keptOf(tab)).not.toContain('Leela')
  })
})

test.describe('logging out', () => {
  test('a press twice is one, and the front page asks the server anew', async ({ page }) => {
    await signInUntilFollowed(page)
    await expect.poll(() => keptOf(page)).toContain('isSubscribed')
    const asked = askedOf(page, whoIsThere)
    const button = (await openMenu(page)).getByRole('button', { name: 'Log out' })
    await button.dblclick()
    await expect(page).toHaveURL('/')
    // In this order: the session ends, and then the front page finds out how things stand.
    const sinceLeaving = () => asked.slice(asked.indexOf('DELETE /api/session'))
    await expect
      .poll(() => sinceLeaving().toSorted())
      .toEqual(['DELETE /api/session', 'GET /api/subscription', 'GET /api/user'])
    expect(sinceLeaving()[0]).toBe('DELETE /api/session')
    await expect
      .poll(() => page.evaluate(() => [localStorage.session, sessionStorage.queries]))
      .toEqual([undefined, undefined])
  })

  test('works before the page’s script is there, and the next page sees to the rest', async ({
    page,
    context,
  }) => {
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    expect(await keptOf(page)).toContain('Leela')
    await page.route('**/_astro/*.js', (route) => route.abort())
    await open(page, '/about')
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#menu')!.show())
    const answered = page.waitForResponse('**/api/log-out')
    await page.getByRole('button', { name: 'Log out' }).click()
    expect((await answered).status()).toBe(303)
    await expect(page).toHaveURL('/')
    await expect(subscribe(page)).toBeVisible()
    expect(await cookieNames(context)).not.toContain('__Host-session')
    await page.unroute('**/_astro/*.js')
    await open(page, '/about')
    await expect.poll(() => keptOf(page)).not.toContain('Leela')
    await expect.poll(() => page.evaluate(() => localStorage.session)).toBeUndefined()
  })

  test('that does not go through says so, and the reader stays', async ({ page }) => {
    await signInUntilFollowed(page)
    const button = (await openMenu(page)).getByRole('button', { name: 'Log out' })
    await page.route('**/api/session', (route) => route.abort())
    await button.click()
    await expect(page.getByText('cannot be reached').first()).toBeVisible()
    await page.unroute('**/api/session')
    await button.click()
    await expect(page).toHaveURL('/')
    await expect(subscribe(page)).toBeVisible()
  })
})

test.describe('a session that was ended from another device', () => {
  test('ends on the next page here, and nothing of the reader stays', async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    const name = newName()
    await makeAccount(runningStack(), `${name}@example.com`)
    await signIn(page, name, '/settings', ownPassword)
    // Who comes for the first time is welcomed.
    await page.waitForURL('**/welcome?**')
    await open(page, '/settings')
    await expect(page.getByText(`${name}@example.com`).first()).toBeVisible()
    const elsewhere = await browser.newContext({ baseURL: baseURL! })
    const device = await elsewhere.newPage()
    await withoutPictures(device)
    await signIn(device, name, '/', ownPassword)
    await expect(device).toHaveURL('/')
    const status = await device.evaluate(async () => {
      const response = await fetch('/api/sessions', { method: 'DELETE' })
      return response.status
    })
    expect(status).toBe(204)
    await elsewhere.close()

    // What is known holds for five minutes; the account is asked for now.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(page.getByText('Please log in to see your account.')).toBeVisible()
    await expect(page.getByText(`${name}@example.com`)).toHaveCount(0)
    await expect.poll(() => keptOf(page)).not.toContain(name)
    await expect.poll(() => cookieNames(context)).not.toContain('__Host-session')
  })
})

test.describe('what is known of the reader', () => {
  test('is asked for once, and holds from page to page', async ({ page }) => {
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    const asked = askedOf(page, whoIsThere)
    for (const path of ['/about', '/settings', '/terms']) await open(page, path)
    await open(page, '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    await expect(page.getByText('You’re subscribed.')).toBeVisible()
    expect(asked).toEqual([])
  })

  test('is asked for again after five minutes, and not because the page is looked at', async ({
    page,
  }) => {
    await page.clock.install()
    await signIn(page, 'subscriber', '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    const asked = askedOf(page, whoIsThere)
    await page.clock.runFor(4 * 60_000)
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await open(page, '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    expect(asked).toEqual([])
    await page.clock.setSystemTime(Date.now() + 6 * 60_000)
    await open(page, '/settings')
    await expect(page.getByText('subscriber@example.com')).toBeVisible()
    expect(asked.sort()).toEqual(['GET /api/subscription', 'GET /api/user'])
  })

  test('costs guests nothing', async ({ page }) => {
    const asked = askedOf(page, /^\/api\//)
    for (const path of ['/', '/settings', '/saved', `/${slug}`]) {
      await page.goto(path)
    }
    expect(asked).toEqual([])
    expect(await page.evaluate(() => localStorage.session)).toBeUndefined()
  })
})
