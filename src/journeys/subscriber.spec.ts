import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { errorsOf, layoutShift, open, samples, signIn } from './readers.ts'

const { slug } = samples.metered

test('a subscriber signs in from the wall and reads on', async ({ page }) => {
  const errors = errorsOf(page)
  await signIn(page, 'subscriber', `/${slug}`)
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.locator('[data-rest]')).toContainText('pencil')
  await expect(page.locator('[data-wall]')).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeHidden()
  expect(errors).toEqual([])
})

test('the rest comes without a shift, and is asked for before the scripts run', async ({
  page,
}) => {
  await signIn(page, 'subscriber')
  await expect(page).toHaveURL('/')
  const requests: { url: string; type: string }[] = []
  page.on('request', (request) =>
    requests.push({ url: new URL(request.url()).pathname, type: request.resourceType() }),
  )
  await open(page, `/${slug}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
  expect(await layoutShift(page)).toBe(0)
  const bodies = requests.filter(({ url }) => url.endsWith('/body'))
  expect(bodies).toHaveLength(1)
  const body = requests.findIndex(({ url }) => url.endsWith('/body'))
  const paywall = requests.findIndex(({ url }) => /Paywall/.test(url))
  expect(body).toBeLessThan(paywall)
})

test('the header is right at the first paint, before any script', async ({ page }) => {
  await signIn(page, 'subscriber')
  await expect(page).toHaveURL('/')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await open(page, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeHidden()
})

test('signing out closes the article again', async ({ page }) => {
  await signIn(page, 'subscriber', '/settings')
  await expect(page.getByText('subscriber@example.com').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await open(page, `/${slug}`)
  await expect(page.locator('[data-wall]').getByRole('link', { name: /Subscribe/ })).toBeVisible()
})

test('a lapsed subscriber is asked to restart, not to subscribe', async ({ page }) => {
  await signIn(page, 'lapsed', `/${slug}`)
  await expect(page).toHaveURL(`/${slug}`)
  const wall = page.locator('[data-wall]')
  await expect(wall.getByRole('link', { name: /Restart/ })).toBeVisible()
  await expect(wall.getByRole('link', { name: /^Subscribe/ })).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Restart' })).toBeVisible()
  await expect(page.locator('[data-rest]')).toHaveCount(0)
})

test('a reader who has paused is led to the settings', async ({ page }) => {
  await signIn(page, 'paused', `/${slug}`)
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.locator('[data-wall]').locator('a[href="/settings"]:visible')).toHaveCount(1)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Reactivate' })).toBeVisible()
})

test('a hint that promises too much ends at the wall, and is corrected', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'reader', value: 'isSubscribed.open', url: baseURL! }])
  await open(page, `/${slug}`)
  await expect(page.locator('[data-wall]').getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeVisible()
})

test('a hint that promises too little is corrected: they may have subscribed elsewhere', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page, 'subscriber')
  await expect(page).toHaveURL('/')
  await context.addCookies([{ name: 'reader', value: 'needsToRestart', url: baseURL! }])
  await open(page, `/${slug}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
})
