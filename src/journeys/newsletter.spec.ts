/** Guests ask for The Weekly. */
import { expect, type Page, type Request } from '@playwright/test'
import { endpoints } from '../contracts/endpoints.ts'
import { test } from './journey.ts'
import { errorsOf, layoutShift, open, samples, withoutPictures } from './readers.ts'
import { expectCounted } from './received-events.ts'

const endpoint = `**${endpoints.joinNewsletter}*`

let count = 0
const newAddress = () => `guest-${process.pid}-${Date.now()}-${count++}@example.com`

const form = (page: Page) => page.getByRole('main').locator('form')
const field = (page: Page) => form(page).getByLabel('Your e-mail address')
const button = (page: Page) => form(page).getByRole('button')
const toast = (page: Page) => page.locator('[data-rht-toaster]').getByRole('alert')

async function openForm(page: Page) {
  await withoutPictures(page)
  await open(page, '/newsletter')
  // The island's attribute goes when its script has taken over.
  await expect(page.getByRole('main').locator('astro-island[ssr]')).toHaveCount(0)
}

/** Holds the answer back until it is released, and takes note of what was asked. */
async function holdJoin(page: Page) {
  const asked: Request[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(endpoint, async (route) => {
    asked.push(route.request())
    await released
    await route.continue()
  })
  return { asked, release: () => release() }
}

/** Has the server refuse in these words. */
function refuse(page: Page, message: string) {
  return page.route(endpoint, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message } } }),
  )
}

test('a guest signs up, with the words of each state', async ({ page, context, baseURL }) => {
  const errors = errorsOf(page)
  await context.addCookies([{ name: '_fbp', value: 'fb.1.2.3', url: baseURL! }])
  await openForm(page)
  await expect(button(page)).toHaveText('Sign up')
  await page.evaluate(() => document.fonts.ready)
  const shiftBefore = await layoutShift(page)
  const client = page.waitForResponse(`**${endpoints.client}`)
  const join = await holdJoin(page)
  const email = newAddress()
  await field(page).fill(email)
  const { userAgent, ip } = await (await client).json()
  await button(page).dblclick()

  await expect(button(page)).toHaveText('Signing up')
  await expect(button(page)).toBeDisabled()
  // The spinner: a ring with a gap, which turns.
  const spinner = await button(page)
    .getByText('Signing up')
    .evaluate((words) => {
      const { content, width, height, borderRadius, ...look } = getComputedStyle(words, '::before')
      const { borderInlineEndColor: gap, borderBlockEndColor: ring, animationName } = look
      return { content, width, height, borderRadius, hasGap: gap !== ring, animationName }
    })
  expect(spinner).toEqual({
    content: '""',
    width: '16px',
    height: '16px',
    borderRadius: '50%',
    hasGap: true,
    animationName: expect.stringContaining('turn'),
  })
  await expect(form(page).getByRole('status')).toHaveText('Signing up')
  await expect(field(page)).toHaveValue(email)
  join.release()

  await expect(form(page).getByRole('status')).toHaveText('Signed up!')
  await expect(field(page)).toHaveValue('')
  await expect(button(page)).toHaveText('Sign up')
  await expect(button(page)).toBeEnabled()
  expect(join.asked).toHaveLength(1)
  const { botCheck, ...payload } = join.asked[0]!.postDataJSON()
  expect(payload).toEqual({ email, fbp: 'fb.1.2.3', fbc: '', userAgent, ip })
  expect(botCheck).toEqual(expect.any(String))
  expect(join.asked[0]!.url()).toContain('source=newsletter')
  expect(await layoutShift(page)).toBe(shiftBefore)
  await expectCounted(page, 'Newsletter Subscribed', {
    email,
    referral: false,
    referred_email: '',
  })
  // The pictures that were left out log one.
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('the same again gets the same answer', async ({ page }) => {
  await openForm(page)
  const email = newAddress()
  for (let time = 0; time < 2; time++) {
    await field(page).fill(email)
    const answered = page.waitForResponse(endpoint)
    await button(page).click()
    expect((await answered).status()).toBe(200)
    await expect(form(page).getByRole('status')).toHaveText('Signed up!')
    await expect(field(page)).toHaveValue('')
  }
})

test('a refusal shows the server’s words, yellow, for five seconds, and loses nothing', async ({
  page,
}) => {
  await page.clock.install()
  await openForm(page)
  const words = 'The list is being mended. Please come back on Monday.'
  await refuse(page, words)
  await field(page).fill('reader@example.com')
  await button(page).click()
  await expect(toast(page)).toHaveText(words)
  await expect(button(page)).toBeEnabled()
  await expect(button(page)).toHaveText('Sign up')
  await expect(field(page)).toHaveValue('reader@example.com')

  const look = await toast(page).evaluate((message) => {
    const bar = message.parentElement!
    const { top, left, width } = bar.getBoundingClientRect()
    const middle = Math.abs(left + width / 2 - document.documentElement.clientWidth / 2)
    return { background: getComputedStyle(bar).backgroundColor, top, middle }
  })
  expect(look.background).toBe('rgb(249, 211, 66)')
  expect(look.top).toBeLessThan(100)
  expect(look.middle).toBeLessThan(10)

  await page.clock.runFor(4500)
  await expect(toast(page)).toBeVisible()
  await page.clock.runFor(1000)
  await expect(toast(page)).toHaveCount(0)
})

test('what is no address is not sent, and says so', async ({ page }) => {
  await openForm(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url())
  })
  for (const [typed, isMissing] of [
    ['', true],
    ['reader', false],
  ] as const) {
    await field(page).fill(typed)
    await button(page).click()
    const validity = await field(page).evaluate((input: HTMLInputElement) => ({
      valueMissing: input.validity.valueMissing,
      typeMismatch: input.validity.typeMismatch,
    }))
    expect(validity).toEqual({ valueMissing: isMissing, typeMismatch: !isMissing })
  }
  expect(asked.filter((url) => url.includes(endpoints.joinNewsletter))).toEqual([])
  // A browser is content with this one, and the server is not.
  await field(page).fill('reader@localhost')
  await button(page).click()
  await expect(toast(page)).toContainText('doesn’t look like an email address')
  await expect(field(page)).toHaveValue('reader@localhost')
})

