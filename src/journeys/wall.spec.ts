/** Tests how guests and readers without a subscription unlock stories. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { describeLeft, describeRegister, wallText } from '../features/paywall/wall-text.ts'
import { meterAllowance } from '../publication/meter.ts'
import { newsletter } from '../publication/newsletter.ts'
import {
  createEmailAddress,
  createReferralPath,
  signInAsNewReader,
} from './testing/journey-accounts.ts'
import { signInAsNilmini } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  clearCookies,
  listLayoutShifts,
  locateBody,
  locateOffer,
  locateWall,
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
  waitForFonts,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'
import { scrollToWall, spendFreeStory, wallEndpoint } from './testing/wall-views.ts'

const { slug } = sampleArticles.metered
const others = [
  ...['a-shelf-of-left-legs', 'fifteen-taka-an-egg', 'what-nimai-pal-cut-out'],
  ...['admitted-three-times', 'findings-of-an-elephant', 'miss-naseem-counts'],
  ...['six-days-to-make-a-cow', 'notice-has-been-taken', 'four-nights-without-applause'],
] as const
const [second, third] = others
const { guest: guestAllowance, registered } = meterAllowance
const subscribePath = '/subscribe?source=article'

const locateButton = (page: Page, name: string) => locateWall(page).getByRole('button', { name })
const locateLink = (page: Page, name: string) => locateWall(page).getByRole('link', { name })
const locateFree = (page: Page) => locateButton(page, 'Read this story free')
const locateEmailWay = (page: Page) => locateButton(page, wallText.emailOption)
const locateAddress = (page: Page) => locateWall(page).getByLabel('Your email address')
const locateWeekly = (page: Page) => locateWall(page).getByLabel(newsletter.name)
const locateProblem = (page: Page) => locateWall(page).getByRole('alert').filter({ hasText: /\S/ })

async function openWall(page: Page, story: string = slug) {
  await openPage(page, `/${story}`)
  await scrollToWall(page)
  await locateOffer(page).waitFor()
}

/** Spends all of a guest's free stories but one. */
async function spendFree(context: BrowserContext) {
  for (const story of others.slice(3, 2 + guestAllowance)) await spendFreeStory(context, story)
}

/** Lists the names of the wall's options, in the order of the keyboard. */
const listOptions = (page: Page) =>
  locateWall(page)
    .locator('a, button')
    .evaluateAll((all) => all.map((one) => one.textContent?.trim()))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a guest reads a story free with one tap, returns, and is offered other options', async ({
    page,
    context,
  }) => {
    const errors = recordErrors(page)
    await spendFree(context)
    await openWall(page)
    expect(await listOptions(page)).toEqual(['Read this story free', 'Subscribe', 'Log in'])
    const left = { used: guestAllowance - 1, allowance: guestAllowance }
    await expect(locateWall(page)).toContainText(describeLeft(left))
    await waitForFonts(page)
    // The button is scrolled to first, because a tap would scroll the page.
    await locateFree(page).scrollIntoViewIfNeeded()
    const position = await page.evaluate(() => scrollY)
    const shiftsBefore = await listLayoutShifts(page)
    await locateFree(page).tap()
    await expect(locateBody(page)).toContainText('pencil')
    await expect(locateBody(page)).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(position)
    expect(await listLayoutShifts(page)).toHaveLength(shiftsBefore.length)
    // Opening the story again spends nothing.
    const requests = recordRequests(page, /\/(?:wall|unlock|body)$/)
    await page.reload()
    await expect(locateBody(page)).toBeVisible()
    await expect(locateWall(page)).toBeHidden()
    expect(requests.filter((line) => !line.endsWith('/body'))).toEqual([])
    expect(await listLayoutShifts(page)).toEqual([])
    // Opening it spends nothing even if only the server has recorded the unlock. Without a press, the focus stays.
    requests.length = 0
    await page.evaluate(() => localStorage.removeItem('unlocked'))
    await page.reload()
    await scrollToWall(page)
    await expect(locateBody(page)).toBeVisible()
    await expect(locateBody(page)).not.toBeFocused()
    await page.waitForLoadState('networkidle')
    expect(requests.map((line) => line.split('/').at(-1))).toEqual(['wall', 'body'])

    await openWall(page, second)
    expect(await listOptions(page)).toEqual([
      'Subscribe',
      describeRegister({
        ...{ kind: 'register', allowance: registered, left: registered - guestAllowance },
      }),
      wallText.emailOption,
      'Log in',
    ])
    await locateLink(page, 'Subscribe').click()
    await expect(page).toHaveURL(subscribePath)
    expect(errors).toEqual([])
    // A device without its cookie shows the wall again.
    await clearCookies(page)
    await openWall(page)
    expect(await page.evaluate(() => localStorage.unlocked)).toBe('{}')
  })
})

