import { expect } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import { openPage, requestLink } from './testing/page-actions.ts'

const signInService = '**/identitytoolkit.googleapis.com/**'

for (const address of ['registered@example.com', 'nobody-at-all@example.com']) {
  test(`a password reset for ${address} shows the same message`, async ({ page }) => {
    await openPage(page, '/forgot')
    const authResponse = page.waitForResponse(signInService)
    await requestLink(page, address)
    const request = (await authResponse).request()
    expect(request.postDataJSON()).toMatchObject({ requestType: 'PASSWORD_RESET', email: address })
    await expect(page.getByRole('status')).toHaveText(
      /^If there’s an account with this email, we’ve sent it a link/,
    )
    await expect(page.getByRole('status')).toBeFocused()
  })
}

test('a failed password reset shows an error, and keeps the address', async ({ page }) => {
  await page.route(signInService, (route) => route.abort())
  await openPage(page, '/forgot')
  await requestLink(page, 'registered@example.com')
  await expect(page.getByRole('alert')).toContainText('can’t send emails right now')
  await expect(page.getByLabel('Email')).toHaveValue('registered@example.com')
  await page.unroute(signInService)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status')).toContainText('we’ve sent it a link')
})

test('the pages about logging in keep the return address', async ({ page }) => {
  async function followLink(name: string) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', /return=%2Fabout$/)
    await link.click()
  }
  await openPage(page, '/magic?return=%2Fabout')
  await followLink('Set a new one')
  await expect(page).toHaveURL('/forgot?return=%2Fabout')
  await followLink('Log in')
  await expect(page).toHaveURL('/login?return=%2Fabout')
  await followLink('Log in by email')
  await expect(page).toHaveURL('/magic?return=%2Fabout')
  await followLink('Log in with it')
  await followLink('Create one')
  await expect(page).toHaveURL('/login/new?return=%2Fabout')
  await followLink('Log in')
  await expect(page).toHaveURL('/login?return=%2Fabout')
})
