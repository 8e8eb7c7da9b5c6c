/** The Weekly: its form, and the links in emails about it. */
import { expect, type Locator, type Page } from '@playwright/test'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { site } from '../publication/identity.ts'
import { newsletter } from '../publication/newsletter.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { createNewsletterLink } from './testing/newsletter-links.ts'
import {
  holdRequests,
  listLayoutShifts,
  locateHeading,
  locateMain,
  locateToast as locateToaster,
  openPage,
  recordErrors,
  recordRequests,
  waitForFonts,
} from './testing/page-actions.ts'
import { findInEmail } from './testing/received-emails.ts'
import { expectTracked } from './testing/received-events.ts'

const endpoint = `**${getEndpointPath('POST /api/join-newsletter')}*`

const locateForm = (page: Page) => page.getByRole('main').locator('form')
const locateField = (page: Page) => locateForm(page).getByLabel('Your email address')
const locateButton = (page: Page) => locateForm(page).getByRole('button')
const locateStatus = (page: Page) => locateForm(page).getByRole('status')
const locateToast = (page: Page) => locateToaster(page).getByRole('alert')

const press = (page: Page, name: string) => locateMain(page).getByRole('button', { name }).click()

const openForm = (page: Page) => openPage(page, '/newsletter')

async function submitPlainForm(page: Page, email: string) {
  await locateField(page).fill(email)
  await locateButton(page).click()
}

async function submitEmail(page: Page, email: string) {
  await locateField(page).focus()
  // The attribute is removed by hydration, which begins with the focus.
  await expect(page.getByRole('main').locator('astro-island[ssr]')).toHaveCount(0)
  await submitPlainForm(page, email)
}

async function expectSpinner(words: Locator) {
  const spinner = await words.evaluate((element) => {
    const style = getComputedStyle(element, '::before')
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
}

async function expectAtTop(toast: Locator) {
  const styles = await toast.evaluate((message) => {
    const bar = message.parentElement!
    const { top, left, width } = bar.getBoundingClientRect()
    const middle = Math.abs(left + width / 2 - document.documentElement.clientWidth / 2)
    return { background: getComputedStyle(bar).backgroundColor, top, middle }
  })
  expect(styles.background).toBe('rgb(249, 211, 66)')
  expect(styles.top).toBeLessThan(100)
  expect(styles.middle).toBeLessThan(10)
}

test('a guest signs up once, and sees each state', async ({ page, context, baseURL }) => {
  const errors = recordErrors(page)
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/recaptcha|api\/client|Toaster/.test(pathname)) loaded.push(pathname.replace(/\..*/, ''))
  })
  await context.addCookies([{ name: '_fbp', value: 'fb.1.2.3', url: baseURL! }])
  await openForm(page)
  await expect(locateButton(page)).toHaveText('Sign up')
  await waitForFonts(page)
  await page.waitForLoadState('networkidle')
  expect(loaded).toEqual([])
  const initialShifts = await listLayoutShifts(page)
  const client = page.waitForResponse(`**${getEndpointPath('GET /api/client')}`)
  const release = await holdRequests(page, endpoint)
  const joinRequest = page.waitForRequest(endpoint)
  const requests = recordRequests(page, /\/api\/join-newsletter/)
  const email = createEmailAddress()
  await locateField(page).focus()
  await page.keyboard.press('Tab')
  await expect(locateButton(page)).toBeFocused()
  await locateField(page).fill(email)
  const { userAgent, ip } = await (await client).json()
  await expect
    .poll(() => loaded.toSorted())
    .toEqual(['/_astro/Toaster', '/api/client', '/recaptcha/api'])
  await locateButton(page).dblclick()

  await expect(locateButton(page)).toHaveText('Signing up')
  await expect(locateButton(page)).toBeDisabled()
  await expectSpinner(locateButton(page).getByText('Signing up'))
  await expect(locateStatus(page)).toHaveText('Signing up')
  await expect(locateField(page)).toHaveValue(email)
  release()

  await expect(locateStatus(page)).toHaveText('Signed up!Now check your inbox to confirm.')
  await expect(locateField(page)).toHaveValue('')
  await expect(locateButton(page)).toHaveText('Sign up')
  await expect(locateButton(page)).toBeEnabled()
  expect(requests).toHaveLength(1)
  const { botCheck, ...payload } = (await joinRequest).postDataJSON()
  expect(payload).toMatchObject({ email, fbp: 'fb.1.2.3', fbc: '', userAgent, ip })
  expect(botCheck).toEqual(expect.any(String))
  expect((await joinRequest).url()).toContain('source=newsletter')
  expect(await listLayoutShifts(page)).toHaveLength(initialShifts.length)
  const event = { email, referral: false, referred_email: '' }
  await expectTracked(page, 'Newsletter Subscribed', event)

  // A second sign-up, by keyboard, gets the same response.
  await page.unroute(endpoint)
  await locateField(page).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(locateField(page)).toHaveValue('')
  await expect(locateStatus(page)).toContainText('Signed up!')
  await expect(locateButton(page)).toBeFocused()
  expect(requests).toHaveLength(2)
  expect(errors).toEqual([])
})

