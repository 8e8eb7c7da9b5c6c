/** The panel for The Weekly, at the end of a guest's second article. */
import { expect, type Page } from '@playwright/test'
import { createEmailAddress, signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'

const first = sampleArticles.scripts.slug
const second = sampleArticles.public.slug

const locatePanel = (page: Page) => page.getByRole('complementary', { name: /^The Weekly/ })

/** By a link, so that it isn't the first page. */
async function followLink(page: Page, slug: string) {
  await page.evaluate((path) => {
    location.href = path
  }, `/${slug}`)
  await page.waitForURL(`/${slug}`, { waitUntil: 'load' })
}

const scrollToEnd = (page: Page) =>
  page
    .locator('article footer')
    .first()
    .evaluate((end) => end.scrollIntoView({ block: 'end' }))

async function openPanel(page: Page) {
  await openPage(page, `/${first}`)
  await followLink(page, second)
  await scrollToEnd(page)
  await expect(locatePanel(page)).toBeVisible()
}

/** After the page has had time to show it: the observers of the same position have run. */
async function expectNoPanel(page: Page) {
  await scrollToEnd(page)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => resolve())
        observer.observe(document.body)
      }),
  )
  await expect(locatePanel(page)).toBeHidden()
}

test('a guest signs up at the end of a second article', async ({ page }) => {
  const errors = recordErrors(page)
  const requests = recordRequests(page, /NewsletterForm/)
  await openPage(page, `/${first}`)
  await followLink(page, second)
  expect(requests).toEqual([])
  await scrollToEnd(page)
  await expect(locatePanel(page)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  // The attribute is removed by hydration; without it, the form leads to another page.
  await expect(locatePanel(page).locator('astro-island[ssr]')).toHaveCount(0)
  const email = createEmailAddress()
  await locatePanel(page).getByLabel('Your email address').fill(email)
  await locatePanel(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(locatePanel(page).getByRole('status')).toContainText('Signed up!')
  await expectTracked(page, 'Email Collected from Popup', {
    email,
    referral: false,
    referred_email: '',
  })
  await expectTracked(page, 'Newsletter Subscribed')
  expect(await listLayoutShifts(page)).toEqual([])
  expect(errors).toEqual([])
})

for (const [name, close] of Object.entries({
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'the button': (page: Page) =>
    locatePanel(page).getByRole('button', { name: 'Close' }).press('Enter'),
})) {
  test(`${name} closes it, for 30 days`, async ({ page }) => {
    await openPanel(page)
    await close(page)
    await expect(locatePanel(page)).toBeHidden()
    await followLink(page, first)
    await followLink(page, second)
    await expectNoPanel(page)
  })
}

test('it isn’t on a first page, at a wall or for readers with an account', async ({
  page,
  context,
}) => {
  await openPage(page, `/${first}`)
  await expectNoPanel(page)
  await openPage(page, `/${second}`)
  await expectNoPanel(page)
  await followLink(page, sampleArticles.metered.slug)
  await expectNoPanel(page)
  await signInAsNewReader(context)
  await followLink(page, second)
  await expectNoPanel(page)
})
