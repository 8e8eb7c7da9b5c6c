import { expect, type Page } from '@playwright/test'
import { formatEventLabel } from '../../scripts/dev/fakes/inbox/event-log.ts'
import type { SampleSubscription } from '../../scripts/dev/sample/sample-subscriptions.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
  endedSubscription,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  recordErrors,
} from './testing/page-actions.ts'
import { listEvents, readAnonymousId } from './testing/received-events.ts'

const locateButton = (page: Page, name: string) =>
  locateMain(page).getByRole('button', { name, exact: true })
const locateLink = (page: Page, name: string) =>
  locateMain(page).getByRole('link', { name, exact: true })
const paidThrough = formatDay(activeSubscription.paidThrough)
const locateUpcoming = (page: Page) =>
  locateMain(page).getByRole('region', { name: 'What happens next' })

const annualSubscription = {
  state: 'active',
  plan: 'annual_99',
  paidThrough: daysFromNow(200),
} as const satisfies SampleSubscription
const renewal = formatDay(annualSubscription.paidThrough)

/** Cancellation events of this browser; they arrive with a delay. */
async function readTrackedEvents(page: Page): Promise<string[]> {
  return (await listEvents(await readAnonymousId(page)))
    .map(formatEventLabel)
    .filter((label) => /^(Cancel|Reason|Pause|Offer|page (cancel|pause|offer))/.test(label))
}

/** Opens a page of the cancellation, and waits until it is filled. */
async function openStep(page: Page, path = '') {
  await openPage(page, `/settings/cancel${path}`)
  await expect(locateButton(page, 'Cancel now')).toBeEnabled()
}

const recordSteps = (page: Page) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith('/api/subscription'))
      sent.push(request.postDataJSON())
  })
  return sent
}

test('a subscriber cancels for a reason, and reactivates', async ({ page, context }) => {
  const errors = recordErrors(page)
  const { provider } = await signInAsSubscriber(context)
  const { payer } = connectStack()
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText('You’re subscribed.')
  await expect(locateMain(page)).toContainText(`$13.99 on ${paidThrough}`)
  await expect(locateUpcoming(page)).toContainText('You’ll pay $13.99 each month.')
  await locateLink(page, 'Cancel').click()
  await expect(locateHeading(page)).toHaveText('Why are you leaving?')
  await expect(locateButton(page, 'Cancel now')).toBeEnabled()
  await locateLink(page, 'I only wanted it for a while').click()
  await expect(locateHeading(page)).toHaveText('Cancel your subscription?')
  await expect(locateMain(page)).toContainText(`Until ${paidThrough}`)
  const sent = recordSteps(page)
  await locateButton(page, 'Cancel subscription').dblclick()
  await expect(page).toHaveURL('/settings/cancel/cancelled')
  await expect(locateHeading(page)).toHaveText('You’ve cancelled your subscription')
  await expect(locateMain(page)).toContainText(`You can read everything until ${paidThrough}`)
  expect(sent).toEqual([{ step: 'cancel', reason: 'temporary' }])
  expect(await payer.findStatus(provider)).toBe('SUSPENDED')
  await expect
    .poll(() => readTrackedEvents(page))
    .toEqual([
      'page cancellation_choice',
      'Cancel Started',
      'Reason Chosen',
      'page cancel_confirmation',
      'Cancel Selected',
      'Cancel Confirmed',
      'page cancel_complete',
    ])

  await expect(locateMain(page)).toContainText(
    `If you reactivate, your next payment is $13.99 on ${paidThrough}.`,
  )
  await locateButton(page, 'Reactivate').click()
  await expect(locateHeading(page)).toHaveText('You’re subscribed')
  await expect(locateMain(page).getByRole('status')).toHaveText(
    'Your subscription continues. Thank you.',
  )
  expect(await payer.findStatus(provider)).toBe('ACTIVE')
  expect(errors).toEqual([])
})

