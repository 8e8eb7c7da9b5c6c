/** Whether visits may be shared with a third party, which the local stack has (its inbox). */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { formatEventLabel } from '../../scripts/dev/fakes/inbox/event-log.ts'
import { findViolations } from './testing/find-violations.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  listLayoutShifts,
  openPage,
  sampleArticles,
  waitForFonts,
} from './testing/page-actions.ts'
import { listEvents, readAnonymousId } from './testing/received-events.ts'

const articlePath = `/${sampleArticles.public.slug}`

const locateQuestion = (page: Page) =>
  page.getByRole('region', { name: 'Can we share your visits?' })
const locateChoice = (page: Page) => page.getByRole('region', { name: 'Sharing your visits' })

const readConsent = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'consent')?.value

/** A new browser in a country. A beacon wouldn't have the header, so events are sent by fetch. */
async function visitFrom(country: string, page: Page) {
  await page.context().clearCookies()
  await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country }) })
  await page.addInitScript(() => {
    navigator.sendBeacon = () => false
  })
}

async function openAndSendEvents(page: Page, path: string) {
  await openPage(page, path)
  await waitForFonts(page)
  const collected = page.waitForResponse('**/api/collect')
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await collected
}

test.describe('a reader in Germany', () => {
  test.beforeEach(({ page }) => visitFrom('DE', page))

  test('is asked from the second page on, and nothing is shared before', async ({
    page,
    context,
  }) => {
    await openAndSendEvents(page, '/')
    await expect(locateQuestion(page)).toHaveCount(0)
    expect(await readConsent(context)).toBe('ask')
    await openAndSendEvents(page, articlePath)
    await expect(locateQuestion(page)).toBeVisible()
    expect(await readAnonymousId(page)).toBeUndefined()
    expect(await listLayoutShifts(page)).toEqual([])
    // No focus is taken, and the keyboard reaches it before the page.
    await expect(page.locator('body')).toBeFocused()
    for (const name of ['Skip to content', 'privacy page', 'Share my visits', 'Don’t share']) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveText(name)
    }
    const [allow, refuse] = await Promise.all(
      ['Share my visits', 'Don’t share'].map(async (name) => {
        const button = locateQuestion(page).getByRole('button', { name })
        const { width, height } = (await button.boundingBox())!
        const style = await button.evaluate((element) => {
          const { color, backgroundColor, border, fontSize, fontWeight } = getComputedStyle(element)
          return { color, backgroundColor, border, fontSize, fontWeight }
        })
        return { width, height, ...style }
      }),
    )
    expect(allow).toEqual(refuse)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is asked accessibly in ${colorScheme}, on phones and desktops`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await openAndSendEvents(page, '/')
      await openPage(page, articlePath)
      await expect(locateQuestion(page)).toBeVisible()
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await findViolations(page)).toEqual([])
      }
    })
  }

  test('who refuses isn’t asked again, and can change their mind', async ({ page, context }) => {
    await openAndSendEvents(page, '/')
    await openPage(page, articlePath)
    await locateQuestion(page).getByRole('button', { name: 'Don’t share' }).click()
    await expect(locateQuestion(page)).toHaveCount(0)
    expect(await readConsent(context)).toMatch(/^1\.refused\.\d{10}$/)
    await openAndSendEvents(page, '/about')
    expect(await readAnonymousId(page)).toBeUndefined()

    await openPage(page, '/privacy#consent')
    await expect(locateQuestion(page)).toHaveCount(0)
    await expect(locateChoice(page).getByRole('status')).toContainText('We don’t share your visits')
    await locateChoice(page).getByRole('button', { name: 'Share my visits' }).click()
    await expect(locateChoice(page).getByRole('status')).toContainText('We share your visits')
    await openAndSendEvents(page, '/about')
    const id = await readAnonymousId(page)
    expect(id).toBeDefined()
    await expect.poll(async () => (await listEvents(id)).length).toBeGreaterThan(0)
    await openPage(page, '/privacy')
    await locateChoice(page).getByRole('button', { name: 'Don’t share' }).click()
    await expect(locateChoice(page).getByRole('status')).toContainText('We don’t share your visits')
    expect(await readAnonymousId(page)).toBeUndefined()
  })

  test('who agrees shares what follows', async ({ page, context }) => {
    await openAndSendEvents(page, '/')
    await openPage(page, articlePath)
    await locateQuestion(page).getByRole('button', { name: 'Share my visits' }).click()
    await expect(locateQuestion(page)).toHaveCount(0)
    expect(await readConsent(context)).toMatch(/^1\.granted\.\d{10}$/)
    await openAndSendEvents(page, '/about')
    const id = await readAnonymousId(page)
    await expect
      .poll(async () => (await listEvents(id)).map(formatEventLabel))
      .toEqual(['page information'])
  })

  test('who forbids tracking isn’t asked', async ({ page, context }) => {
    await openAndSendEvents(page, '/')
    expect(await readConsent(context)).toBe('ask')
    await forbidTracking(page)
    await openPage(page, articlePath)
    await page.waitForLoadState('networkidle')
    await expect(locateQuestion(page)).toHaveCount(0)
  })

  test('isn’t interrupted while logging in or paying', async ({ page }) => {
    await openAndSendEvents(page, '/')
    for (const path of ['/login', '/subscribe']) {
      await openPage(page, path)
      await page.waitForLoadState('networkidle')
      await expect(locateQuestion(page)).toHaveCount(0)
    }
  })

  test('is told if the answer couldn’t be stored, and can try again', async ({ page }) => {
    await openAndSendEvents(page, '/')
    await openPage(page, articlePath)
    await page.route('**/api/consent', (route) => route.abort())
    const refuse = locateQuestion(page).getByRole('button', { name: 'Don’t share' })
    await refuse.click()
    await expect(locateQuestion(page).getByRole('status')).toContainText('We couldn’t store')
    await page.unroute('**/api/consent')
    await refuse.click()
    await expect(locateQuestion(page)).toHaveCount(0)
  })
})

test('a reader in India isn’t asked, and can refuse on the privacy page', async ({ page }) => {
  await visitFrom('IN', page)
  await openAndSendEvents(page, '/')
  expect(await readAnonymousId(page)).toBeDefined()
  await openPage(page, '/privacy')
  await expect(locateQuestion(page)).toHaveCount(0)
  await expect(locateChoice(page).getByRole('status')).toHaveText('We share your visits.')
  await locateChoice(page).getByRole('button', { name: 'Don’t share' }).click()
  await expect(locateChoice(page).getByRole('status')).toContainText('We don’t share your visits')
  expect(await readAnonymousId(page)).toBeUndefined()
})

for (const width of [390, 1280]) {
  test(`the privacy page lists what browsers store, on a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openPage(page, '/privacy')
    await expect(page.getByText('__Host-session', { exact: true })).toBeVisible()
    await expect(locateChoice(page)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
}
