import { expect, type Page } from '@playwright/test'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  listLayoutShifts,
  locateToast as locateToaster,
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
  waitForFonts,
  waitForScript,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'

const endpoint = `**${getEndpointPath('POST /api/join-newsletter')}*`

const locateForm = (page: Page) => page.getByRole('main').locator('form')
const locateField = (page: Page) => locateForm(page).getByLabel('Your email address')
const locateButton = (page: Page) => locateForm(page).getByRole('button')
const locateStatus = (page: Page) => locateForm(page).getByRole('status')
const locateToast = (page: Page) => locateToaster(page).getByRole('alert')

async function openForm(page: Page) {
  await openPage(page, '/newsletter')
  // The attribute is removed by hydration.
  await expect(page.getByRole('main').locator('astro-island[ssr]')).toHaveCount(0)
}

async function submitEmail(page: Page, email: string) {
  await locateField(page).fill(email)
  await locateButton(page).click()
}

test('a guest signs up once, and sees each state', async ({ page, context, baseURL }) => {
  const errors = recordErrors(page)
  await context.addCookies([{ name: '_fbp', value: 'fb.1.2.3', url: baseURL! }])
  await openForm(page)
  await expect(locateButton(page)).toHaveText('Sign up')
  await waitForFonts(page)
  const initialShifts = await listLayoutShifts(page)
  const client = page.waitForResponse(`**${getEndpointPath('GET /api/client')}`)
  const release = await holdRequests(page, endpoint)
  const joinRequest = page.waitForRequest(endpoint)
  const requests = recordRequests(page, /\/api\/join-newsletter/)
  const email = createEmailAddress()
  await locateField(page).fill(email)
  const { userAgent, ip } = await (await client).json()
  await locateButton(page).dblclick()

  await expect(locateButton(page)).toHaveText('Signing up')
  await expect(locateButton(page)).toBeDisabled()
  const spinner = await locateButton(page)
    .getByText('Signing up')
    .evaluate((words) => {
      const style = getComputedStyle(words, '::before')
      const { content, width, height, borderRadius, animationName } = style
      const hasGap = style.borderInlineEndColor !== style.borderBlockEndColor
      return { content, width, height, borderRadius, hasGap, animationName }
    })
  expect(spinner).toEqual({
    content: '""',
    width: '16px',
    height: '16px',
    borderRadius: '50%',
    hasGap: true,
    animationName: expect.stringContaining('turn'),
  })
  await expect(locateStatus(page)).toHaveText('Signing up')
  await expect(locateField(page)).toHaveValue(email)
  release()

  await expect(locateStatus(page)).toHaveText('Signed up!Now check your inbox to confirm.')
  await expect(locateField(page)).toHaveValue('')
  await expect(locateButton(page)).toHaveText('Sign up')
  await expect(locateButton(page)).toBeEnabled()
  expect(requests).toHaveLength(1)
  const { botCheck, ...payload } = (await joinRequest).postDataJSON()
  const landing = { path: '/newsletter', search: '', referrer: '' }
  const visit = { landing, lastArticle: '', wallArticle: '' }
  expect(payload).toEqual({ email, fbp: 'fb.1.2.3', fbc: '', userAgent, ip, visit })
  expect(botCheck).toEqual(expect.any(String))
  expect((await joinRequest).url()).toContain('source=newsletter')
  expect(await listLayoutShifts(page)).toHaveLength(initialShifts.length)
  await expectTracked(page, 'Newsletter Subscribed', {
    email,
    referral: false,
    referred_email: '',
  })
  expect(errors).toEqual([])
})

test('signing up again gets the same response', async ({ page }) => {
  await openForm(page)
  const email = createEmailAddress()
  for (let time = 0; time < 2; time++) {
    const answered = page.waitForResponse(endpoint)
    await submitEmail(page, email)
    expect((await answered).status()).toBe(200)
    await expect(locateStatus(page)).toContainText('Signed up!')
    await expect(locateField(page)).toHaveValue('')
  }
})

test('a refusal shows the server’s message for five seconds', async ({ page }) => {
  await page.clock.install()
  await openForm(page)
  // From here, only `runFor` lets time pass.
  await page.clock.pauseAt(Date.now() + 60_000)
  const message = 'The list isn’t available. Please try again on Monday.'
  await page.route(endpoint, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message } } }),
  )
  await submitEmail(page, 'reader@example.com')
  await expect(locateToast(page)).toHaveText(message)
  await expect(locateButton(page)).toBeEnabled()
  await expect(locateButton(page)).toHaveText('Sign up')
  await expect(locateField(page)).toHaveValue('reader@example.com')

  const styles = await locateToast(page).evaluate((message) => {
    const bar = message.parentElement!
    const { top, left, width } = bar.getBoundingClientRect()
    const middle = Math.abs(left + width / 2 - document.documentElement.clientWidth / 2)
    return { background: getComputedStyle(bar).backgroundColor, top, middle }
  })
  expect(styles.background).toBe('rgb(249, 211, 66)')
  expect(styles.top).toBeLessThan(100)
  expect(styles.middle).toBeLessThan(10)

  await page.clock.runFor(4500)
  await expect(locateToast(page)).toBeVisible()
  // It ends half a second later, and fades out.
  const countAfterTime = async () => {
    await page.clock.runFor(500)
    return locateToast(page).count()
  }
  await expect.poll(countAfterTime).toBe(0)
})