test('back, reload and another tab show the cancellation', async ({ page, context }) => {
  await signInAsSubscriber(context)
  await openPage(page, '/settings/cancel/confirm')
  await expect(locateButton(page, 'Cancel subscription')).toBeEnabled()
  const other = await context.newPage()
  await openPage(other, '/settings/cancel/offer')
  await expect(locateButton(other, 'Accept the free month')).toBeEnabled()
  // Until it is released, the other tab can't learn of the cancellation.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await other.route('**/api/subscription', async (route) => {
    if (route.request().method() === 'GET') await released
    await route.continue()
  })

  await locateButton(page, 'Cancel subscription').click()
  await expect(locateHeading(page)).toHaveText('You’ve cancelled your subscription')
  await page.reload()
  await expect(locateHeading(page)).toHaveText('You’ve cancelled your subscription')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(locateMain(page)).toContainText('You’ve cancelled your subscription.')
  await expect(locateButton(page, 'Cancel subscription')).toHaveCount(0)

  const refusal = other.waitForResponse((response) => response.request().method() === 'PATCH')
  await locateButton(other, 'Accept the free month').click()
  expect((await refusal).status()).toBe(409)
  release()
  await expect(other).toHaveURL('/settings')
  await expect(locateMain(other)).toContainText('You’ve cancelled your subscription.')
  await expect(locateButton(other, 'Reactivate')).toBeEnabled()
})

test('every step has “Cancel now”, and explains it', async ({ page, context }) => {
  await signInAsSubscriber(context)
  for (const step of ['', '/stories', '/technical', '/offer', '/pause']) {
    await openStep(page, step)
    await expect(locateMain(page)).toContainText(`You can read everything until ${paidThrough}`)
    expect(await listLayoutShifts(page), step).toEqual([])
  }
  await locateButton(page, 'Cancel now').click()
  await expect(page).toHaveURL('/settings/cancel/cancelled')
  await expect(locateHeading(page)).toHaveText('You’ve cancelled your subscription')
  await expect
    .poll(async () => (await readTrackedEvents(page)).filter((label) => !label.startsWith('page')))
    .toEqual(['Cancel Started', 'Pause Selected', 'Cancel Selected', 'Cancel Confirmed'])
})

