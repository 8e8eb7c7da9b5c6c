/** Every event about accounts and The Weekly, and the identify call, found at the receiver. */
import { expect, type Page } from '@playwright/test'
import { createTestName } from '../../scripts/dev/stack/emulator-accounts.ts'
import { accountEvents } from '../contracts/analytics/account-events.ts'
import { newsletterEvents } from '../contracts/analytics/newsletter-events.ts'
import { createEventTests, expectReceived } from './testing/event-tests.ts'
import {
  createEmailAddress,
  createReturningAccount,
  logInAs,
  signInAsNewReader,
} from './testing/journey-accounts.ts'
import { signInAsSubscriber } from './testing/journey-subscribers.ts'
import {
  locateBody,
  locateMain,
  locateWall,
  openPage,
  sampleArticles,
  waitForScript,
} from './testing/page-actions.ts'
import { listEvents, readAnonymousId } from './testing/received-events.ts'
import { scrollToWall } from './testing/wall-views.ts'

const { slug } = sampleArticles.public
const [metered, second, third] = [
  sampleArticles.metered.slug,
  'a-shelf-of-left-legs',
  'fifteen-taka-an-egg',
]
const { testEvents, testOwn } = createEventTests({ ...accountEvents, ...newsletterEvents })

testEvents(['Signed In', 'Own profile visited', 'Account Updated'], async ({ page, context }) => {
  await logInAs(page, await createReturningAccount(context))
  await page.waitForURL('/')
  await openPage(page, '/settings')
  const name = locateMain(page).locator('details').filter({ hasText: /^Name/ })
  await name.locator('summary').click()
  await name.getByLabel('First name').fill('Mīrā')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.locator('summary')).toContainText('Mīrā')
  return {
    'Signed In': { method: 'password' },
    'Own profile visited': {},
    'Account Updated': { field: 'name' },
  }
})

testEvents(['Other profile visited'], async ({ page, context, otherDevice }) => {
  await signInAsNewReader(otherDevice)
  const handle = createTestName().toLowerCase().slice(0, 30)
  const { origin } = new URL((await otherDevice.request.get('/')).url())
  const saved = await otherDevice.request.put('/api/profile', {
    headers: { Origin: origin },
    data: { handle, name: 'Leela M.', bio: '', isPublic: true, isIndexed: false },
  })
  expect(saved.ok()).toBe(true)
  await signInAsSubscriber(context)
  await openPage(page, `/reader/${handle}`)
  // The page asks whose it is first. Nothing else on it is tracked.
  await expect.poll(() => readAnonymousId(page)).toBeDefined()
  return { 'Other profile visited': {} }
})

testOwn('Signed Out', 'arrive at the receiver: identify, Signed Out', async ({ page, context }) => {
  const { uid, email } = await signInAsNewReader(context)
  const script = page.waitForResponse(/signed-in-script/)
  await openPage(page, '/settings')
  await waitForScript(page, script)
  await expect(locateMain(page).getByText(email).first()).toBeVisible()
  const id = await readAnonymousId(page)
  await locateMain(page).getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expectReceived(id, { 'Signed Out': {} })
  const identified = (await listEvents(id)).filter(({ type }) => type === 'identify')
  expect(identified).toMatchObject([
    { userId: uid, traits: { firebase_id: uid, first_name: 'Mira', last_name: 'Bai', email } },
  ])
})

testEvents(['Newsletter Subscribed'], async ({ page }) => {
  await openPage(page, '/newsletter')
  await locateMain(page).getByLabel('Your email address').fill('not an address')
  // Without its script, the form leads to another page.
  await expect(locateMain(page).locator('astro-island[ssr]')).toHaveCount(0)
  const email = createEmailAddress()
  await locateMain(page).getByLabel('Your email address').fill(email)
  await locateMain(page).getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(locateMain(page).getByText('Signed up!', { exact: true })).toBeVisible()
  return { 'Newsletter Subscribed': { email, referral: false, referred_email: '' } }
})

testEvents(['Email Collected from Popup'], async ({ page }) => {
  await openPage(page, `/${sampleArticles.scripts.slug}`)
  await page.evaluate((path) => {
    location.href = path
  }, `/${slug}`)
  await page.waitForURL(`/${slug}`, { waitUntil: 'load' })
  await page
    .locator('article footer')
    .first()
    .evaluate((end) => end.scrollIntoView({ block: 'end' }))
  const panel = page.getByRole('complementary', { name: /^The Weekly/ })
  await expect(panel).toBeVisible()
  await expect(panel.locator('astro-island[ssr]')).toHaveCount(0)
  const email = createEmailAddress()
  await panel.getByLabel('Your email address').fill(email)
  await panel.getByRole('button', { name: 'Sign up' }).click()
  await expect(panel.getByRole('status')).toContainText('Signed up!')
  return { 'Email Collected from Popup': { email, referral: false, referred_email: '' } }
})

async function openWallWithoutFreeStory(page: Page, path: string) {
  await openPage(page, `/${metered}`)
  await scrollToWall(page)
  await locateWall(page).getByRole('button', { name: 'Read this story free' }).click()
  await expect(locateBody(page)).toBeVisible()
  await openPage(page, path)
  await scrollToWall(page)
}

testEvents(['Unlocked Article Email Capture'], async ({ page }) => {
  await openWallWithoutFreeStory(page, `/${second}`)
  await locateWall(page).getByRole('button', { name: 'in return for your email' }).click()
  const email = createEmailAddress()
  const field = locateWall(page).getByLabel('Your email address')
  await field.fill(email)
  await locateWall(page)
    .getByLabel(/The Weekly/)
    .check()
  await field.press('Enter')
  await expect(locateBody(page)).toBeVisible()
  return { 'Unlocked Article Email Capture': { email, referral: false, referred_email: '' } }
})

testEvents(['Referred Article Email Capture'], async ({ page, otherDevice }) => {
  await signInAsSubscriber(otherDevice)
  const { origin } = new URL((await otherDevice.request.get('/')).url())
  const answer = await otherDevice.request.put('/api/referral', { headers: { Origin: origin } })
  const { code } = (await answer.json()) as { code: string }
  await openWallWithoutFreeStory(page, `/r/${code}?to=${third}`)
  await locateWall(page).getByRole('button', { name: 'Read this story' }).click()
  await locateWall(page).getByLabel('Your email address').fill(createEmailAddress())
  await locateWall(page).getByRole('button', { name: 'Read this story' }).click()
  await expect(locateBody(page)).toBeVisible()
  // Without the box, the address isn't kept.
  return { 'Referred Article Email Capture': { email: '', referral: true, referred_email: '' } }
})
