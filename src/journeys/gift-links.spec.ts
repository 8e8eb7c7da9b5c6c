import { type BrowserContext, expect, type Page } from '@playwright/test'
import { describeLeft } from '../features/gift-link/gift-link-text.ts'
import { givenArticlesPerMonth } from '../publication/offer.ts'
import { createAccount, signInWithIdToken } from './testing/journey-accounts.ts'
import { signInAsNilmini } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  disableWebShare,
  listLayoutShifts,
  locateBody,
  locateMain,
  locateWall,
  openPage,
  recordErrors,
  recordRequests,
  sampleArticles,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'

const { slug } = sampleArticles.members
const otherSlug = sampleArticles.metered.slug

const locateGive = (page: Page) => page.getByRole('button', { name: 'Give', exact: true }).first()
const locateMenu = (page: Page) => page.getByRole('region', { name: 'Give this story' })
const locateLine = (page: Page) => page.getByText('gave you this story')

/** Creates a link through the API, and returns its address. */
async function createLink(context: BrowserContext, story = slug): Promise<string> {
  const { origin } = new URL((await context.request.get('/')).url())
  const headers = { Origin: origin }
  const answer = await context.request.post('/api/gift-links', { data: { slug: story }, headers })
  const { given } = (await answer.json()) as { given: { code: string }[] }
  return `/g/${given[0]!.code}`
}

test('a subscriber gives a story by keyboard, and a guest reads all of it', async ({
  page,
  context,
  otherDevice,
}) => {
  await disableWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsNilmini(context)
  const errors = recordErrors(page)
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()

  const requests = recordRequests(page, /gift-links/)
  await locateGive(page).focus()
  await page.keyboard.press('Enter')
  const menu = locateMenu(page)
  await expect(menu.getByText(describeLeft(givenArticlesPerMonth))).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('button', { name: 'Create gift link' })).toBeFocused()
  await page.keyboard.press('Enter')
  const promise = menu.getByText(/^Anyone with this link can read the story until \d+ \w+\.$/)
  await expect(promise).toBeFocused()
  await expect(menu.getByText(describeLeft(givenArticlesPerMonth - 1))).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('status')).toHaveText('Link copied.')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toMatch(/^\/g\/[a-z0-9]{20}$/)
  const email = await menu.getByRole('link', { name: 'Email' }).getAttribute('href')
  expect(decodeURIComponent(email!)).toContain(link)
  await page.keyboard.press('Escape')
  await expect(locateGive(page)).toBeFocused()
  await expectTracked(page, 'Article Shared', { slug, channel: 'link', isGift: true })

  // Giving the story again, even after a reload, shows the same link without a question.
  await page.reload()
  await locateGive(page).click()
  await expect(locateMenu(page).getByText(new URL(link).pathname)).toBeVisible()
  expect(requests.filter((request) => /POST|api/.test(request)).length).toBeLessThanOrEqual(3)

  const guest = await otherDevice.newPage()
  const guestErrors = recordErrors(guest)
  const seen = recordRequests(guest, /./)
  await openPage(guest, link)
  await expect(guest).toHaveURL(`/${slug}?utm_source=gift`)
  await expect(locateLine(guest)).toHaveText('Nilmini gave you this story')
  await expect(locateBody(guest)).toBeVisible()
  await expect(locateWall(guest)).toBeHidden()
  expect(await listLayoutShifts(guest)).toEqual([])
  expect(await guest.evaluate(() => document.referrer)).not.toContain('/g/')
  expect(seen.filter((request) => request.includes('/g/')).length).toBeLessThanOrEqual(1)
  const offer = guest.getByRole('complementary', { name: /^Subscribe to/ })
  await expect(offer.getByRole('link', { name: 'See the plans' })).toHaveAttribute(
    'href',
    '/subscribe?source=gift-link',
  )
  await expect(locateGive(guest)).toBeHidden()
  // The link still opens the story later, and no other story.
  await guest.reload()
  await expect(locateBody(guest)).toBeVisible()
  await openPage(guest, `/${otherSlug}`)
  await expect(locateLine(guest)).toBeHidden()
  await expect(locateBody(guest)).toHaveCount(0)
  expect([errors, guestErrors]).toEqual([[], []])
})

test('a given story opens for those who have the link, until the link is turned off', async ({
  page,
  context,
  otherDevice,
}) => {
  await signInAsNilmini(context)
  const link = await createLink(context)
  const recipient = await otherDevice.newPage()
  const requests = recordRequests(recipient, /gift-links|GiveArticle/)
  await openPage(recipient, `/${slug}?utm_source=test`)
  await expect(locateGive(recipient)).toBeHidden()
  await signInWithIdToken(otherDevice, await createAccount())
  await openPage(recipient, `/${slug}`)
  await expect(locateWall(recipient)).toBeVisible()
  await expect(locateGive(recipient)).toBeHidden()
  expect(requests).toEqual([])
  await openPage(recipient, link)
  await expect(locateBody(recipient)).toBeVisible()
  await expect(locateLine(recipient)).toBeVisible()
  await expect(locateWall(recipient)).toBeHidden()
  await expect(locateGive(recipient)).toBeHidden()
  // The giver sees their own story as usual.
  await openPage(page, link)
  await expect(locateBody(page)).toBeVisible()
  await expect(locateLine(page)).toBeHidden()

  // Without the cookie, this device is in the same state as an hour after the link was turned off.
  await otherDevice.clearCookies({ name: `__Host-given-${slug}` })
  await recipient.reload()
  await expect(locateWall(recipient)).toBeVisible()
  await expect(recipient.getByText('This gift link no longer works.')).toBeVisible()
  await expect(locateLine(recipient)).toBeHidden()
  await expect(recipient.getByRole('complementary', { name: /^Subscribe to/ })).toBeHidden()

  await openPage(page, '/gifts')
  const section = locateMain(page).getByRole('region', { name: 'Stories' })
  await expect(section.getByText(describeLeft(givenArticlesPerMonth - 1))).toBeVisible()
  const story = section.getByRole('article')
  await expect(story).toHaveCount(1)
  await story.getByRole('button', { name: 'Turn off link' }).click()
  await expect(story.getByRole('status')).toHaveText('Link turned off. Nobody new can open it.')
  await expect(story.getByText('You turned the link off.')).toBeVisible()
  await expect(story.getByRole('button')).toHaveCount(0)
  await expect(story.getByRole('status')).toBeFocused()
  await openPage(recipient, link)
  await expect(recipient).toHaveURL(`/${slug}`)
  await expect(recipient.getByText('This gift link no longer works.')).toBeVisible()
  await expect(locateWall(recipient)).toBeVisible()
})

test('a reader can’t give a public story, and is told if a gift fails', async ({
  page,
  context,
}) => {
  await signInAsNilmini(context)
  await openPage(page, `/${sampleArticles.public.slug}`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect(page.getByRole('region', { name: 'Share this story' })).toBeVisible()
  await expect(locateGive(page)).toHaveCount(0)

  const failure = { error: { code: 'unavailable', message: 'We can’t get your gift links.' } }
  await page.route('**/api/gift-links', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: failure })
      : route.fallback(),
  )
  await openPage(page, `/${otherSlug}`)
  await locateGive(page).click()
  const menu = locateMenu(page)
  await menu.getByRole('button', { name: 'Create gift link' }).click()
  await expect(menu.getByRole('alert').filter({ hasText: failure.error.message })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Create gift link' })).toBeEnabled()
})
