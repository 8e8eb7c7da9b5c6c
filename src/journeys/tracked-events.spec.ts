/**
 * Every event of the specification, every page call and the identify call: each is made to happen in a browser, and
 * found at the receiver. What mustn't be sent twice, or too soon, is in the journeys about it.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createTestName } from '../../scripts/dev/stack/emulator-accounts.ts'
import { type EventName, type EventPayload, eventSchemas } from '../contracts/analytics/events.ts'
import { type PageName, pageNames } from '../contracts/analytics/page-name.ts'
import { getMinReadingSeconds } from '../domain/reading-history/read-threshold.ts'
import { approvePayment, choosePlan, openPayPalWindow } from './testing/checkout-actions.ts'
import { createGiftAddresses, payGift, startGift } from './testing/gift-actions.ts'
import {
  createEmailAddress,
  createReturningAccount,
  logInAs,
  signInAsNewReader,
} from './testing/journey-accounts.ts'
import { failedLongAgo, signInAsSubscriber } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  locateBody,
  locateHeading,
  locateMain,
  locateWall,
  openPage,
  sampleArticles,
} from './testing/page-actions.ts'
import { listEvents, readAnonymousId } from './testing/received-events.ts'
import { startTrialSite } from './testing/trial-site.ts'
import { scrollToWall } from './testing/wall-views.ts'

const { slug } = sampleArticles.public
const [metered, second, third] = [
  sampleArticles.metered.slug,
  'a-shelf-of-left-legs',
  'fifteen-taka-an-egg',
]

type Payloads<Name extends EventName> = { readonly [Each in Name]: EventPayload<Each> }
type Browser = {
  readonly page: Page
  readonly context: BrowserContext
  readonly otherDevice: BrowserContext
}

/** As when the page is left. */
const flush = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))

async function expectReceived(
  anonymousId: string | undefined,
  payloads: Partial<Payloads<EventName>>,
) {
  expect(anonymousId).toBeDefined()
  const names = Object.keys(payloads)
  await expect
    .poll(async () => {
      const events = await listEvents(anonymousId)
      return Object.fromEntries(
        names.map((name) => [
          name,
          events.flatMap((event) =>
            event.type === 'track' && event.event === name ? [event.properties] : [],
          ),
        ]),
      )
    })
    .toEqual(
      Object.fromEntries(Object.entries(payloads).map(([name, payload]) => [name, [payload]])),
    )
}

const covered: EventName[] = []

/** `act` makes these events happen once each, and returns what they carry. */
function testEvents<const Name extends EventName>(
  names: readonly Name[],
  act: (browser: Browser) => Promise<Payloads<Name>>,
) {
  covered.push(...names)
  test(`arrive at the receiver: ${names.join(', ')}`, async ({ page, context, otherDevice }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      // So that the results don't depend on the machine.
      delete (Navigator.prototype as { share?: unknown }).share
    })
    const payloads = await act({ page, context, otherDevice })
    await flush(page)
    await expectReceived(await readAnonymousId(page), payloads)
  })
}

test('are all of the contract, each once', () => {
  expect(covered.toSorted()).toEqual(Object.keys(eventSchemas).toSorted())
})

const fill = (page: Page, label: string, value: string) =>
  locateMain(page).getByLabel(label).fill(value)
const press = (page: Page, button: string) =>
  locateMain(page).getByRole('button', { name: button, exact: true }).click()
const follow = (page: Page, link: string) =>
  locateMain(page).getByRole('link', { name: link, exact: true }).click()

testEvents(['Article Viewed', 'Article Read'], async ({ page }) => {
  await page.clock.install()
  await openPage(page, `/${slug}`)
  const words = await page.locator('[data-words]').getAttribute('data-words')
  await page.clock.runFor(2000)
  await page.locator('[data-article-body] > :last-child').evaluate((last) => last.scrollIntoView())
  await page.clock.runFor((getMinReadingSeconds(Number.parseInt(words!, 10)) + 10) * 1000)
  return { 'Article Viewed': { slug }, 'Article Read': { slug } }
})