test('an invalid address isn’t sent, and shows an error', async ({ page }) => {
  await openForm(page)
  const requests = recordRequests(page, /^POST \/api\/join-newsletter/)
  for (const [typed, isMissing] of [
    ['', true],
    ['reader', false],
  ] as const) {
    await submitEmail(page, typed)
    const validity = await locateField(page).evaluate((input: HTMLInputElement) => ({
      valueMissing: input.validity.valueMissing,
      typeMismatch: input.validity.typeMismatch,
    }))
    expect(validity).toEqual({ valueMissing: isMissing, typeMismatch: !isMissing })
  }
  expect(requests).toEqual([])
  // Browsers accept this one, and the server doesn't.
  await submitEmail(page, 'reader@localhost')
  await expect(locateToast(page)).toContainText('doesn’t look like an email address')
  await expect(locateField(page)).toHaveValue('reader@localhost')
})

test('the form works by keyboard', async ({ page }) => {
  await openForm(page)
  await locateField(page).focus()
  await page.keyboard.type(createEmailAddress())
  await page.keyboard.press('Tab')
  await expect(locateButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(locateStatus(page)).toContainText('Signed up!')
  await expect(locateButton(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(createEmailAddress())
  const answered = page.waitForResponse(endpoint)
  await page.keyboard.press('Enter')
  expect((await answered).status()).toBe(200)
})

test('bot check and client information load on the first focus, once', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/recaptcha|api\/client|Toaster/.test(pathname)) requests.push(pathname.replace(/\..*/, ''))
  })
  await openForm(page)
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual([])
  for (let time = 0; time < 3; time++) {
    await locateField(page).focus()
    await locateButton(page).focus()
  }
  await expect
    .poll(() => requests.toSorted())
    .toEqual(['/_astro/Toaster', '/api/client', '/recaptcha/api'])
})

test('a suspected bot is told what to do instead', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { fakeScore: 0.1 }))
  await openForm(page)
  await submitEmail(page, createEmailAddress())
  await expect(locateToast(page)).toContainText('couldn’t confirm that you’re a person')
  await expect(locateToast(page)).toContainText('weekly@example.com')
})

test('a reader whose blocker stops the bot check can still sign up', async ({ page }) => {
  await page.route('**/recaptcha/**', (route) => route.abort())
  await openForm(page)
  const answered = page.waitForResponse(endpoint)
  await submitEmail(page, createEmailAddress())
  expect((await answered).request().postDataJSON()).not.toHaveProperty('botCheck')
  await expect(locateStatus(page)).toContainText('Signed up!')
})

test('an offline reader gets an error', async ({ page, context }) => {
  await openForm(page)
  // The focus loads the code that shows the message.
  const toaster = page.waitForResponse(/\/Toaster\b/)
  await locateField(page).fill('reader@example.com')
  await waitForScript(page, toaster)
  await context.setOffline(true)
  await locateButton(page).click()
  await expect(locateToast(page)).toContainText('offline')
  await expect(locateField(page)).toHaveValue('reader@example.com')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is sent, and the page shows the result', async ({ page }) => {
    await openPage(page, '/newsletter')
    const statusMessage = page.locator('.offer > [role="status"]:visible')
    await expect(statusMessage).toHaveCount(0)
    await submitEmail(page, 'reader@localhost')
    await expect(page).toHaveURL(/\/newsletter#check-the-address$/)
    await expect(statusMessage).toHaveText(/doesn’t look like an email address/)
    await expect(statusMessage).toBeInViewport()
    await submitEmail(page, createEmailAddress())
    await expect(page).toHaveURL(/\/newsletter#signed-up$/)
    await expect(statusMessage).toHaveText(/^Signed up! Before your first issue/)
    await expect(statusMessage).toBeInViewport()
  })
})

test('articles don’t load the newsletter’s code in advance', async ({ page }) => {
  const requests = recordRequests(page, /Newsletter|Toaster|recaptcha/)
  await page.goto(`/${sampleArticles.public.slug}`)
  expect(requests).toEqual([])
})
