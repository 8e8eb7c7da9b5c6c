/** The links in The Weekly and in emails about it: confirming, unsubscribing, preferences. */
import { expect, type Page } from '@playwright/test'
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { createNewsletterLink } from './testing/newsletter-links.ts'
import { locateHeading, locateMain, openPage } from './testing/page-actions.ts'
import { findInEmail } from './testing/received-emails.ts'

const press = (page: Page, name: string) => locateMain(page).getByRole('button', { name }).click()

async function signUpAndConfirm(page: Page): Promise<string> {
  const email = createEmailAddress()
  await openPage(page, '/newsletter')
  // As the form does without JavaScript.
  const joined = await page.request.post(getEndpointPath('POST /api/join-newsletter'), {
    form: { email },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  })
  expect(joined.status()).toBe(303)
  await page.goto(await findInEmail(email, /http\S+\/newsletter\/confirm\/\S+/))
  await expect(locateHeading(page)).toHaveText('Confirm your sign-up')
  await press(page, 'Confirm this address')
  await expect(locateHeading(page)).toHaveText('You’re on the list')
  return email
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest confirms by email, and unsubscribes by a link in an issue', async ({ page }) => {
    const email = await signUpAndConfirm(page)
    await page.goto(await createNewsletterLink('unsubscribe', email))
    await expect(locateHeading(page)).toHaveText('Unsubscribe from The Weekly?')
    await press(page, 'Unsubscribe')
    await expect(locateHeading(page)).toHaveText('You’ve unsubscribed')
  })
})

test('a guest pauses, unsubscribes and asks for it again, without logging in', async ({ page }) => {
  const email = await signUpAndConfirm(page)
  await page.goto(await createNewsletterLink('preferences', email))
  const status = locateMain(page).getByRole('status')
  await expect(status).toHaveText('You get every issue.')
  await press(page, 'Pause for a month')
  await expect(status).toHaveText(/^Paused until \d+ \w+ \d{4}\. It resumes automatically\.$/)
  await expect(status).toBeFocused()
  await press(page, 'Resume The Weekly')
  await expect(status).toHaveText('You get every issue.')
  await press(page, 'Unsubscribe')
  await expect(status).toHaveText('You don’t get The Weekly.')
  await press(page, 'Sign up again')
  await expect(status).toHaveText(/^We’ve emailed you a link/)
})

test('a link that is incomplete says what to do', async ({ page }) => {
  const link = await createNewsletterLink('preferences', createEmailAddress())
  const response = await page.goto(link.slice(0, -20))
  expect(response!.status()).toBe(404)
  await expect(locateHeading(page)).toHaveText('This link doesn’t work')
  await expect(locateMain(page).getByRole('link', { name: 'Sign up for The Weekly' })).toBeVisible()
})