test('a pause has the chosen length, and can be ended', async ({ page, context }) => {
  const { provider } = await signInAsSubscriber(context)
  const { payer } = connectStack()
  await openStep(page)
  await locateLink(page, 'I don’t have time to read at the moment').click()
  await page.getByLabel('two months').check()
  const resumeDate = formatDay(addMonths(activeSubscription.paidThrough, 2))
  await expect(locateMain(page)).toContainText(`From ${paidThrough}`)
  await expect(locateMain(page)).toContainText(`${resumeDate}Your pause ends`)
  await expect(locateMain(page)).toContainText(`${resumeDate}You’ll pay $13.99.`)
  const sent = recordSteps(page)
  await locateButton(page, 'Pause for two months').dblclick()
  await expect(page).toHaveURL('/settings/cancel/paused')
  await expect(locateHeading(page)).toHaveText(`Your subscription pauses on ${paidThrough}`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(locateMain(page)).toContainText(`It resumes automatically on ${resumeDate}.`)
  expect(sent).toEqual([{ step: 'pause', months: 2 }])
  expect(await payer.findStatus(provider)).toBe('SUSPENDED')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(locateUpcoming(page)).toContainText(`${paidThrough}Your pause begins.`)
  await expect(locateButton(page, 'Resume now')).toHaveCount(0)
  await locateButton(page, 'Don’t pause').click()
  await expect(locateMain(page)).toContainText('You’re subscribed.')
  await expect(locateUpcoming(page)).not.toContainText('pause')
  expect(await payer.findStatus(provider)).toBe('ACTIVE')
})

test('a pause of a yearly plan closes access at once, and comes off the next payment', async ({
  page,
  context,
}) => {
  const { provider } = await signInAsSubscriber(context, annualSubscription)
  await openPage(page, '/settings/cancel/pause')
  const resumeDate = formatDay(addMonths(new Date(), 1))
  await expect(locateMain(page)).toContainText('Straight awayYour subscription is paused.')
  await expect(locateMain(page)).toContainText(`${resumeDate}Your pause ends`)
  await expect(locateMain(page)).toContainText(`${renewal}You’ll pay $90.75.`)
  await locateButton(page, 'Pause for one month').click()
  await expect(locateHeading(page)).toHaveText('Your subscription is paused')
  expect(await connectStack().payer.findStatus(provider)).toBe('ACTIVE')
  await openPage(page, '/settings')
  await expect(locateMain(page)).toContainText(`$90.75 on ${renewal}`)
  await expect(locateUpcoming(page)).toContainText('for one month of your pause.')
  await locateButton(page, 'Resume now').click()
  await expect(locateMain(page)).toContainText('You’re subscribed.')
  await expect(locateMain(page)).toContainText(`$99 on ${renewal}`)
})

test('a yearly plan can’t be paused beyond its next payment', async ({ page, context }) => {
  await signInAsSubscriber(context, { ...annualSubscription, paidThrough: daysFromNow(45) })
  await openStep(page, '/pause')
  await expect(locateMain(page)).toContainText(
    `A pause has to end before your next payment, on ${formatDay(daysFromNow(45))}.`,
  )
  await expect(page.getByLabel('one month')).toBeChecked()
  await expect(page.getByLabel(/^(two|three) months/)).toHaveCount(0)
})

test('a monthly plan that is paused resumes on a day of PayPal’s, or today', async ({
  page,
  context,
}) => {
  const closesAt = daysFromNow(-3)
  await signInAsSubscriber(context, {
    ...activeSubscription,
    state: 'paused',
    paidThrough: closesAt,
    stoppedAt: daysFromNow(-5),
    closesAt,
    resumesAt: addMonths(closesAt, 3),
  })
  await openPage(page, '/settings')
  const next = formatDay(addMonths(closesAt, 1))
  await expect(locateMain(page)).toContainText(
    `If you resume on ${next}, your next payment is $13.99 on ${next}.`,
  )
  await expect(locateLink(page, 'Resume today for $13.99')).toHaveAttribute(
    'href',
    '/settings/plan',
  )
  await locateButton(page, `Resume on ${next}`).click()
  await expect(locateMain(page)).toContainText(`It resumes automatically on ${next}.`)
  await expect(locateButton(page, `Resume on ${next}`)).toHaveCount(0)
})

test('the free month is offered once, and shows the next payment', async ({ page, context }) => {
  await signInAsSubscriber(context)
  await openStep(page)
  await locateLink(page, 'It costs too much').click()
  await expect(locateHeading(page)).toHaveText('A free month?')
  const nextPaymentDate = formatDay(addMonths(activeSubscription.paidThrough, 1))
  for (const text of [
    `Your next payment is $13.99 on ${paidThrough}.`,
    `${paidThrough}No payment: this month is covered by your free month.`,
    `${nextPaymentDate}You’ll pay $13.99.`,
  ])
    await expect(locateMain(page)).toContainText(text)
  await locateButton(page, 'Accept the free month').dblclick()
  await expect(page).toHaveURL('/settings/cancel/offered')
  await expect(locateHeading(page)).toHaveText('You have a free month')
  await expect(locateMain(page)).toContainText(`$13.99 on ${nextPaymentDate}`)
  await expect
    .poll(async () => (await readTrackedEvents(page)).filter((label) => label.startsWith('Offer')))
    .toEqual(['Offer Confirmed'])
  // It isn't offered again, by an old link or a reason.
  await page.goto('/settings/cancel/offer')
  await expect(page).toHaveURL('/settings')
  await openPage(page, '/settings/cancel')
  await expect(locateLink(page, 'It costs too much')).toHaveAttribute(
    'href',
    '/settings/cancel/pause',
  )
})

test('the free month comes off the next payment of a yearly plan', async ({ page, context }) => {
  await signInAsSubscriber(context, annualSubscription)
  await openStep(page, '/offer')
  await expect(locateMain(page)).toContainText(`Your next payment is $99 on ${renewal}.`)
  await expect(locateMain(page)).toContainText(`${renewal}You’ll pay $90.75.`)
  await locateButton(page, 'Accept the free month').click()
  await expect(locateHeading(page)).toHaveText('You have a free month')
  await expect(locateMain(page)).toContainText(`$90.75 on ${renewal}`)
})

test('a reader who finds too little to read is shown unread stories', async ({ page, context }) => {
  await signInAsSubscriber(context)
  const headers = { Origin: readRunningStack().siteUrl }
  await context.request.patch('/api/preferences', { data: { isHistoryEnabled: true }, headers })
  const newestStory = (
    await (await context.request.get('/recommendation-candidates.json')).json()
  )[0]
  await context.request.put(`/api/reading-history/${newestStory.slug}`, {
    data: { depth: 0.9 },
    headers,
  })
  await openStep(page)
  await locateLink(page, 'There isn’t enough I want to read').click()
  const stories = locateMain(page).locator('li h2 a')
  await expect(stories).toHaveCount(6)
  await expect(locateMain(page).locator(`a[href="/${newestStory.slug}"]`)).toHaveCount(0)
  await stories.first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/settings'))
  await page.goBack()
  await expect(locateButton(page, 'Cancel now')).toBeEnabled()
})

test('a failed request changes nothing, and can be repeated', async ({ page, context }) => {
  const { provider } = await signInAsSubscriber(context)
  await openStep(page, '/technical')
  await page.route('**/api/subscription', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await locateButton(page, 'Cancel now').click()
  await expect(locateMain(page).getByRole('alert')).toContainText('couldn’t reach our server')
  expect(await connectStack().payer.findStatus(provider)).toBe('ACTIVE')
  await page.unroute('**/api/subscription')
  await locateButton(page, 'Cancel now').click()
  await expect(locateHeading(page)).toHaveText('You’ve cancelled your subscription')
})

const cancelled = { ...activeSubscription, state: 'ending', stoppedAt: daysFromNow(-5) } as const
const paused = {
  ...activeSubscription,
  state: 'paused',
  stoppedAt: daysFromNow(-5),
  closesAt: activeSubscription.paidThrough,
  resumesAt: addMonths(activeSubscription.paidThrough, 1),
} as const
const pausedPastPaidPeriod = {
  ...paused,
  paidThrough: daysFromNow(-3),
  closesAt: daysFromNow(-3),
  resumesAt: addMonths(daysFromNow(-3), 2),
} as const
const redirects = [
  ['has cancelled', cancelled, ['', '/pause', '/offer', '/confirm', '/paused', '/offered']],
  ['has paused', paused, ['/pause', '/offer', '/cancelled', '/offered']],
  ['is subscribed', activeSubscription, ['/cancelled', '/paused', '/offered']],
  ['lapsed months ago', endedSubscription(), ['', '/confirm', '/cancelled', '/paused', '/offered']],
] as const

for (const [description, subscription, steps] of redirects) {
  test(`a reader who ${description} is redirected to the settings`, async ({ page, context }) => {
    await signInAsSubscriber(context, subscription)
    for (const step of steps) {
      await page.goto(`/settings/cancel${step}`)
      await expect(page, step).toHaveURL('/settings')
    }
    await expect(locateMain(page)).not.toContainText('emailed you a confirmation')
  })
}

for (const [source, months, words] of [
  ['freeMonth', 1, 'one month'],
  ['gift', 3, 'three months'],
] as const) {
  test(`cancelling keeps ${words} of ${source}`, async ({ page, context }) => {
    const bank = [{ source, id: '', months, rest: 0, isSuspended: false }]
    await signInAsSubscriber(context, { ...activeSubscription, bank })
    const end = formatDay(addMonths(activeSubscription.paidThrough, months))
    await openPage(page, '/settings/cancel/confirm')
    await expect(locateMain(page)).toContainText(`Until ${end}`)
    await expect(locateMain(page)).toContainText(`That includes ${words}`)
    await locateButton(page, 'Cancel subscription').click()
    await expect(locateMain(page)).toContainText(`You can read everything until ${end}.`)
    await expect(locateMain(page)).toContainText(`That includes ${words}`)
    await locateButton(page, 'Reactivate').click()
    await expect(locateMain(page)).toContainText(`$13.99 on ${end}`)
  })
}

test('a paused subscription can be cancelled', async ({ page, context }) => {
  const { provider } = await signInAsSubscriber(context, pausedPastPaidPeriod)
  await openPage(page, '/settings')
  await locateLink(page, 'Cancel').click()
  await expect(locateMain(page)).toContainText('Your subscription ends straight away')
  await locateButton(page, 'Cancel now').click()
  await expect(locateHeading(page)).toHaveText('Your subscription has ended')
  await expect(locateLink(page, 'Restart')).toBeVisible()
  expect(await connectStack().payer.findStatus(provider)).toBe('CANCELLED')
})

test('a guest is asked to log in, and returns to the page', async ({ page }) => {
  for (const path of ['/settings/cancel', '/settings/cancel/cancelled', '/settings/payments']) {
    await openPage(page, path)
    await expect(locateLink(page, 'Log in')).toHaveAttribute(
      'href',
      `/login?return=${encodeURIComponent(path)}`,
    )
    await expect(locateMain(page).getByRole('button')).toHaveCount(0)
  }
})
