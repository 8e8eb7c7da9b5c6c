/** The views of the pages that The Weekly's links open. The Worker shows them for signed links only. */
import type { Page } from '@playwright/test'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import type { LinkPreferences } from '../../contracts/endpoints/newsletter-endpoints.ts'
import { newsletter } from '../../publication/newsletter.ts'
import { createEmailAddress } from './journey-accounts.ts'
import { createNewsletterLink } from './newsletter-links.ts'
import type { PageView } from './open-view.ts'
import { locateMain } from './page-actions.ts'

const path = '/newsletter/unsubscribe/incomplete'

const openLink =
  (...link: Parameters<typeof createNewsletterLink>) =>
  async (page: Page) =>
    page.goto(await createNewsletterLink(...link), { waitUntil: 'load' })

const pressButton = (page: Page) => locateMain(page).getByRole('button').click()

async function confirm(page: Page) {
  const email = createEmailAddress()
  const headers = { Origin: new URL(page.url()).origin }
  const join = getEndpointPath('POST /api/join-newsletter')
  await page.request.post(join, { form: { email }, headers, maxRedirects: 0 })
  await openLink('confirm', email)(page)
  await pressButton(page)
  await locateMain(page).getByRole('link', { name: 'Read the latest stories' }).waitFor()
}

async function unsubscribe(page: Page) {
  await openLink('unsubscribe', email)(page)
  await pressButton(page)
  await locateMain(page)
    .getByRole('link', { name: `Sign up for ${newsletter.name}` })
    .waitFor()
}

const email = 'weekly-reader@example.com'
const expiredAt = new Date('2026-01-01')

const showPreferences = (name: string, preferences: LinkPreferences): PageView => ({
  name: `newsletter-preferences-${name}`,
  path,
  answers: { 'GET /api/newsletter/:key': preferences },
  prepare: async (page) => {
    await openLink('preferences', email)(page)
    await locateMain(page).getByRole('button').first().waitFor()
  },
})

export const newsletterLinkViews: readonly PageView[] = [
  { name: 'newsletter-link-ended', path },
  { name: 'newsletter-link-confirm', path, prepare: openLink('confirm', email) },
  { name: 'newsletter-link-confirmed', path, prepare: confirm },
  { name: 'newsletter-link-expired', path, prepare: openLink('confirm', email, expiredAt) },
  { name: 'newsletter-link-unsubscribe', path, prepare: openLink('unsubscribe', email) },
  { name: 'newsletter-link-unsubscribed', path, prepare: unsubscribe },
  showPreferences('on', { state: 'on', pausedUntil: null }),
  showPreferences('paused', { state: 'on', pausedUntil: '2026-12-24T09:00:00.000Z' }),
  showPreferences('bouncing', { state: 'bouncing', pausedUntil: null }),
]
