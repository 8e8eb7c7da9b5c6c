/** The views of The Weekly: its form, the pages that its links open, and its issues. */
import type { Page } from '@playwright/test'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import { newsletterLinkViews } from './newsletter-link-views.ts'
import type { PageView } from './open-view.ts'
import { locateMain } from './page-actions.ts'

const submitNewsletterForm = async (page: Page) => {
  await locateMain(page).getByLabel('Your email address').fill('weekly-reader@example.com')
  // Waits for the script: without it, the form is sent to another page.
  await locateMain(page).locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
  await locateMain(page).getByRole('button', { name: 'Sign up' }).click()
}
const submitAndStayPending = async (page: Page) => {
  // This request is never answered.
  await page.route(`**${getEndpointPath('POST /api/join-newsletter')}*`, () => {})
  await submitNewsletterForm(page)
  await locateMain(page).getByRole('button', { name: 'Signing up' }).waitFor()
}
const submitAndJoin = async (page: Page) => {
  await submitNewsletterForm(page)
  await locateMain(page).getByRole('status').filter({ hasText: 'Signed up!' }).waitFor()
}
const submitAndFail = async (page: Page) => {
  await page.route(`**${getEndpointPath('POST /api/join-newsletter')}*`, (route) => route.abort())
  await submitNewsletterForm(page)
  await page.locator('[data-rht-toaster]').getByRole('alert').waitFor()
}

export const newsletterViews: readonly PageView[] = [
  { name: 'newsletter', path: '/newsletter' },
  { name: 'newsletter-joining', path: '/newsletter', prepare: submitAndStayPending },
  { name: 'newsletter-joined', path: '/newsletter', prepare: submitAndJoin },
  { name: 'newsletter-not-joined', path: '/newsletter', prepare: submitAndFail },
  { name: 'newsletter-subscriber', path: '/newsletter', reader: 'subscriber' },
  ...newsletterLinkViews,
  { name: 'issue', path: '/newsletter/2026-11-22' },
  {
    name: 'issue-subscriber',
    path: '/newsletter/2026-11-22',
    reader: 'subscriber',
    prepare: (page) => page.locator('[data-article-body]').waitFor(),
  },
  { name: 'issue-open', path: '/newsletter/2026-11-08' },
]