testEvents(['Article Shared', 'Highlighted Text Shared', 'Article Rated'], async ({ page }) => {
  await page.goto(`/${slug}`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  const menu = page.getByRole('region', { name: 'Share this story' })
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(menu.getByRole('status')).toHaveText('Link copied.')
  await page.keyboard.press('Escape')
  await page
    .locator('.prose > p')
    .first()
    .evaluate((text) => {
      text.scrollIntoView({ block: 'center', behavior: 'instant' })
      getSelection()!.selectAllChildren(text)
    })
  const bar = page.getByRole('region', { name: 'Share the selected text' })
  await bar.getByRole('button', { name: 'Copy link' }).click()
  await expect(bar.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByRole('radio', { name: '4' }).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('You gave this story 4 out of 5.')).toBeVisible()
  return {
    'Article Shared': { slug, channel: 'link' },
    'Highlighted Text Shared': { slug, channel: 'link' },
    'Article Rated': { slug, rating: 4 },
  }
})

testEvents(['Author Viewed', 'Category Navbar Used', 'CTA Clicked'], async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, `/${slug}`)
  const author = page.locator('.byline a').first()
  const path = await author.getAttribute('href')
  await author.click()
  await page.waitForURL(/\/author\//, { waitUntil: 'domcontentloaded' })
  await page.clock.runFor(3000)
  await page.getByRole('navigation', { name: 'Categories' }).getByText('Culture').click()
  await page.waitForURL('/category/culture', { waitUntil: 'domcontentloaded' })
  await page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).click()
  await page.waitForURL(/\/subscribe/, { waitUntil: 'domcontentloaded' })
  return {
    'Author Viewed': { author: path!.replace('/author/', '') },
    'Category Navbar Used': { category_clicked: 'culture' },
    'CTA Clicked': { label: 'Subscribe', source: 'header' },
  }
})

testEvents(['Search Result Selected'], async ({ page }) => {
  await openPage(page, '/search?q=pencil')
  await expect(page.getByRole('status').filter({ hasText: /stories found$/ })).toBeVisible()
  await locateMain(page).getByRole('link', { name: sampleArticles.metered.title }).first().click()
  await page.waitForURL(`/${metered}`, { waitUntil: 'domcontentloaded' })
  return { 'Search Result Selected': { query: 'pencil', slug: metered, position: 1 } }
})

testEvents(['Paywall Viewed'], async ({ page }) => {
  await page.clock.install()
  await openPage(page, `/${metered}`)
  await scrollToWall(page)
  await locateWall(page).getByRole('region', { name: 'Continue reading' }).waitFor()
  await page.clock.runFor(3000)
  return { 'Paywall Viewed': { slug: metered, options: ['readFree', 'subscribe'] } }
})

