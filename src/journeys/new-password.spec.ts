import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { open, withoutPictures } from './readers.ts'

const signInService = '**/identitytoolkit.googleapis.com/**'

for (const [who, address] of [
  ['a reader', 'registered@example.com'],
  ['nobody', 'nobody-at-all@example.com'],
] as const) {
  test(`asking for a new password gets ${who} the same words`, async ({ page }) => {
    await open(page, '/forgot')
    await page.getByLabel('E-mail').fill(address)
    const asked = page.waitForResponse(signInService)
    await page.getByRole('button', { name: 'Send me the letter' }).click()
    const request = (await asked).request()
    expect(request.postDataJSON()).toMatchObject({ requestType: 'PASSWORD_RESET', email: address })
    await expect(page.getByRole('status')).toHaveText(
      /^If there is an account with this address, a letter is on its way/,
    )
    await expect(page.getByRole('status')).toBeFocused()
  })
}

test('a letter that cannot be asked for says so, and keeps the address', async ({ page }) => {
  await page.route(signInService, (route) => route.abort())
  await open(page, '/forgot')
  await page.getByLabel('E-mail').fill('registered@example.com')
  await page.getByRole('button', { name: 'Send me the letter' }).click()
  await expect(page.getByRole('alert')).toContainText('cannot send anything right now')
  await expect(page.getByLabel('E-mail')).toHaveValue('registered@example.com')
  await page.unroute(signInService)
  await page.getByRole('button', { name: 'Send me the letter' }).click()
  await expect(page.getByRole('status')).toContainText('on its way')
})

test('the pages about logging in lead to each other, and none forgets where a reader was going', async ({
  page,
}) => {
  await withoutPictures(page)
  async function go(name: string) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', /return=%2Fabout$/)
    await link.click()
  }
  await open(page, '/magic?return=%2Fabout')
  await go('Set a new one')
  await expect(page).toHaveURL('/forgot?return=%2Fabout')
  await go('Log in')
  await expect(page).toHaveURL('/login?return=%2Fabout')
  await go('Log in by e-mail')
  await expect(page).toHaveURL('/magic?return=%2Fabout')
  await go('Log in with it')
  await go('Make one')
  await expect(page).toHaveURL('/login/new?return=%2Fabout')
  await go('Log in')
  await expect(page).toHaveURL('/login?return=%2Fabout')
})