test('a sign-up that fails says why for five seconds, and keeps the address', async ({
  page,
  context,
}) => {
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

  await expectAtTop(locateToast(page))
  await page.clock.runFor(4500)
  await expect(locateToast(page)).toBeVisible()
  // The toast ends half a second later, and fades out.
  const countAfterTime = async () => {
    await page.clock.runFor(500)
    return locateToast(page).count()
  }
  await expect.poll(countAfterTime).toBe(0)

  await page.unroute(endpoint)
  await page.clock.resume()
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
  // Browsers accept this address, but the server rejects it.
  await submitEmail(page, 'reader@localhost')
  await expect(locateToast(page)).toContainText('doesn’t look like an email address')
  await expect(locateField(page)).toHaveValue('reader@localhost')
  await context.setOffline(true)
  await submitEmail(page, 'reader@example.com')
  await expect(locateToast(page).filter({ hasText: 'offline' })).toBeVisible()
  await expect(locateField(page)).toHaveValue('reader@example.com')
  await context.setOffline(false)

  await page.addInitScript(() => Object.assign(globalThis, { fakeScore: 0.1 }))
  await openForm(page)
  await submitEmail(page, createEmailAddress())
  await expect(locateToast(page)).toContainText('couldn’t confirm that you’re a person')
  await expect(locateToast(page)).toContainText(site.newsletterEmail)
  // A reader whose blocker stops the bot check can still sign up.
  await page.route('**/recaptcha/**', (route) => route.abort())
  await openForm(page)
  const answered = page.waitForResponse(endpoint)
  await submitEmail(page, createEmailAddress())
  expect((await answered).request().postDataJSON()).not.toHaveProperty('botCheck')
  await expect(locateStatus(page)).toContainText('Signed up!')
})

test('without JavaScript, a guest signs up, confirms by email and unsubscribes', async ({
  pageWithoutScript: page,
}) => {
  await openPage(page, '/newsletter')
  const statusMessage = page.locator('.offer > [role="status"]:visible')
  await expect(statusMessage).toHaveCount(0)
  await submitPlainForm(page, 'reader@localhost')
  await expect(page).toHaveURL(/\/newsletter#check-the-address$/)
  await expect(statusMessage).toHaveText(/doesn’t look like an email address/)
  await expect(statusMessage).toBeInViewport()
  const email = createEmailAddress()
  await submitPlainForm(page, email)
  await expect(page).toHaveURL(/\/newsletter#signed-up$/)
  await expect(statusMessage).toHaveText(/^Signed up! Before your first issue/)
  await expect(statusMessage).toBeInViewport()

  await page.goto(await findInEmail(email, /http\S+\/newsletter\/confirm\/\S+/))
  await expect(locateHeading(page)).toHaveText('Confirm your sign-up')
  await press(page, 'Confirm this address')
  await expect(locateHeading(page)).toHaveText('You’re on the list')
  const link = await createNewsletterLink('unsubscribe', email)
  await page.goto(link)
  await expect(locateHeading(page)).toHaveText(`Unsubscribe from ${newsletter.name}?`)
  await press(page, 'Unsubscribe')
  await expect(locateHeading(page)).toHaveText('You’ve unsubscribed')
  const response = await page.goto(link.slice(0, -20))
  expect(response!.status()).toBe(404)
  await expect(locateHeading(page)).toHaveText('This link doesn’t work')
  await expect(
    locateMain(page).getByRole('link', { name: `Sign up for ${newsletter.name}` }),
  ).toBeVisible()
})

test('a guest pauses The Weekly, unsubscribes and asks for it again, without logging in', async ({
  page,
}) => {
  const email = createEmailAddress()
  // Sends the form as browsers do without JavaScript.
  const joined = await page.request.post(getEndpointPath('POST /api/join-newsletter'), {
    form: { email },
    headers: { Origin: readRunningStack().siteUrl },
    maxRedirects: 0,
  })
  expect(joined.status()).toBe(303)
  await page.goto(await findInEmail(email, /http\S+\/newsletter\/confirm\/\S+/))
  await press(page, 'Confirm this address')
  await expect(locateHeading(page)).toHaveText('You’re on the list')
  // Pages in this browser no longer offer The Weekly, until the reader unsubscribes.
  const footer = page.getByRole('contentinfo')
  const footerField = footer.getByLabel('Your email address')
  await expect(footer).toContainText('You’ve signed up.')
  await expect(footerField).toBeHidden()
  await page.goto(await createNewsletterLink('preferences', email))
  const status = locateMain(page).getByRole('status')
  await expect(status).toHaveText('You get every issue.')
  await press(page, 'Pause for a month')
  await expect(status).toHaveText(/ is paused until \d+ \w+ \d{4} and will resume automatically\.$/)
  await expect(status).toBeFocused()
  await press(page, `Resume ${newsletter.name}`)
  await expect(status).toHaveText('You get every issue.')
  await press(page, 'Unsubscribe')
  await expect(status).toHaveText(`You don’t get ${newsletter.name}.`)
  await expect(footerField).toBeVisible()
  await press(page, 'Sign up again')
  await expect(status).toHaveText(/^Open the link/)
})
