/** Stories that guests and readers without a subscription can read, and how. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { createEmailAddress, signInAsNewReader } from './testing/journey-accounts.ts'
import { connectStack, signInAsSubscriber } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import { replaceAnswers } from './testing/open-view.ts'
import {
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
import { scrollToWall, wallViews } from './testing/wall-views.ts'

const { slug } = sampleArticles.metered
const [second, third, fourth] = [
  'a-shelf-of-left-legs',
  'fifteen-taka-an-egg',
  'what-nimai-pal-cut-out',
]
const wallEndpoint = '**/api/articles/*/wall'
const unlockEndpoint = '**/api/articles/*/unlock'
const unlockPattern = /^POST .*\/unlock$/

const locateFree = (page: Page) =>
  locateWall(page).getByRole('button', { name: 'Read this story free' })
const locateEmailWay = (page: Page) =>
  locateWall(page).getByRole('button', { name: 'Read this story in return for your email address' })
const locateProblem = (page: Page) => locateWall(page).getByRole('alert').filter({ hasText: /\S/ })

async function openWall(page: Page, story: string = slug) {
  await openPage(page, `/${story}`)
  await scrollToWall(page)
  await locateOffer(page).waitFor()
}

async function readFree(page: Page, story: string = slug) {
  await openWall(page, story)
  await locateFree(page).click()
  await expect(locateBody(page)).toBeVisible()
}

/** Names of what the wall offers, in the order of the keyboard. */
const listOptions = (page: Page) =>
  locateWall(page)
    .locator('a, button')
    .evaluateAll((all) => all.map((one) => one.textContent?.trim()))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a guest reads a story free with one tap, and it opens in place', async ({ page }) => {
    const errors = recordErrors(page)
    await openWall(page)
    expect(await listOptions(page)).toEqual(['Read this story free', 'Subscribe', 'Log in'])
    await expect(locateWall(page)).toContainText('It’s your one free story this month.')
    await waitForFonts(page)
    // A tap would scroll to it.
    await locateFree(page).scrollIntoViewIfNeeded()
    const position = await page.evaluate(() => scrollY)
    const shiftsBefore = await listLayoutShifts(page)
    await locateFree(page).tap()
    await expect(locateBody(page)).toContainText('pencil')
    await expect(locateBody(page)).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(position)
    expect(await listLayoutShifts(page)).toHaveLength(shiftsBefore.length)
    expect(errors).toEqual([])
  })
})

test('the room of longer offers is given up below the window', async ({ page }) => {
  await openPage(page, `/${slug}`)
  await waitForFonts(page)
  const frame = locateWall(page)
  // Near the window, the offer is loaded.
  await frame.evaluate((wall) => scrollTo(0, wall.getBoundingClientRect().top - innerHeight + 50))
  await locateOffer(page).waitFor()
  const getHeight = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(() => getHeight(frame)).toBe(await getHeight(locateOffer(page)))
  expect(await listLayoutShifts(page)).toEqual([])
})

test('a guest reads a story free by keyboard, and comes back without spending', async ({
  page,
}) => {
  await openWall(page)
  await locateFree(page).focus()
  await page.keyboard.press('Enter')
  await expect(locateBody(page)).toBeFocused()
  const requests = recordRequests(page, /\/(?:wall|unlock|body)$/)
  await page.reload()
  await expect(locateBody(page)).toBeVisible()
  await expect(locateWall(page)).toHaveCount(0)
  expect(requests.filter((line) => !line.endsWith('/body'))).toEqual([])
  expect(await listLayoutShifts(page)).toEqual([])
})

test('a guest who has read their story is offered a subscription first, then other ways', async ({
  page,
}) => {
  await readFree(page)
  await openWall(page, second)
  expect(await listOptions(page)).toEqual([
    'Subscribe',
    'Create a free account to read 2 more stories this month',
    'Read this story in return for your email address',
    'Log in',
  ])
  await locateWall(page).getByRole('link', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/subscribe?source=article')
})

test('a guest reads a story in return for an address', async ({ page, otherDevice }) => {
  await readFree(page)
  await openWall(page, second)
  await locateEmailWay(page).press('Enter')
  const field = locateWall(page).getByLabel('Your email address')
  await expect(field).toBeFocused()
  await expect(locateWall(page).getByLabel(/The Weekly/)).not.toBeChecked()
  const requests = recordRequests(page, unlockPattern)
  await field.fill('not an address')
  await field.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/doesn’t look like an email address/)
  expect(requests).toEqual([])

  const email = createEmailAddress()
  await field.fill(email)
  await field.press('Enter')
  await expect(locateBody(page)).toBeFocused()
  // Without the box, it isn't kept there either.
  const payload = { email: '', referral: false, referred_email: '' }
  await expectTracked(page, 'Unlocked Article Email Capture', payload)

  // Each address counts once, whoever uses it, and nothing typed is lost.
  const other = await otherDevice.newPage()
  await readFree(other)
  await openWall(other, third)
  await locateEmailWay(other).click()
  const otherField = locateWall(other).getByLabel('Your email address')
  await otherField.fill(email)
  await otherField.press('Enter')
  await expect(locateProblem(other)).toContainText('already been used')
  await expect(otherField).toHaveValue(email)
  await expect(otherField).toHaveAccessibleDescription(/already been used/)
})

async function createShareLink(sharer: BrowserContext): Promise<string> {
  const { uid } = await signInAsSubscriber(sharer)
  const named = { set: `users/${uid}`, fields: { first_name: 'Nilmini' }, merge: true } as const
  expect((await connectStack().firestore.commit([named])).ok).toBe(true)
  const { origin } = new URL((await sharer.request.get('/')).url())
  const answer = await sharer.request.put('/api/referral', { headers: { Origin: origin } })
  return `/r/${((await answer.json()) as { code: string }).code}`
}

