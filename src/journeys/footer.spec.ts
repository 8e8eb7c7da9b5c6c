/** The footer: the ways on, the newsletter for guests, the apps for readers with an account. */
import { expect, type Page } from '@playwright/test'
import { endpoints } from '../contracts/endpoints.ts'
import { newAddress } from './accounts.ts'
import { test } from './journey.ts'
import { layoutShift, open, signIn, withoutPictures } from './readers.ts'

const footer = (page: Page) => page.getByRole('contentinfo')

test.beforeEach(({ page }) => withoutPictures(page))

test('the footer has the four groups, social links and this year', async ({ page }) => {
  await open(page, '/about')
  for (const name of ['Categories', 'Tags', 'Company', 'Support']) {
    await expect(footer(page).getByRole('heading', { name, exact: true })).toBeVisible()
  }
  for (const network of ['Instagram', 'Facebook', 'Twitter', 'LinkedIn', 'YouTube']) {
    await expect(footer(page).getByRole('link', { name: `on ${network}` })).toBeVisible()
  }
  await expect(footer(page)).toContainText(`© ${new Date().getUTCFullYear()} The Verandah`)
})

test('guests join the newsletter in it, members are offered the apps', async ({ page }) => {
  const letter = footer(page).getByText('The Weekly, every Sunday')
  const app = footer(page).getByRole('link', { name: 'App Store' })
  await open(page, '/about')
  await expect(letter).toBeVisible()
  await expect(app).toBeHidden()
  const joining = page.waitForRequest(`**${endpoints.joinNewsletter}*`)
  await footer(page).getByLabel('Your e-mail address').fill(newAddress())
  // What was typed counts, whether the script has come meanwhile or not.
  await expect(footer(page).locator('astro-island[ssr]')).toHaveCount(0)
  await footer(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(footer(page).getByRole('status')).toHaveText('Signed up!')
  expect((await joining).url()).toContain('source=footer')
  await signIn(page, 'registered', '/about')
  await expect(page).toHaveURL('/about')
  await expect(letter).toBeHidden()
  await expect(app).toBeVisible()
  await expect(footer(page).getByRole('link', { name: 'Google Play' })).toBeVisible()
})

for (const [country, isShown] of [
  [null, false],
  ['IN', true],
  ['NP', false],
] as const) {
  const sees = isShown ? 'are told' : 'are not told'
  test(`visitors in ${country ?? 'nobody knows where'} ${sees} that a book publisher is somebody else`, async ({
    page,
    context,
  }) => {
    const headers = { 'MF-CF-Blob': JSON.stringify({ country: country ?? 'XX' }) }
    await page.setExtraHTTPHeaders(headers)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/client')) asked++
    })
    await open(page, '/about')
    await expect(page.locator('html')).toHaveAttribute('data-reader', 'guest')
    expect(asked).toBe(0)
    const answered = page.waitForResponse('**/api/client')
    await footer(page).getByText('©').scrollIntoViewIfNeeded()
    await answered
    const note = footer(page).getByText('not affiliated with the book publisher')
    await expect(note).toBeVisible({ visible: isShown })
    expect(await layoutShift(page)).toBe(0)
    expect((await context.cookies()).filter(({ name }) => name === 'country')).toHaveLength(
      country === null ? 0 : 1,
    )
  })
}

test('no footer stands on the page of an address at which there is nothing', async ({ page }) => {
  await open(page, '/there-is-nothing-here')
  await expect(footer(page)).toHaveCount(0)
})
