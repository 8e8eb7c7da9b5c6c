/** The footer: links, the newsletter for guests, the apps for readers with an account. */
import { expect, type Page } from '@playwright/test'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  listLayoutShifts,
  openPage,
  recordRequests,
  signIn,
} from './testing/page-actions.ts'

const locateFooter = (page: Page) => page.getByRole('contentinfo')

test('the footer has the four groups, social links and this year', async ({ page }) => {
  await openPage(page, '/about')
  for (const name of ['Categories', 'Tags', 'Company', 'Support']) {
    await expect(locateFooter(page).getByRole('heading', { name, exact: true })).toBeVisible()
  }
  for (const network of ['Instagram', 'Facebook', 'Twitter', 'LinkedIn', 'YouTube']) {
    await expect(locateFooter(page).getByRole('link', { name: `on ${network}` })).toBeVisible()
  }
  await expect(locateFooter(page)).toContainText(`© ${new Date().getUTCFullYear()} The Verandah`)
})

test('guests can join the newsletter, readers get links to the apps', async ({ page }) => {
  const newsletterText = locateFooter(page).getByText('The Weekly, every Sunday')
  const app = locateFooter(page).getByRole('link', { name: 'App Store' })
  await openPage(page, '/about')
  await expect(newsletterText).toBeVisible()
  await expect(app).toBeHidden()
  const joinRequest = page.waitForRequest(`**${getEndpointPath('POST /api/join-newsletter')}*`)
  await locateFooter(page).getByLabel('Your email address').fill(createEmailAddress())
  // Waits for the script: without it, the form is sent to another page.
  await expect(locateFooter(page).locator('astro-island[ssr]')).toHaveCount(0)
  await locateFooter(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(locateFooter(page).getByRole('status')).toContainText('Signed up!')
  expect((await joinRequest).url()).toContain('source=footer')
  await signIn(page, 'registered', '/about')
  await expect(page).toHaveURL('/about')
  await expect(newsletterText).toBeHidden()
  await expect(app).toBeVisible()
  await expect(locateFooter(page).getByRole('link', { name: 'Google Play' })).toBeVisible()
})

for (const [country, isShown] of [
  [null, false],
  ['IN', true],
  ['NP', false],
] as const) {
  const expectation = isShown ? 'are told' : 'are not told'
  test(`visitors in ${country ?? 'an unknown country'} ${expectation} about a book publisher`, async ({
    page,
    context,
  }) => {
    const headers = { 'MF-CF-Blob': JSON.stringify({ country: country ?? 'XX' }) }
    await page.setExtraHTTPHeaders(headers)
    // Events carry this machine's own country.
    await forbidTracking(page)
    const requests = recordRequests(page, /\/api\/client$/)
    await openPage(page, '/about')
    await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
    expect(requests).toEqual([])
    const clientResponse = page.waitForResponse('**/api/client')
    await locateFooter(page).getByText('©').scrollIntoViewIfNeeded()
    await clientResponse
    const disclaimer = locateFooter(page).getByText('not affiliated with the book publisher')
    await expect(disclaimer).toBeVisible({ visible: isShown })
    expect(await listLayoutShifts(page)).toEqual([])
    expect((await context.cookies()).filter(({ name }) => name === 'country')).toHaveLength(
      country === null ? 0 : 1,
    )
  })
}

test('a missing page has no footer', async ({ page }) => {
  await openPage(page, '/there-is-nothing-here')
  await expect(locateFooter(page)).toHaveCount(0)
})