test('a guest reads a friend’s story in return for an address', async ({ page, otherDevice }) => {
  const link = await createShareLink(otherDevice)
  await readFree(page)
  await openPage(page, `${link}?to=${third}`)
  await expect(page).toHaveURL(`/${third}?utm_source=share`)
  await scrollToWall(page)
  await expect(locateWall(page)).toContainText('Nilmini shared this story with you.')
  await locateWall(page).getByRole('button', { name: 'Read this story' }).click()
  const email = createEmailAddress()
  await locateWall(page).getByLabel('Your email address').fill(email)
  await locateWall(page)
    .getByLabel(/The Weekly/)
    .check()
  await locateWall(page).getByRole('button', { name: 'Read this story' }).click()
  await expect(locateBody(page)).toBeFocused()
  const payload = { email, referral: true, referred_email: email }
  await expectTracked(page, 'Referred Article Email Capture', payload)
})

test('a guest creates an account at the wall, and goes on reading', async ({ page }) => {
  await readFree(page)
  await openWall(page, second)
  await locateWall(page)
    .getByRole('link', { name: /^Create a free account/ })
    .click()
  await expect(page).toHaveURL(`/login/new?return=%2F${second}%23continue`)
  await page.getByLabel('Email').fill(createEmailAddress())
  await page.getByLabel('Password').fill('a password of my own')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/${second}#continue`)
  await expect(locateWall(page)).toContainText('2 of 3 left this month.')
  await locateFree(page).click()
  await expect(locateBody(page)).toBeVisible()
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()
})

test('a reader without a subscription reads three stories', async ({ page, context }) => {
  await signInAsNewReader(context)
  for (const [story, left] of [
    [slug, 3],
    [second, 2],
    [third, 1],
  ] as const) {
    await openWall(page, story)
    await expect(locateWall(page)).toContainText(`${left} of 3 left this month.`)
    await locateFree(page).click()
    await expect(locateBody(page)).toBeVisible()
  }
  await openWall(page, fourth)
  expect(await listOptions(page)).toEqual(['Subscribe'])
})

test('two tabs can’t read two stories', async ({ page, context }) => {
  await openWall(page)
  const tab = await context.newPage()
  await openWall(tab, second)
  await locateFree(page).dblclick()
  await expect(locateBody(page)).toBeVisible()
  await locateFree(tab).click()
  await expect(locateProblem(tab)).toHaveText('You have no free stories left this month.')
  await expect(locateProblem(tab)).toBeFocused()
  await expect(locateFree(tab)).toHaveCount(0)
  await expect(locateBody(tab)).toHaveCount(0)
})

test('a device that forgot its cookie shows the wall again', async ({ page, context }) => {
  await readFree(page)
  await context.clearCookies()
  await page.reload()
  await scrollToWall(page)
  await expect(locateFree(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.unlocked)).toBe('{}')
})

test('a failure says so, and the next attempt works', async ({ page }) => {
  await openWall(page)
  await page.route(unlockEndpoint, (route) => route.abort(), { times: 1 })
  await locateFree(page).click()
  await expect(locateProblem(page)).toContainText('We couldn’t reach our server')
  await locateFree(page).click()
  await expect(locateBody(page)).toBeVisible()
})

test('the wall is complete without the server, and without JavaScript', async ({
  page,
  pageWithoutScript,
}) => {
  await page.route(wallEndpoint, (route) => route.abort())
  await openPage(page, `/${slug}`)
  await scrollToWall(page)
  await expect(locateWall(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await openPage(pageWithoutScript, `/${slug}`)
  const link = locateWall(pageWithoutScript).getByRole('link', { name: 'Subscribe' })
  await expect(link).toHaveAttribute('href', '/subscribe?source=article')
})

test('nothing loads for a guest until the wall is near, or until they unlock', async ({ page }) => {
  const requests = recordRequests(page, /Paywall|react|\/wall$|recaptcha/i)
  await openPage(page, `/${slug}`)
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual([])
  await scrollToWall(page)
  await expect(locateFree(page)).toBeVisible()
  expect(requests.filter((line) => /wall$/.test(line))).toEqual([
    `GET ${getEndpointPath('GET /api/articles/:slug/wall', { slug })}`,
  ])
  expect(requests.filter((line) => /recaptcha/.test(line))).toEqual([])
  await locateFree(page).click()
  await expect(locateBody(page)).toBeVisible()
  expect(requests.filter((line) => /recaptcha/.test(line))).not.toEqual([])
})

test('the view of a wall says what it offers', async ({ page }) => {
  await page.clock.install()
  await openWall(page)
  await page.clock.runFor(3000)
  await expectTracked(page, 'Paywall Viewed', { slug, options: ['readFree', 'subscribe'] })
})

for (const width of [320, 390, 1280]) {
  test(`the wall doesn’t move when its offer is known, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const view of wallViews.filter(({ name }) => /^wall-(?:free|used|friend)/.test(name))) {
      await replaceAnswers(page, view.answers!)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(wallEndpoint, async (route) => {
        await released
        await route.fallback()
      })
      await page.goto(view.path, { waitUntil: 'load' })
      await waitForFonts(page)
      await scrollToWall(page)
      await page.locator('astro-island:has([data-wall]):not([ssr])').waitFor({ state: 'attached' })
      const readTop = () =>
        page
          .locator('article footer')
          .first()
          .evaluate((end) => end.getBoundingClientRect().top + scrollY)
      const before = await readTop()
      release()
      await locateOffer(page).waitFor()
      expect(await readTop(), view.name).toBe(before)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
}
