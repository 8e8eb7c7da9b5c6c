/** The footer: links, the newsletter for guests, the apps for readers with an account. */
import { expect, type Page } from '@playwright/test'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { newsletterFrequency } from '../domain/newsletter/issue-day.ts'
import { socialLinks } from '../publication/identity.ts'
import { newsletter } from '../publication/newsletter.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import {
  forbidTracking,
  listLayoutShifts,
  openPage,
  recordRequests,
} from './testing/page-actions.ts'
import { test } from './testing/view-test.ts'

const locateFooter = (page: Page) => page.getByRole('contentinfo')

test('the footer has the right parts for guests and for readers', async ({ page, openInState }) => {
  const newsletterText = `${newsletter.name}, ${newsletterFrequency}`
  await test.step('guests can join the newsletter', async () => {
    await openPage(page, '/about')
    for (const name of ['Categories', 'Tags', 'Company', 'Support']) {
      await expect(locateFooter(page).getByRole('heading', { name, exact: true })).toBeVisible()
    }
    for (const { name } of socialLinks) {
      await expect(locateFooter(page).getByRole('link', { name: `on ${name}` })).toBeVisible()
    }
    await expect(locateFooter(page)).toContainText(`© ${new Date().getUTCFullYear()} The Verandah`)
    await expect(locateFooter(page).getByText(newsletterText)).toBeVisible()
    await expect(locateFooter(page).getByRole('link', { name: 'App Store' })).toBeHidden()
    const joinRequest = page.waitForRequest(`**${getEndpointPath('POST /api/join-newsletter')}*`)
    await locateFooter(page).getByLabel('Your email address').fill(createEmailAddress())
    // Waits for the script: without it, the form is sent to another page.
    await expect(locateFooter(page).locator('astro-island[ssr]')).toHaveCount(0)
    await locateFooter(page).getByRole('button', { name: 'Sign up' }).click()
    await expect(locateFooter(page).getByRole('status')).toContainText('Signed up!')
    expect((await joinRequest).url()).toContain('source=footer')
  })
  await test.step('readers get links to the apps', async () => {
    const own = await openInState({ name: 'about', path: '/about', reader: 'registered' })
    await expect(locateFooter(own).getByText(newsletterText)).toBeHidden()
    for (const name of ['App Store', 'Google Play'])
      await expect(locateFooter(own).getByRole('link', { name })).toBeVisible()
  })
  await openPage(page, '/there-is-nothing-here')
  await expect(locateFooter(page)).toHaveCount(0)
})

test('visitors in India are told that we aren’t the book publisher', async ({ browser }) => {
  for (const country of ['XX', 'IN', 'NP']) {
    const headers = { 'MF-CF-Blob': JSON.stringify({ country }) }
    const context = await browser.newContext({ extraHTTPHeaders: headers })
    const page = await context.newPage()
    // Events carry this machine's own country.
    await forbidTracking(page)
    const requests = recordRequests(page, /\/api\/client$/)
    await openPage(page, '/about')
    await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
    expect(requests, country).toEqual([])
    const clientResponse = page.waitForResponse('**/api/client')
    await locateFooter(page).getByText('©').scrollIntoViewIfNeeded()
    await clientResponse
    const disclaimer = locateFooter(page).getByText('not affiliated with the book publisher')
    await expect(disclaimer, country).toBeVisible({ visible: country === 'IN' })
    expect(await listLayoutShifts(page), country).toEqual([])
    const cookies = (await context.cookies()).filter(({ name }) => name === 'country')
    expect(cookies, country).toHaveLength(country === 'XX' ? 0 : 1)
    await context.close()
  }
})

test('visitors in India are told that we aren’t the book publisher on their first page, without a call once the country is known', async ({
  page,
  context,
  baseURL,
}) => {
  await forbidTracking(page)
  const requests = recordRequests(page, /\/api\/client$/)
  await openPage(page, '/about')
  await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
  await context.addCookies([{ name: 'country', value: 'IN', url: baseURL! }])
  await locateFooter(page).getByText('©').scrollIntoViewIfNeeded()
  await expect(locateFooter(page).getByText('not affiliated with the book')).toBeVisible()
  expect(requests).toEqual([])
})