test('the keyboard is enough', async ({ page }) => {
  await openForm(page)
  await field(page).focus()
  await page.keyboard.type(newAddress())
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('status')).toHaveText('Signed up!')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(newAddress())
  const answered = page.waitForResponse(endpoint)
  await page.keyboard.press('Enter')
  expect((await answered).status()).toBe(200)
})

test('the bot check and the client’s information come with the first focus, once', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/recaptcha|api\/client|Toaster/.test(pathname)) asked.push(pathname.replace(/\..*/, ''))
  })
  await openForm(page)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  for (let time = 0; time < 3; time++) {
    await field(page).focus()
    await button(page).focus()
  }
  await expect
    .poll(() => asked.toSorted())
    .toEqual(['/_astro/Toaster', '/api/client', '/recaptcha/api'])
})

test('who looks like a machine is told what else to do', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { standInScore: 0.1 }))
  await openForm(page)
  await field(page).fill(newAddress())
  await button(page).click()
  await expect(toast(page)).toContainText('couldn’t confirm that you’re a person')
  await expect(toast(page)).toContainText('weekly@example.com')
})

test('a reader whose blocker stops the bot check can still sign up', async ({ page }) => {
  await page.route('**/recaptcha/**', (route) => route.abort())
  await openForm(page)
  await field(page).fill(newAddress())
  const answered = page.waitForResponse(endpoint)
  await button(page).click()
  expect((await answered).request().postDataJSON()).not.toHaveProperty('botCheck')
  await expect(form(page).getByRole('status')).toHaveText('Signed up!')
})

test('being offline says so', async ({ page, context }) => {
  await openForm(page)
  await field(page).fill('reader@example.com')
  // What shows the words has come with the focus.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await button(page).click()
  await expect(toast(page)).toContainText('offline')
  await expect(field(page)).toHaveValue('reader@example.com')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is sent, and the page says what happened', async ({ page }) => {
    await withoutPictures(page)
    await open(page, '/newsletter')
    const told = page.locator('.offer > [role="status"]:visible')
    await expect(told).toHaveCount(0)
    await field(page).fill('reader@localhost')
    await button(page).click()
    await expect(page).toHaveURL(/\/newsletter#check-the-address$/)
    await expect(told).toHaveText(/doesn’t look like an email address/)
    await expect(told).toBeInViewport()
    // The stack has a bot check, which needs JavaScript.
    await field(page).fill(newAddress())
    await button(page).click()
    await expect(page).toHaveURL(/\/newsletter#signed-up$/)
    await expect(told).toHaveText(/^Signed up! Before your first issue/)
    await expect(told).toBeInViewport()
  })
})

test('no article loads any of it before the reader comes near', async ({ page }) => {
  await withoutPictures(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/Newsletter|Toaster|recaptcha/.test(request.url())) asked.push(request.url())
  })
  await page.goto(`/${samples.public.slug}`)
  expect(asked).toEqual([])
})
