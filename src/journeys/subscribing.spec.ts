/** The offer in its three designs: what each reader is shown, and nobody a second subscription. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { enter } from './accounts.ts'
import { test } from './journey.ts'
import { errorsOf, layoutShift, open, sampleAccount, signIn } from './readers.ts'

const designs = ['/subscribe', '/subscribe-today', '/subscribe-original'] as const

/** As the edge would set them; the hint alone chooses what these pages show. */
async function isIn(country: string, context: BrowserContext, url: string) {
  await context.addCookies([{ name: 'country', value: country, url }])
}

const main = (page: Page) => page.getByRole('main')
const letters = (page: Page) => main(page).locator('a[href^="mailto:"][href*="A%20subscription"]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const path of designs) {
  test(`${path} offers a guest the three plans, and loads nothing of PayPal's for it`, async ({
    page,
  }) => {
    const errors = errorsOf(page)
    const foreign: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/sdk/js')) foreign.push(request.url())
    })
    await open(page, `${path}?source=header`)
    for (const name of ['Subscribe', 'Take the monthly plan', 'Take the student plan']) {
      await expect(main(page).getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(letters(page).filter({ visible: true })).toHaveCount(0)
    expect(foreign).toEqual([])
    await expect(page.locator('html')).toHaveAttribute('data-screen', path.slice(1) as 'subscribe')
    // The wordmark alone stands in the bar.
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
    expect(await layoutShift(page)).toBe(0)
    expect(errors).toEqual([])
  })

  test(`${path} keeps its source through logging in`, async ({ page }) => {
    await open(page, `${path}?source=header`)
    await expect(main(page).getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?return=${encodeURIComponent(`${path}?source=header`)}`,
    )
  })

  for (const reader of ['subscriber', 'ending']) {
    test(`${path} sells nothing to ${reader}@, and leads to the account`, async ({
      page,
      context,
    }) => {
      await enter(context, sampleAccount(reader))
      await open(page, path)
      await expect(heading(page)).toContainText('subscri')
      await expect(main(page).getByRole('link', { name: /^(Subscribe|Take)/ })).toHaveCount(0)
      await main(page).getByRole('link', { name: 'Go to your account' }).click()
      await expect(page).toHaveURL('/settings')
    })
  }

  test(`${path} welcomes a lapsed reader back`, async ({ page, context }) => {
    await enter(context, sampleAccount('lapsed'))
    await open(page, path)
    await expect(heading(page)).toHaveText('Welcome back', { useInnerText: true })
    await expect(main(page).getByRole('link', { name: 'Restart', exact: true })).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Subscribe', exact: true })).toBeHidden()
  })

  test(`${path} shows the prices of the reader's country`, async ({ page, context, baseURL }) => {
    // Nobody knows the country of the first visit.
    await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country: 'XX' }) })
    // A beacon doesn't carry that header, and its answer would set this machine's country.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
    })
    const shown = (text: string) => main(page).getByText(text).filter({ visible: true })
    await open(page, path)
    await expect(shown('$99').first()).toBeVisible()
    await expect(shown('$79.99').first()).toBeVisible()
    await isIn('US', context, baseURL!)
    await open(page, path)
    await expect(shown('$99').first()).toBeVisible()
    await expect(shown('$79.99')).toHaveCount(0)
    await isIn('IN', context, baseURL!)
    await open(page, path)
    await expect(shown('$79.99').first()).toBeVisible()
    await expect(shown('$99')).toHaveCount(0)
  })

  for (const [country, price, other] of [
    ['IN', '$79.99', '$99'],
    ['US', '$99', '$79.99'],
  ] as const) {
    test(`${path} shows prices in ${country} at the first visit, and nothing moves`, async ({
      page,
      context,
    }) => {
      await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country }) })
      // Readers who ask not to be tracked get correct prices too.
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
      })
      const counted: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/collect')) counted.push(request.url())
      })
      let answer = () => {}
      const released = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/client', async (route) => {
        await released
        await route.continue()
      })
      await open(page, path)
      const shown = (text: string) => main(page).getByText(text).filter({ visible: true })
      await expect(shown('$99').first()).toBeVisible()
      await expect(shown('$79.99').first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      answer()
      await expect(page.locator('html')).toHaveAttribute('data-country', country)
      await expect(shown(price).first()).toBeVisible()
      await expect(shown(other)).toHaveCount(0)
      expect(await layoutShift(page)).toBe(0)
      // From now on, it is known before the first paint.
      expect(await context.cookies()).toMatchObject([{ name: 'country', value: country }])
      expect(counted).toEqual([])
    })
  }

  test(`${path} without JavaScript shows both prices and every way`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
    await isIn('IN', context, baseURL!)
    const page = await context.newPage()
    await open(page, path)
    for (const price of ['$99', '$79.99']) {
      await expect(main(page).getByText(price).filter({ visible: true }).first()).toBeVisible()
    }
    await expect(letters(page)).toHaveCount(3)
    await expect(main(page).getByRole('link', { name: 'Subscribe by e-mail' })).toBeVisible()
    await context.close()
  })
}

