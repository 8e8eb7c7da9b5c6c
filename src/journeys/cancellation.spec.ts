/** A subscriber cancels, pauses, or accepts a free month, and changes their mind. */
import { expect, type Page } from '@playwright/test'
import { formatEventLabel } from '../../scripts/dev/fakes/inbox/event-log.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { formatDay } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import {
  activeSubscription,
  connectStack,
  daysFromNow,
  openAsSubscriber,
  signInAsSubscriber,
} from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  listLayoutShifts,
  locateHeading,
  locateMain,
  openPage,
  recordErrors,
} from './testing/page-actions.ts'
import { monthlyPrice } from './testing/prices.ts'
import {
  expectTracked,
  flushEvents,
  listEvents,
  readAnonymousId,
} from './testing/received-events.ts'

const locateButton = (page: Page, name: string) =>
  locateMain(page).getByRole('button', { name, exact: true })
const locateLink = (page: Page, name: string) =>
  locateMain(page).getByRole('link', { name, exact: true })
const locateUpcoming = (page: Page) =>
  locateMain(page).getByRole('region', { name: 'What happens next' })
const paidThrough = formatDay(activeSubscription.paidThrough)
const stoppedAt = daysFromNow(-5)

/** Expects this browser's cancellation events, which arrive with a delay. */
const expectEvents = (page: Page, labels: readonly string[]) =>
  expect
    .poll(async () =>
      (await listEvents(await readAnonymousId(page)))
        .map(formatEventLabel)
        .filter((label) => /^(Cancel|Reason|Pause|Offer|page (cancel|pause|offer))/.test(label)),
    )
    .toEqual(labels)

/** Opens a page of the cancel flow, and waits for its content. */
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
  const main = locateMain(page)
  await openPage(page, '/settings')
  await expect(main).toContainText('You’re subscribed.')
  await expect(main).toContainText(`${monthlyPrice} on ${paidThrough}`)
  await expect(locateUpcoming(page)).toContainText(`You’ll pay ${monthlyPrice} each month.`)
  await locateLink(page, 'Cancel').click()
  await expect(locateHeading(page)).toHaveText('Why are you leaving?')
  await expect(locateButton(page, 'Cancel now')).toBeEnabled()
  await locateLink(page, 'I only wanted it for a while').click()
  await expect(locateHeading(page)).toHaveText('Cancel your subscription?')
  await expect(main).toContainText(`Until ${paidThrough}`)
  const sent = recordSteps(page)
  await locateButton(page, 'Cancel subscription').dblclick()
  await expect(page).toHaveURL('/settings/cancel/cancelled')
  await expect(locateHeading(page)).toHaveText('You’ve cancelled your subscription')
  await expect(main).toContainText(`You can read everything until ${paidThrough}`)
  expect(sent).toEqual([{ step: 'cancel', reason: 'temporary' }])
  expect(await payer.findStatus(provider)).toBe('SUSPENDED')
  await expectEvents(page, [
    'page cancellation_choice',
    'Cancel Started',
    'Reason Chosen',
    'page cancel_confirmation',
    'Cancel Selected',
    'Cancel Confirmed',
    'page cancel_complete',
  ])
  await expectTracked(page, 'Reason Chosen', { reason: 'temporary' })
  await page.reload()
  await expect(locateHeading(page)).toHaveText('You’ve cancelled your subscription')
  await expect(main).toContainText(
    `If you reactivate, your next payment will be ${monthlyPrice} on ${paidThrough}.`,
  )
  await locateButton(page, 'Reactivate').click()
  await expect(locateHeading(page)).toHaveText('You’re subscribed')
  await expect(main.getByRole('status')).toHaveText('Your subscription continues. Thank you.')
  expect(await payer.findStatus(provider)).toBe('ACTIVE')
  expect(errors).toEqual([])
})

