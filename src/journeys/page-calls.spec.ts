/** Tests that the receiver gets a page call for every page name in the specification. */
import { expect, type Page } from '@playwright/test'
import { type PageName, pageNames } from '../contracts/analytics/page-name.ts'
import { signInAsSubscriber } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import { locateMain, openPage, sampleArticles } from './testing/page-actions.ts'
import { flushEvents, listEvents, readAnonymousId } from './testing/received-events.ts'

const { slug } = sampleArticles.public

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
    button: 'Accept the free month',
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
  await flushEvents(page)
  const id = await readAnonymousId(page)
  await expect
    .poll(async () =>
      (await listEvents(id)).flatMap((event) => (event.type === 'page' ? [event.name] : [])),
    )
    .toEqual(names)
}

test('the page calls of every page arrive, in order', async ({ page, context, otherDevice }) => {
  const tested = { ...openPages, author: '', ...cancelSteps, ...decisions }
  expect(Object.keys(tested).toSorted()).toEqual(pageNames.toSorted())

  const guestPage = await otherDevice.newPage()
  for (const path of Object.values(openPages)) await openPage(guestPage, path)
  await openPage(guestPage, `/${slug}`)
  await guestPage.locator('.byline a').first().click()
  await guestPage.waitForURL(/\/author\//, { waitUntil: 'load' })
  await expectPageCalls(guestPage, [...Object.keys(openPages), 'article', 'author'])

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
    await locateMain(page).getByRole('button', { name: button, exact: true }).click()
    await page.waitForURL(`/settings/cancel${end}`, { waitUntil: 'load' })
    // The server's answer decides whether the page is shown.
    await expect(page.locator('html[data-page-call]')).toHaveCount(0)
    if (name !== 'pause_complete') continue
    const { origin } = new URL(page.url())
    const request = { headers: { Origin: origin }, data: { step: 'reactivate' } }
    expect((await context.request.patch('/api/subscription', request)).ok()).toBe(true)
    await page.evaluate(() => sessionStorage.clear())
  }
  await expectPageCalls(page, names)
})