testEvents(['Failed Payments Wall Viewed'], async ({ page, context }) => {
  await signInAsSubscriber(context, failedLongAgo())
  await page.clock.install()
  await openPage(page, `/${metered}`)
  await expect(locateWall(page).getByRole('link', { name: 'Retry payment' })).toBeVisible()
  await scrollToWall(page)
  await page.clock.runFor(3000)
  return { 'Failed Payments Wall Viewed': { slug: metered } }
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

testEvents(['Newsletter Subscribed'], async ({ page }) => {
  await openPage(page, '/newsletter')
  await fill(page, 'Your email address', 'not an address')
  // Without its script, the form leads to another page.
  await expect(locateMain(page).locator('astro-island[ssr]')).toHaveCount(0)
  const email = createEmailAddress()
  await fill(page, 'Your email address', email)
  await press(page, 'Sign up')
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
  await expect(panel.getByRole('status')).toHaveText('Signed up!')
  return { 'Email Collected from Popup': { email, referral: false, referred_email: '' } }
})

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

testEvents(
  ['Other profile visited', 'Referral Link Shared'],
  async ({ page, context, otherDevice }) => {
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
    await openPage(page, '/refer')
    await press(page, 'Copy link')
    await expect(locateMain(page).getByText('Link copied.')).toBeVisible()
    return { 'Other profile visited': {}, 'Referral Link Shared': { channel: 'link' } }
  },
)

covered.push('Signed Out')
test('arrive at the receiver: identify, Signed Out', async ({ page, context }) => {
  const { uid, email } = await signInAsNewReader(context)
  await openPage(page, '/settings')
  await expect(locateMain(page).getByText(email).first()).toBeVisible()
  const id = await readAnonymousId(page)
  await press(page, 'Log out')
  await expect(page).toHaveURL('/')
  await expectReceived(id, { 'Signed Out': {} })
  const identified = (await listEvents(id)).filter(({ type }) => type === 'identify')
  expect(identified).toMatchObject([
    { userId: uid, traits: { firebase_id: uid, first_name: 'Mira', last_name: 'Bai', email } },
  ])
})

const payer = () => ({ Email: createEmailAddress(), 'First name': 'Asha', 'Last name': 'Rao' })

async function pay(page: Page) {
  await approvePayment(await openPayPalWindow(page), payer())
  await expect(locateHeading(page)).toHaveText('One last step')
}

testEvents(
  [
    'Subscription Selected',
    'Payment Info Entered',
    'Progressed to Name Step',
    'Purchase Completed',
  ],
  async ({ page }) => {
    await openPage(page, '/subscribe')
    await choosePlan(page, 'Subscribe')
    const payPal = await openPayPalWindow(page)
    await expect(payPal.getByRole('button', { name: 'Agree and subscribe' })).toBeVisible()
    // Nothing is bought yet.
    await flush(page)
    await expectReceived(await readAnonymousId(page), {
      'Subscription Selected': { plan: 'annual_99' },
    })
    const early = (await listEvents(await readAnonymousId(page))).map((event) =>
      event.type === 'track' ? event.event : event.type,
    )
    expect(early).not.toContain('Payment Info Entered')
    expect(early).not.toContain('Purchase Completed')
    await payPal.getByLabel('Pay by card').check()
    await approvePayment(payPal, payer())
    await expect(locateHeading(page)).toHaveText('One last step')
    const plan = 'annual_99'
    return {
      'Subscription Selected': { plan },
      'Payment Info Entered': { plan, method: 'card' },
      'Progressed to Name Step': {},
      'Purchase Completed': { plan },
    }
  },
)

covered.push('Trial Started')
test('arrive at the receiver: Trial Started, with the trial turned on', async ({ browser }) => {
  test.setTimeout(180_000)
  const site = await startTrialSite(7)
  const context = await browser.newContext({ baseURL: site.url })
  try {
    const page = await context.newPage()
    await openPage(page, '/subscribe')
    await choosePlan(page, 'Choose monthly')
    await pay(page)
    await expect(locateMain(page)).toContainText('Your free trial has started.')
    await flush(page)
    const id = await readAnonymousId(page)
    await expectReceived(id, { 'Trial Started': { plan: 'monthly_13' } })
    const events = (await listEvents(id)).map((event) => event.type === 'track' && event.event)
    expect(events).not.toContain('Purchase Completed')
  } finally {
    await context.close()
    await site.stop()
  }
})

testEvents(
  ['Cancel Started', 'Reason Chosen', 'Cancel Selected', 'Cancel Confirmed'],
  async ({ page, context }) => {
    await signInAsSubscriber(context)
    await openPage(page, '/settings/cancel')
    await expect(locateMain(page).getByRole('button', { name: 'Cancel now' })).toBeEnabled()
    await follow(page, 'I only wanted it for a while')
    await press(page, 'Cancel subscription')
    await expect(page).toHaveURL('/settings/cancel/cancelled')
    return {
      'Cancel Started': {},
      'Reason Chosen': { reason: 'temporary' },
      'Cancel Selected': {},
      'Cancel Confirmed': {},
    }
  },
)

testEvents(['Pause Selected', 'Offer Confirmed'], async ({ page, context }) => {
  await signInAsSubscriber(context)
  await openPage(page, '/settings/cancel/pause')
  await expect(locateMain(page).getByRole('button', { name: 'Cancel now' })).toBeEnabled()
  await openPage(page, '/settings/cancel/offer')
  await press(page, 'Take the free month')
  await expect(page).toHaveURL('/settings/cancel/offered')
  return { 'Pause Selected': {}, 'Offer Confirmed': {} }
})

testEvents(['Gift Subscription Sent'], async ({ page }) => {
  await startGift(page, createGiftAddresses())
  await payGift(page)
  return { 'Gift Subscription Sent': {} }
})

/** Pages that everybody can see. */
const openPages = {
  homepage: '/',
  latest: '/latest',
  category: '/category/culture',
  tag: '/tag/nepal',
  article: `/${slug}`,
  information: '/about',
  search: '/search',
  newsletter: '/newsletter',
  gift: '/gift',
  subscribe: '/subscribe',
  'subscribe-today': '/subscribe-today',
  'subscribe-original': '/subscribe-original',
  saved: '/saved',
  refer: '/refer',
  settings: '/settings',
  welcome: '/welcome',
  welcome_why: '/welcome/why',
  welcome_discover: '/welcome/discover',
  welcome_preferences: '/welcome/preferences',
  welcome_goals: '/welcome/goals',
  welcome_app: '/welcome/app',
} as const satisfies Partial<Record<PageName, string>>

const cancelSteps = {
  cancellation_choice: '',
  cancellation_stories: '/stories',
  cancellation_technical: '/technical',
  cancel_confirmation: '/confirm',
  pause_confirmation: '/pause',
  offer_confirmation: '/offer',
} as const satisfies Partial<Record<PageName, string>>

const decisions = {
  pause_complete: {
    from: 'pause_confirmation',
    step: '/pause',
    button: 'Pause for one month',
    end: '/paused',
  },
  offer_complete: {
    from: 'offer_confirmation',
    step: '/offer',
    button: 'Take the free month',
    end: '/offered',
  },
  cancel_complete: {
    from: 'cancel_confirmation',
    step: '/confirm',
    button: 'Cancel subscription',
    end: '/cancelled',
  },
} as const satisfies Partial<Record<PageName, object>>

async function expectPageCalls(page: Page, names: readonly string[]) {
  await flush(page)
  const id = await readAnonymousId(page)
  await expect
    .poll(async () =>
      (await listEvents(id)).flatMap((event) => (event.type === 'page' ? [event.name] : [])),
    )
    .toEqual(names)
}

test('the page calls of public pages arrive, in order', async ({ page }) => {
  for (const path of Object.values(openPages)) await openPage(page, path)
  await openPage(page, `/${slug}`)
  await page.locator('.byline a').first().click()
  await page.waitForURL(/\/author\//, { waitUntil: 'load' })
  await expectPageCalls(page, [...Object.keys(openPages), 'article', 'author'])
})

test('the page calls of the cancellation arrive, in order', async ({ page, context }) => {
  await signInAsSubscriber(context)
  const names: string[] = []
  for (const [name, step] of Object.entries(cancelSteps)) {
    names.push(name)
    await openPage(page, `/settings/cancel${step}`)
    await expect(locateMain(page).locator('button:enabled').first()).toBeVisible()
  }
  for (const [name, { from, step, button, end }] of Object.entries(decisions)) {
    names.push(from, name)
    await openPage(page, `/settings/cancel${step}`)
    await press(page, button)
    await page.waitForURL(`/settings/cancel${end}`, { waitUntil: 'load' })
    if (name !== 'pause_complete') continue
    const { origin } = new URL(page.url())
    const request = { headers: { Origin: origin }, data: { step: 'reactivate' } }
    expect((await context.request.patch('/api/subscription', request)).ok()).toBe(true)
    await page.evaluate(() => sessionStorage.clear())
  }
  await expectPageCalls(page, names)
})

test('page calls are tested for every name of the specification', () => {
  const tested = [
    ...Object.keys(openPages),
    'author',
    ...Object.keys(cancelSteps),
    ...Object.keys(decisions),
  ]
  expect(tested.toSorted()).toEqual(pageNames.toSorted())
})