test('every step has “Cancel now”, which reports a failure, and another tab shows the result', async ({
  page,
  context,
}) => {
  const { provider } = await signInAsSubscriber(context)
  const headers = { Origin: readRunningStack().siteUrl }
  await context.request.patch('/api/preferences', { data: { isHistoryEnabled: true }, headers })
  const [newest] = await (await context.request.get('/recommendation-candidates.json')).json()
  const read = { data: { depth: 0.9 }, headers }
  await context.request.put(`/api/reading-history/${newest.slug}`, read)
  for (const step of ['', '/technical', '/offer', '/pause', '/stories']) {
    await openStep(page, step)
    await expect(locateMain(page)).toContainText(`You can read everything until ${paidThrough}`)
    expect(await listLayoutShifts(page), step).toEqual([])
  }
  const stories = locateMain(page).locator('li h2 a')
  await expect(stories).toHaveCount(6)
  await expect(locateMain(page).locator(`a[href="/${newest.slug}"]`)).toHaveCount(0)
  await stories.first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/settings'))
  await page.goBack()
  await expect(locateButton(page, 'Cancel now')).toBeEnabled()
  const other = await context.newPage()
  await openPage(other, '/settings/cancel/offer')
  await expect(locateButton(other, 'Accept the free month')).toBeEnabled()
  // While its requests are held, the other tab isn't updated after the cancellation.
  const release = await holdRequests(other, '**/api/subscription', 'GET')

  await page.route('**/api/subscription', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await locateButton(page, 'Cancel now').click()
  await expect(locateMain(page).getByRole('alert')).toContainText('couldn’t reach our server')
  expect(await connectStack().payer.findStatus(provider)).toBe('ACTIVE')
  await page.unroute('**/api/subscription')
  await locateButton(page, 'Cancel now').click()
  await expect(page).toHaveURL('/settings/cancel/cancelled')
  // The step is tracked in each tab.
  await expectTracked(page, 'Cancel Started', {}, {})
  for (const name of ['Pause Selected', 'Cancel Selected', 'Cancel Confirmed'] as const)
    await expectTracked(page, name, {})
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(locateMain(page)).toContainText('You’ve cancelled your subscription.')

  const refusal = other.waitForResponse((response) => response.request().method() === 'PATCH')
  await locateButton(other, 'Accept the free month').click()
  expect((await refusal).status()).toBe(409)
  release()
  await expect(other).toHaveURL('/settings')
  await expect(locateMain(other)).toContainText('You’ve cancelled your subscription.')
  await expect(locateButton(other, 'Reactivate')).toBeEnabled()
})

test('a monthly subscriber pauses, undoes the pause, and is offered a free month once', async ({
  page,
  context,
}) => {
  const { provider } = await signInAsSubscriber(context)
  const { payer } = connectStack()
  const main = locateMain(page)
  await openStep(page)
  await locateLink(page, 'I don’t have time to read at the moment').click()
  await page.getByLabel('two months').check()
  const resumeDate = formatDay(addMonths(activeSubscription.paidThrough, 2))
  await expect(main).toContainText(`From ${paidThrough}`)
  await expect(main).toContainText(`${resumeDate}Your pause ends`)
  await expect(main).toContainText(`${resumeDate}You’ll pay ${monthlyPrice}.`)
  const sent = recordSteps(page)
  await locateButton(page, 'Pause for two months').dblclick()
  await expect(page).toHaveURL('/settings/cancel/paused')
  await expect(locateHeading(page)).toHaveText(`Your subscription pauses on ${paidThrough}`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(main).toContainText(`Your subscription resumes automatically on ${resumeDate}.`)
  expect(sent).toEqual([{ step: 'pause', months: 2 }])
  expect(await payer.findStatus(provider)).toBe('SUSPENDED')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(locateUpcoming(page)).toContainText(`${paidThrough}Your pause begins.`)
  await expect(locateButton(page, 'Resume now')).toHaveCount(0)
  await locateButton(page, 'Don’t pause').click()
  await expect(main).toContainText('You’re subscribed.')
  await expect(locateUpcoming(page)).not.toContainText('pause')
  expect(await payer.findStatus(provider)).toBe('ACTIVE')

  await openStep(page)
  await locateLink(page, 'It costs too much').click()
  await expect(locateHeading(page)).toHaveText('A free month?')
  const nextDate = formatDay(addMonths(activeSubscription.paidThrough, 1))
  await expect(main).toContainText(`${paidThrough}No payment: this month is covered by`)
  await expect(main).toContainText(`${nextDate}You’ll pay ${monthlyPrice}.`)
  await locateButton(page, 'Accept the free month').dblclick()
  await expect(page).toHaveURL('/settings/cancel/offered')
  await expect(locateHeading(page)).toHaveText('You have a free month')
  await expect(main).toContainText(`${monthlyPrice} on ${nextDate}`)
  await expectTracked(page, 'Offer Confirmed', {})
  // The free month isn't offered again, through an old link or after a reason.
  await openPage(page, '/settings/cancel/offer')
  await expect(page).toHaveURL('/settings')
  await openPage(page, '/settings/cancel')
  const pausePath = '/settings/cancel/pause'
  await expect(locateLink(page, 'It costs too much')).toHaveAttribute('href', pausePath)
})

test('a guest and readers with a paused, cancelled or yearly subscription get steps that fit them', async ({
  browser,
  page: guestPage,
}) => {
  for (const path of ['/settings/cancel', '/settings/cancel/cancelled', '/settings/payments']) {
    await openPage(guestPage, path)
    const login = `/login?return=${encodeURIComponent(path)}`
    await expect(locateLink(guestPage, 'Log in')).toHaveAttribute('href', login)
    await expect(locateMain(guestPage).getByRole('button')).toHaveCount(0)
  }
  const ending = { ...activeSubscription, state: 'ending', stoppedAt } as const
  const { page: endingPage } = await openAsSubscriber(browser, ending, '/settings')
  const collected: string[] = []
  endingPage.on('request', (request) => {
    if (request.url().endsWith('/api/collect')) collected.push(request.postData() ?? '')
  })
  for (const step of ['', '/paused']) {
    await openPage(endingPage, `/settings/cancel${step}`)
    await expect(endingPage, step).toHaveURL('/settings')
  }
  await flushEvents(endingPage)
  await expect.poll(() => collected.join()).toContain('"type":"identify"')
  expect(collected.join()).not.toMatch(/"name":"(?:cancellation_choice|pause_complete)"/)
  await expect(locateMain(endingPage)).not.toContainText('emailing you a confirmation')
  await endingPage.context().close()

  const closesAt = daysFromNow(-3)
  const resumesAt = addMonths(closesAt, 3)
  const paused = { state: 'paused', paidThrough: closesAt, stoppedAt, closesAt, resumesAt } as const
  const subscription = { ...activeSubscription, ...paused }
  const { page, provider } = await openAsSubscriber(browser, subscription, '/settings/cancel/pause')
  await expect(page).toHaveURL('/settings')
  const next = formatDay(addMonths(closesAt, 1))
  await expect(locateMain(page)).toContainText(
    `If you resume on ${next}, your next payment will be ${monthlyPrice} on ${next}.`,
  )
  await locateButton(page, `Resume on ${next}`).click()
  await expect(locateMain(page)).toContainText(
    `Your subscription resumes automatically on ${next}.`,
  )
  await expect(locateButton(page, `Resume on ${next}`)).toHaveCount(0)
  await locateLink(page, 'Cancel').click()
  await expect(locateMain(page)).toContainText('Your subscription ends straight away')
  await locateButton(page, 'Cancel now').click()
  await expect(locateHeading(page)).toHaveText('Your subscription has ended')
  await expect(locateLink(page, 'Restart')).toBeVisible()
  expect(await connectStack().payer.findStatus(provider)).toBe('CANCELLED')
  await page.context().close()

  // A pause of a yearly plan has to end before the next payment.
  const soon = { state: 'active', plan: 'annual_99', paidThrough: daysFromNow(45) } as const
  const { page: yearly } = await openAsSubscriber(browser, soon, '/settings/cancel/pause')
  const limit = `before your next payment, on ${formatDay(soon.paidThrough)}.`
  await expect(locateMain(yearly)).toContainText(limit)
  await expect(yearly.getByLabel('one month')).toBeChecked()
  await expect(yearly.getByLabel(/^(two|three) months/)).toHaveCount(0)
  await yearly.context().close()
})
