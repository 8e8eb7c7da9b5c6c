/** Tests the question whether visits may be shared with a third party, in whose place the local stack has an inbox. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { findViolations } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  listLayoutShifts,
  openPage,
  sampleArticles,
  setNetworkCountry,
  waitForFonts,
} from './testing/page-actions.ts'
import { expectEvents, readAnonymousId } from './testing/received-events.ts'

const articlePath = `/${sampleArticles.public.slug}`

const locateQuestion = (page: Page) =>
  page.getByRole('region', { name: 'Can we share your visits' })
const locateAnswer = (page: Page, name: string) =>
  locateQuestion(page).getByRole('button', { name })
const locateChoice = (page: Page) => page.getByRole('region', { name: 'Sharing your visits' })

const readConsent = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'consent')?.value

/** Opens a page in a new browser, in this country. */
async function visitFrom(country: string, page: Page) {
  await page.context().clearCookies()
  await setNetworkCountry(page, country)
}

/** Counts the lines of the question with its link. */
const countLines = (question: Locator) =>
  question.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element, 0)
    range.setEndBefore(element.querySelector('.answers')!)
    const { lineHeight } = getComputedStyle(element)
    return Math.round(range.getBoundingClientRect().height / Number.parseFloat(lineHeight))
  })

async function openAndSendEvents(page: Page, path: string) {
  await openPage(page, path)
  await waitForFonts(page)
  const collected = page.waitForResponse('**/api/collect')
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await collected
}

/** Makes the choice on the privacy page. */
async function choose(page: Page, button: string, status: string) {
  await locateChoice(page).getByRole('button', { name: button }).click()
  await expect(locateChoice(page).getByRole('status')).toContainText(status)
}

/** Lists accessibility violations of the question, on phones and desktops. */
async function listViolations(page: Page) {
  const violations: unknown[] = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    violations.push(...(await findViolations(page)))
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    if (scrollWidth > clientWidth) violations.push(`${width} px overflow`)
  }
  return violations
}

test('a reader in Germany is asked from the second page on, and nothing is shared before', async ({
  page,
  context,
}) => {
  await visitFrom('DE', page)
  await openAndSendEvents(page, '/')
  await expect(locateQuestion(page)).toHaveCount(0)
  expect(await readConsent(context)).toBe('ask')
  // Nobody is interrupted while logging in or paying.
  for (const path of ['/login', '/subscribe']) {
    await openPage(page, path)
    await page.waitForLoadState('networkidle')
    await expect(locateQuestion(page)).toHaveCount(0)
  }
  await openAndSendEvents(page, articlePath)
  await expect(locateQuestion(page)).toBeVisible()
  expect(await readAnonymousId(page)).toBeUndefined()
  expect(await listLayoutShifts(page)).toEqual([])
  // The question doesn't take the focus, and the keyboard reaches it before the page.
  await expect(page.locator('body')).toBeFocused()
  for (const name of ['Skip to content', 'Details', 'Share my visits', 'Don’t share']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveText(name)
  }
  const describeButton = async (name: string) => {
    const { width, height } = (await locateAnswer(page, name).boundingBox())!
    const style = await locateAnswer(page, name).evaluate((element) => {
      const { color, backgroundColor, border, fontSize, fontWeight } = getComputedStyle(element)
      return { color, backgroundColor, border, fontSize, fontWeight }
    })
    return { width, height, ...style }
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  expect(await describeButton('Share my visits')).toEqual(await describeButton('Don’t share'))
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await countLines(locateQuestion(page))).toBe(2)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await listViolations(page)).toEqual([])
  }

  await page.route('**/api/consent', (route) => route.abort())
  await locateAnswer(page, 'Don’t share').click()
  await expect(locateQuestion(page).getByRole('status')).toContainText('We couldn’t store')
  await page.unroute('**/api/consent')
  await locateAnswer(page, 'Don’t share').click()
  await expect(locateQuestion(page)).toHaveCount(0)
  expect(await readConsent(context)).toMatch(/^1\.refused\.\d{10}$/)
  await openAndSendEvents(page, '/about')
  await expect(locateQuestion(page)).toHaveCount(0)
  expect(await readAnonymousId(page)).toBeUndefined()
})

test('a reader who agrees shares what follows, and a reader elsewhere isn’t asked', async ({
  page,
  context,
}) => {
  await visitFrom('DE', page)
  await openAndSendEvents(page, '/')
  await openPage(page, articlePath)
  await locateAnswer(page, 'Share my visits').click()
  await expect(locateQuestion(page)).toHaveCount(0)
  expect(await readConsent(context)).toMatch(/^1\.granted\.\d{10}$/)
  await openAndSendEvents(page, '/about')
  await expectEvents(await readAnonymousId(page), ['page information'])
  await openPage(page, '/privacy#consent')
  await page.getByText('Cookies we set').click()
  await expect(page.getByText('__Host-session', { exact: true })).toBeVisible()
  await expect(locateChoice(page)).toBeVisible()
  expect(await listViolations(page)).toEqual([])
  await choose(page, 'Don’t share', 'We don’t share your visits')
  expect(await readAnonymousId(page)).toBeUndefined()
  await page.reload()
  await expect(locateQuestion(page)).toHaveCount(0)
  await expect(locateChoice(page).getByRole('status')).toContainText('We don’t share your visits')
  await choose(page, 'Share my visits', 'We share your visits')
  await openAndSendEvents(page, '/about')
  await expect.poll(() => readAnonymousId(page)).toBeDefined()

  await visitFrom('IN', page)
  await openAndSendEvents(page, '/')
  expect(await readAnonymousId(page)).toBeDefined()
  await openPage(page, '/privacy')
  await expect(locateQuestion(page)).toHaveCount(0)
  await expect(locateChoice(page).getByRole('status')).toHaveText('We share your visits.')
  await choose(page, 'Don’t share', 'We don’t share your visits')
  expect(await readAnonymousId(page)).toBeUndefined()

  // A reader who forbids tracking isn't asked either.
  await visitFrom('DE', page)
  await openAndSendEvents(page, '/')
  expect(await readConsent(context)).toBe('ask')
  await forbidTracking(page)
  await openPage(page, articlePath)
  await page.waitForLoadState('networkidle')
  await expect(locateQuestion(page)).toHaveCount(0)
})
