import { expect, test } from '@playwright/test'
import { signIn } from './readers.ts'

test('a wrong password gets a clear message, and nothing typed is lost', async ({ page }) => {
  await signIn(page, 'subscriber', '/', 'not the password')
  await expect(page.getByRole('alert')).toContainText('do not go together')
  await expect(page.getByLabel('E-mail')).toHaveValue('subscriber@example.com')
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await expect(page).toHaveURL(/\/login/)
})

test('an unknown address gets the same words as a wrong password', async ({ page }) => {
  await signIn(page, 'nobody-at-all')
  await expect(page.getByRole('alert')).toContainText('do not go together')
})

test('a press twice signs in once', async ({ page }) => {
  const sessions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/session')) {
      sessions.push(request.url())
    }
  })
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('subscriber@example.com')
  await page.getByLabel('Password').fill('verandah-sample')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).dblclick()
  await expect(page).toHaveURL('/')
  expect(sessions).toHaveLength(1)
})

test('no other site is a place to return to', async ({ page, baseURL }) => {
  await signIn(page, 'subscriber', 'https://evil.example/')
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('being offline says so', async ({ page, context }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('subscriber@example.com')
  await page.getByLabel('Password').fill('verandah-sample')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('offline')
})

test('Firebase loads when somebody signs in, and on no other occasion', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/_astro/')) scripts.push(await response.text().catch(() => ''))
  })
  for (const path of ['/', '/latest', '/fathers-in-pencil', '/settings']) await page.goto(path)
  expect(scripts.some((script) => script.includes('identitytoolkit'))).toBe(false)
})
