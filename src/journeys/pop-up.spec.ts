/** The panel for The Weekly, at the end of a guest's second article. */
import { expect, type Page } from '@playwright/test'
import { newsletter } from '../publication/newsletter.ts'
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
import { forgetReader } from './testing/session-actions.ts'

const first = sampleArticles.scripts.slug
const second = sampleArticles.public.slug

const locatePanel = (page: Page) => page.getByRole('complementary', { name: newsletter.name })

/** Opens an article by a link, so that it isn't the visit's first page. */
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

/** Waits until an observer newer than the page's own has seen the page's end, where the panel would be shown. */
async function expectNoPanel(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const end = document.getElementById('pop-up')!.parentElement!.lastElementChild!
        const observer = new IntersectionObserver((entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting))
            requestAnimationFrame(() => resolve())
        })
        end.scrollIntoView({ block: 'end' })
        observer.observe(end)
      }),
  )
  await expect(locatePanel(page)).toBeHidden()
}

test('a guest is offered The Weekly at the end of a second article, once in 30 days', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  const requests = recordRequests(page, /Newsletter|Toaster|recaptcha/)
  const panel = locatePanel(page)
  await openPage(page, `/${first}`)
  await expectNoPanel(page)
  await openPage(page, `/${second}`)
  await expectNoPanel(page)
  await followLink(page, sampleArticles.metered.slug)
  await expectNoPanel(page)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Close' }).press('Enter'),
  ]) {
    requests.length = 0
    await followLink(page, second)
    expect(requests).toEqual([])
    await scrollToEnd(page)
    await expect(panel).toBeVisible()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await close()
    await expect(panel).toBeHidden()
    await followLink(page, first)
    await followLink(page, second)
    await expectNoPanel(page)
    await forgetReader(page)
    await openPage(page, `/${first}`)
  }

  await followLink(page, second)
  await scrollToEnd(page)
  await expect(panel).toBeVisible()
  const otherTab = await context.newPage()
  await openPage(otherTab, `/${first}`)
  const email = createEmailAddress()
  await panel.getByLabel('Your email address').fill(email)
  // The attribute is removed by hydration; without it, the form leads to another page.
  await expect(panel.locator('astro-island[ssr]')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Sign up' }).click()
  await expect(panel.getByRole('status')).toContainText('Signed up!')
  const payload = { email, referral: false, referred_email: '' }
  await expectTracked(page, 'Email Collected from Popup', payload)
  await expectTracked(page, 'Newsletter Subscribed')
  // No page in this browser offers The Weekly again, whichever form was used.
  for (const tab of [page, otherTab]) {
    const footer = tab.getByRole('contentinfo')
    await expect(footer).toContainText('You’ve signed up.')
    await expect(footer.getByLabel('Your email address')).toBeHidden()
  }
  await page.evaluate(() => localStorage.removeItem('pop-up'))
  await followLink(otherTab, sampleArticles.metered.slug)
  await followLink(otherTab, second)
  await expectNoPanel(otherTab)
  await otherTab.close()
  expect(await listLayoutShifts(page)).toEqual([])
  expect(errors).toEqual([])

  await forgetReader(page)
  await openPage(page, `/${first}`)
  await signInAsNewReader(context)
  await followLink(page, second)
  await expectNoPanel(page)
})