test('a guest reads a story in return for an address, and the address counts once', async ({
  page,
  context,
  otherDevice,
}) => {
  await spendFree(context)
  await spendFreeStory(context)
  await openWall(page, second)
  await locateEmailWay(page).press('Enter')
  const field = locateAddress(page)
  await expect(field).toBeFocused()
  await expect(locateWeekly(page)).not.toBeChecked()
  const requests = recordRequests(page, /^POST .*\/unlock$/)
  await field.fill('not an address')
  await field.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/doesn’t look like an email address/)
  expect(requests).toEqual([])
  const email = createEmailAddress()
  await field.fill(email)
  await field.press('Enter')
  await expect(locateBody(page)).toBeFocused()
  // If the box isn't ticked, the server doesn't store the address either.
  const payload = { email: '', referral: false, referred_email: '' }
  await expectTracked(page, 'Unlocked Article Email Capture', payload)

  // Each address counts once, even for another guest, and nothing typed is lost.
  const other = await otherDevice.newPage()
  await spendFree(otherDevice)
  await spendFreeStory(otherDevice)
  await openWall(other, third)
  await locateEmailWay(other).click()
  const otherField = locateAddress(other)
  await otherField.fill(email)
  await otherField.press('Enter')
  await expect(locateProblem(other)).toContainText('already been used')
  await expect(otherField).toHaveValue(email)
  await expect(otherField).toHaveAccessibleDescription(/already been used/)
  const ownAddress = createEmailAddress()
  await otherField.fill(ownAddress)
  await locateWeekly(other).check()
  await otherField.press('Enter')
  await expect(locateBody(other)).toBeVisible()
  await expectTracked(other, 'Unlocked Article Email Capture', { ...payload, email: ownAddress })
})

test('a guest reads a friend’s story for an address, and another story with a new account', async ({
  page,
  context,
  otherDevice,
}) => {
  await signInAsNilmini(otherDevice)
  const link = await createReferralPath(otherDevice)
  await spendFree(context)
  await spendFreeStory(context)
  await openPage(page, `${link}?to=${third}`)
  await expect(page).toHaveURL(`/${third}?utm_source=share&friend=first`)
  await scrollToWall(page)
  await expect(locateWall(page)).toContainText(
    'Nilmini shared this story with you. Enter your email to read it.',
  )
  const email = createEmailAddress()
  await locateAddress(page).fill(email)
  await locateWeekly(page).check()
  await locateButton(page, 'Read this story').click()
  await expect(locateBody(page)).toBeFocused()
  const payload = { email, referral: true, referred_email: email }
  await expectTracked(page, 'Referred Article Email Capture', payload)

  await openWall(page, second)
  await locateLink(page, 'Create a free account').click()
  await expect(page).toHaveURL(`/login/new?return=%2F${second}%23continue`)
  await page.getByLabel('Email').fill(createEmailAddress())
  await page.getByLabel('Password').fill('a password of my own')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/${second}#continue`)
  await expect(locateWall(page)).toContainText(
    describeLeft({ used: guestAllowance, allowance: registered }),
  )
  await locateFree(page).click()
  await expect(locateBody(page)).toBeVisible()
})

test('a reader without a subscription reads the free stories', async ({ page, context }) => {
  await signInAsNewReader(context)
  const requests = recordRequests(page, /\/wall$/)
  await openPage(page, `/${slug}`)
  await locateOffer(page).waitFor()
  await scrollToWall(page)
  await expect(locateWall(page)).toContainText(describeLeft({ used: 0, allowance: registered }))
  await page.waitForLoadState('networkidle')
  expect(requests).toHaveLength(1)
  await page.route('**/api/articles/*/unlock', (route) => route.abort(), { times: 1 })
  await locateFree(page).click()
  await expect(locateProblem(page)).toContainText('We couldn’t reach our server')
  await locateFree(page).press('Enter')
  await expect(locateBody(page)).toBeFocused()
  for (const story of others.slice(2, registered)) await spendFreeStory(context, story)
  await openWall(page, second)
  await expect(locateWall(page)).toContainText(
    describeLeft({ used: registered - 1, allowance: registered }),
  )
  await locateFree(page).click()
  await expect(locateBody(page)).toBeVisible()
  await openWall(page, third)
  expect(await listOptions(page)).toEqual(['Subscribe'])
})

test('nothing loads until the wall is near or a guest unlocks, and the wall’s link needs neither the offer nor a script', async ({
  page,
  pageWithoutScript,
}) => {
  const requests = recordRequests(page, /\/wall\b|react|recaptcha/i)
  await openPage(page, `/${slug}`)
  await page.waitForLoadState('networkidle')
  await waitForFonts(page)
  expect(requests).toEqual([])
  const frame = locateWall(page)
  // Near the window, the offer is loaded, and the space reserved for longer offers is removed.
  await frame.evaluate((wall) => scrollTo(0, wall.getBoundingClientRect().top - innerHeight + 50))
  await locateOffer(page).waitFor()
  const getHeight = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(() => getHeight(frame)).toBe(await getHeight(locateOffer(page)))
  expect(await listLayoutShifts(page)).toEqual([])
  expect(requests.filter((line) => /wall$/.test(line))).toEqual([
    `GET ${getEndpointPath('GET /api/articles/:slug/wall', { slug })}`,
  ])
  expect(requests.filter((line) => /recaptcha/.test(line))).toEqual([])
  await locateFree(page).click()
  await expect(locateBody(page)).toBeVisible()
  expect(requests.filter((line) => /recaptcha/.test(line))).not.toEqual([])
  expect(requests.filter((line) => /react/.test(line))).toEqual([])
  // The script of signed-in readers, which adds save buttons, hasn't run.
  await expect(page.locator('.teaser [data-save]')).toHaveCount(0)

  await page.route(wallEndpoint, (route) => route.abort())
  await openPage(page, `/${second}`)
  await scrollToWall(page)
  await expect(locateLink(page, 'Subscribe')).toBeVisible()
  await openPage(pageWithoutScript, `/${slug}`)
  await expect(locateLink(pageWithoutScript, 'Subscribe')).toHaveAttribute('href', subscribePath)
})
