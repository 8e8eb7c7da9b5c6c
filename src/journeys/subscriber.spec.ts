import { expect } from '@playwright/test'
import { openPageAs, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateBody,
  locateWall,
  openPage,
  recordErrors,
  recordRequests,
  sampleAccount,
  sampleArticles,
  signIn,
} from './testing/page-actions.ts'

test.use({ hasImages: true })

const { slug } = sampleArticles.metered

test('a subscriber logs in at the wall and reads on', async ({ page }) => {
  const errors = recordErrors(page)
  await signIn(page, 'subscriber', `/${slug}`)
  await expect(page).toHaveURL(`/${slug}`)
  await expect(locateBody(page)).toContainText('pencil')
  await expect(locateWall(page)).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeHidden()
  expect(errors).toEqual([])
})

test('the closed part is requested before scripts run, without a layout shift', async ({
  page,
  context,
}) => {
  await signInWithIdToken(context, sampleAccount('subscriber'))
  const requests = recordRequests(page, /\/body$|Paywall/)
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()
  expect(await listLayoutShifts(page)).toEqual([])
  expect(requests.filter((request) => request.endsWith('/body'))).toHaveLength(1)
  expect(requests.findIndex((request) => request.endsWith('/body'))).toBe(0)
  expect(requests.some((request) => /Paywall/.test(request))).toBe(true)
})

test('the header is right at the first paint', async ({ page, context }) => {
  await signInWithIdToken(context, sampleAccount('subscriber'))
  await page.route('**/_astro/*.js', (route) => route.abort())
  await openPage(page, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeHidden()
})

test('logging out locks the article again', async ({ page }) => {
  await signIn(page, 'subscriber', '/settings')
  await expect(page.getByText('subscriber@example.com').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  // On the front page, or here if the button was pressed before its script had loaded.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await openPage(page, `/${slug}`)
  await expect(locateWall(page).getByRole('link', { name: /Subscribe/ })).toBeVisible()
})

test('a lapsed subscriber is asked to restart, not to subscribe', async ({ page }) => {
  await openPageAs(page, 'lapsed', `/${slug}`)
  const wall = locateWall(page)
  await expect(wall.getByRole('link', { name: /Restart/ })).toBeVisible()
  await expect(wall.getByRole('link', { name: /^Subscribe/ })).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Restart' })).toBeVisible()
  await expect(locateBody(page)).toHaveCount(0)
})

test('a reader with a paused subscription gets a link to the settings', async ({ page }) => {
  await openPageAs(page, 'paused', `/${slug}`)
  await expect(locateWall(page).locator('a[href="/settings"]:visible')).toHaveCount(1)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Reactivate' })).toBeVisible()
})

test('a false hint of access ends at the wall, and is corrected', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'reader', value: 'isSubscribed.open', url: baseURL! }])
  await openPage(page, `/${slug}`)
  await expect(locateWall(page).getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeVisible()
})

test('a false hint of no access is corrected', async ({ page, context, baseURL }) => {
  await signInWithIdToken(context, sampleAccount('subscriber'))
  await context.addCookies([{ name: 'reader', value: 'needsToRestart', url: baseURL! }])
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
})
