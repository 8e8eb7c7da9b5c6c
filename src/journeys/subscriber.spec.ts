/** Tests a subscriber's session, and what a page shows before the session is known. */
import { expect, type Page } from '@playwright/test'
import { signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  clearCookies,
  listLayoutShifts,
  locateBody,
  locateWall,
  openPage,
  pathWithoutScripts,
  recordErrors,
  recordRequests,
  sampleAccount,
  sampleArticles,
  signIn,
  waitForScript,
} from './testing/page-actions.ts'
import {
  expectCounted,
  expectEvents,
  expectTracked,
  flushEvents,
  listEvents,
  readAnonymousId,
} from './testing/received-events.ts'

const { slug } = sampleArticles.metered
const locateBanner = (page: Page) => page.getByRole('banner')

test('a subscriber logs in at the wall, reads on, and is identified until they log out', async ({
  page,
}) => {
  const errors = recordErrors(page)
  await signIn(page, 'subscriber', `/${slug}`)
  await expect(page).toHaveURL(`/${slug}`)
  await expect(locateBody(page)).toContainText('pencil')
  await expect(locateWall(page)).toBeHidden()
  await expect(locateBanner(page).getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(locateBanner(page).getByRole('link', { name: 'Log in' })).toBeHidden()
  await expectCounted(page, new RegExp(slug))
  await flushEvents(page)
  const id = await readAnonymousId(page)
  const eventsBefore = ['Signed In', 'identify', 'page article', 'Article Viewed']
  await expectEvents(id, eventsBefore)
  await expectTracked(page, 'Signed In', { method: 'password' })
  expect(errors).toEqual([])

  const script = page.waitForResponse(/signed-in-script/)
  await openPage(page, '/settings')
  await waitForScript(page, script)
  await expect(page.getByText('subscriber@example.com').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(locateBanner(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  const eventsAfter = ['page settings', 'Own profile visited', 'identify', 'Signed Out']
  const events = await expectEvents(id, [...eventsBefore, ...eventsAfter])
  for (const event of events) expect(event.userId).toBe('sample-subscriber')
  const firebase_id = 'sample-subscriber'
  const traits = { firebase_id, email: 'subscriber@example.com' }
  expect(events.findLast(({ type }) => type === 'identify')).toMatchObject({ traits })

  await openPage(page, `/${slug}`)
  await expect(locateWall(page).getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await flushEvents(page)
  await expect.poll(() => readAnonymousId(page)).toBeDefined()
  const guestId = await readAnonymousId(page)
  expect(guestId).not.toBe(id)
  await expect.poll(() => listEvents(guestId)).not.toEqual([])
  for (const event of await listEvents(guestId)) expect(event).not.toHaveProperty('userId')
})

/** Opens a page as this reader would in a new browser. */
async function openPageAnew(page: Page, path: string, reader?: string, hint?: string) {
  await clearCookies(page)
  await page.evaluate(() => localStorage.clear())
  if (reader) await signInWithIdToken(page.context(), sampleAccount(reader))
  const { origin } = new URL((await page.request.get(pathWithoutScripts)).url())
  if (hint) await page.context().addCookies([{ name: 'reader', value: hint, url: origin }])
  await openPage(page, path)
}

test('the page shows each reader’s status at once, and corrects a false hint', async ({ page }) => {
  const banner = locateBanner(page)
  const wall = locateWall(page)
  const requests = recordRequests(page, /\/body$|reader-story|\/client\./)
  await openPageAnew(page, `/${slug}`, 'subscriber')
  await expect(locateBody(page)).toBeVisible()
  expect(await listLayoutShifts(page)).toEqual([])
  // The closed part is requested before scripts run, once, and shown without React.
  await expect.poll(() => requests.length).toBe(2)
  expect(requests).toEqual([
    expect.stringMatching(/\/body$/),
    expect.stringMatching(/reader-story/),
  ])

  await page.route('**/_astro/*.js', (route) => route.abort())
  await openPage(page, '/')
  await expect(banner.getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Subscribe' })).toBeHidden()
  await page.unroute('**/_astro/*.js')

  await openPageAnew(page, `/${slug}`, 'subscriber', 'needsToRestart')
  await expect(locateBody(page)).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Shop' })).toBeVisible()

  await openPageAnew(page, `/${slug}`, undefined, 'isSubscribed.open')
  await expect(wall.getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Subscribe' })).toBeVisible()

  await openPageAnew(page, `/${slug}`, 'lapsed')
  await expect(wall.getByRole('link', { name: /Restart/ })).toBeVisible()
  await expect(wall.getByRole('link', { name: /^Subscribe/ })).toBeHidden()
  await expect(banner.getByRole('link', { name: 'Restart' })).toBeVisible()
  await expect(locateBody(page)).toHaveCount(0)

  await openPageAnew(page, `/${slug}`, 'paused')
  await expect(wall.locator('a[href="/settings"]:visible')).toHaveCount(1)
  await expect(banner.getByRole('link', { name: 'Reactivate' })).toBeVisible()
})