test('a question opens by the keyboard alone', async ({ page }) => {
  await open(page, '/subscribe')
  const answer = page.getByText('and nobody telephones you')
  await expect(answer).toBeHidden()
  await page.getByText('Can I leave?').focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
})

test('from the offer a subscriber logs in, comes back and is told so', async ({ page }) => {
  await open(page, '/subscribe?source=article')
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('E-mail').fill('subscriber@example.com')
  await page.getByLabel('Password').fill('verandah-sample')
  await main(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/subscribe?source=article')
  await expect(heading(page)).toHaveText('You’re subscribed', { useInnerText: true })
})

test('a gift is shown at its price, and given by letter while paying is not connected', async ({
  page,
}) => {
  const errors = errorsOf(page)
  await open(page, '/gift')
  await expect(main(page)).toContainText('$99')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Give twelve months' }).click()
  await expect(page).toHaveURL('/gift-subscription')
  await expect(main(page)).toContainText('cannot be paid for here yet')
  await expect(page.getByLabel('Their name')).toBeDisabled()
  await expect(main(page).getByRole('button', { name: 'Continue to payment' })).toBeDisabled()
  const letter = main(page).getByRole('link', { name: 'Give it by e-mail' })
  await expect(letter).toHaveAttribute('href', /^mailto:.*gift/)
  expect(errors).toEqual([])
})

const own = [
  ['/saved', 'Nothing is put by yet.'],
  ['/refer', 'A link of your own'],
  ['/settings', 'ending@example.com'],
] as const

for (const [path, words] of own) {
  test(`${path} asks a guest to log in, and is theirs afterwards`, async ({ page }) => {
    const errors = errorsOf(page)
    await open(page, path)
    await expect(page.getByText(words)).toBeHidden()
    await expect(main(page).getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?return=${encodeURIComponent(path)}`,
    )
    await signIn(page, 'ending', path)
    await expect(page).toHaveURL(path)
    await expect(page.getByText(words)).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Log in' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Your pages' })).toBeVisible()
    expect(errors).toEqual([])
  })

  test(`${path} without JavaScript says what it takes`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
    const page = await context.newPage()
    await open(page, path)
    await expect(main(page).locator('noscript p')).toBeVisible()
    await context.close()
  })
}

const standings = [
  ['subscriber', 'You’re subscribed.', 'Pause'],
  ['ending', 'You’ve cancelled your subscription.', 'Reactivate'],
  ['paused', 'Your subscription is paused.', 'Resume now'],
  ['failed', 'didn’t go through', 'Retry payment'],
] as const

for (const [reader, standing, next] of standings) {
  test(`the account tells ${reader}@ where they stand and what to do`, async ({ page }) => {
    await signIn(page, reader, '/settings')
    await expect(main(page)).toContainText(standing)
    await expect(main(page)).toContainText(next)
    await expect(main(page).getByRole('link', { name: /^(Subscribe|Restart)$/ })).toHaveCount(0)
  })
}

test('the account fills without a shift', async ({ page }) => {
  await signIn(page, 'ending', '/settings')
  await expect(page).toHaveURL('/settings')
  await page.reload()
  await expect(page.getByText('ending@example.com')).toBeVisible()
  await expect(page.getByText('You’ve cancelled your subscription.')).toBeVisible()
  expect(await layoutShift(page)).toBe(0)
})

test('the paper and the text chosen for a device are there at the first paint', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/settings')
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const [light, normal] = [await paper(), await size()]
  await page.getByLabel('Dark').check()
  await page.getByLabel('Larger').check()
  expect(await paper()).not.toBe(light)
  const dark = await paper()
  // No script but the one before the first paint.
  await page.route('**/_astro/*.js', (route) => route.abort())
  await open(page, '/about')
  expect(await paper()).toBe(dark)
  expect(await size()).toBeCloseTo(1.3 * normal, 1)
})
