/** The way out of a subscription, and back: each page, each decision, and nothing that cannot be taken back. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { eventLabel } from '../../scripts/local/event-box.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { dayInWords } from '../domain/day.ts'
import { addMonths } from '../domain/month.ts'
import { test } from './journey.ts'
import { inDays, ofStack, running, subscriber } from './own-subscription.ts'
import { errorsOf, layoutShift, open, withoutPictures } from './readers.ts'
import { anonymousIdOf, eventsOf } from './received-events.ts'
import { ended } from './standing-readers.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const paidThrough = dayInWords(running.paidThrough)

/** What this browser has done on the way out, in its order; events arrive a moment later. */
async function counted(page: Page): Promise<string[]> {
  return (await eventsOf(await anonymousIdOf(page)))
    .map(eventLabel)
    .filter((label) => /^(Cancel|Reason|Pause|Offer|page (cancel|pause|offer))/.test(label))
}

const steps = (page: Page) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith('/api/subscription'))
      sent.push(request.postDataJSON())
  })
  return sent
}

test.beforeEach(({ page }) => withoutPictures(page))

test('a subscriber leaves by a reason, is billed no more, and comes back', async ({
  page,
  context,
}) => {
  const errors = errorsOf(page)
  const { provider } = await subscriber(context)
  const { payer } = ofStack()
  await open(page, '/settings')
  await expect(main(page)).toContainText('You’re subscribed.')
  await expect(main(page)).toContainText(`$13.99 on ${paidThrough}`)
  await link(page, 'Cancel').click()
  await expect(title(page)).toHaveText('Why are you leaving?')
  await expect(button(page, 'Cancel now')).toBeEnabled()
  await link(page, 'I only wanted it for a while').click()
  await expect(title(page)).toHaveText('Cancel your subscription?')
  await expect(main(page)).toContainText(`Until ${paidThrough}`)
  const sent = steps(page)
  await button(page, 'Cancel subscription').dblclick()
  await expect(page).toHaveURL('/settings/cancel/cancelled')
  await expect(title(page)).toHaveText('You’ve cancelled your subscription')
  await expect(main(page)).toContainText(`You can read everything until ${paidThrough}`)
  expect(sent).toEqual([{ step: 'cancel' }])
  expect(await payer.statusOf(provider)).toBe('SUSPENDED')
  await expect
    .poll(() => counted(page))
    .toEqual([
      'page cancellation_choice',
      'Cancel Started',
      'Reason Chosen',
      'page cancel_confirmation',
      'Cancel Selected',
      'Cancel Confirmed',
      'page cancel_complete',
    ])

  await button(page, 'Reactivate').click()
  await expect(title(page)).toHaveText('You’re subscribed')
  await expect(main(page).getByRole('status')).toHaveText(
    'Your subscription is active again. Thank you.',
  )
  expect(await payer.statusOf(provider)).toBe('ACTIVE')
  expect(errors).toEqual([])
})

test('back, reload and a second tab find what is true after cancelling', async ({
  page,
  context,
}) => {
  await subscriber(context)
  await open(page, '/settings/cancel/confirm')
  await expect(button(page, 'Cancel subscription')).toBeEnabled()
  const other = await context.newPage()
  await withoutPictures(other)
  await open(other, '/settings/cancel/offer')
  await expect(button(other, 'Take the free month')).toBeEnabled()

  await button(page, 'Cancel subscription').click()
  await expect(title(page)).toHaveText('You’ve cancelled your subscription')
  await page.reload()
  await expect(title(page)).toHaveText('You’ve cancelled your subscription')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(main(page)).toContainText('You’ve cancelled your subscription.')
  await expect(button(page, 'Cancel subscription')).toHaveCount(0)

  // The other tab has not heard of it, and what it asks for is not possible any more.
  if (await button(other, 'Take the free month').isVisible()) {
    await button(other, 'Take the free month').click()
  }
  await expect(other).toHaveURL('/settings')
  await expect(main(other)).toContainText('You’ve cancelled your subscription.')
  await expect(button(other, 'Reactivate')).toBeEnabled()
})

test('“cancel now” stands on every step, and says what it does', async ({ page, context }) => {
  await subscriber(context)
  for (const step of ['', '/stories', '/technical', '/offer', '/pause']) {
    await open(page, `/settings/cancel${step}`)
    await expect(button(page, 'Cancel now')).toBeEnabled()
    await expect(main(page)).toContainText(`You can read everything until ${paidThrough}`)
    expect(await layoutShift(page), step).toBe(0)
  }
  await button(page, 'Cancel now').click()
  await expect(page).toHaveURL('/settings/cancel/cancelled')
  await expect(title(page)).toHaveText('You’ve cancelled your subscription')
  await expect
    .poll(async () => (await counted(page)).filter((label) => !label.startsWith('page')))
    .toEqual(['Cancel Started', 'Pause Selected', 'Cancel Selected', 'Cancel Confirmed'])
})

test('a pause goes as long as was chosen, and ends when its reader says so', async ({
  page,
  context,
}) => {
  const { provider } = await subscriber(context)
  const { payer } = ofStack()
  await open(page, '/settings/cancel')
  await expect(button(page, 'Cancel now')).toBeEnabled()
  await link(page, 'I don’t have time to read at the moment').click()
  await page.getByLabel('two months').check()
  const resumes = dayInWords(addMonths(running.paidThrough, 2))
  await expect(main(page)).toContainText(`On ${resumes}`)
  const sent = steps(page)
  await button(page, 'Pause for two months').dblclick()
  await expect(page).toHaveURL('/settings/cancel/paused')
  await expect(title(page)).toHaveText(`Your subscription pauses on ${paidThrough}`)
  // Nothing changes before the pause begins.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect(main(page)).toContainText(`It resumes automatically on ${resumes}.`)
  expect(sent).toEqual([{ step: 'pause', months: 2 }])
  expect(await payer.statusOf(provider)).toBe('SUSPENDED')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await button(page, 'Resume now').click()
  await expect(main(page)).toContainText('You’re subscribed.')
  expect(await payer.statusOf(provider)).toBe('ACTIVE')
})

test('the free month is taken once, and says when the next payment is', async ({
  page,
  context,
}) => {
  await subscriber(context)
  await open(page, '/settings/cancel')
  await expect(button(page, 'Cancel now')).toBeEnabled()
  await link(page, 'It costs too much').click()
  await expect(title(page)).toHaveText('A free month?')
  const next = dayInWords(addMonths(running.paidThrough, 1))
  await expect(main(page)).toContainText(`$13.99 is charged on ${next}, and nothing before.`)
  await button(page, 'Take the free month').dblclick()
  await expect(page).toHaveURL('/settings/cancel/offered')
  await expect(title(page)).toHaveText('You have a free month')
  await expect(main(page)).toContainText(`$13.99 on ${next}`)
  await expect
    .poll(async () => (await counted(page)).filter((label) => label.startsWith('Offer')))
    .toEqual(['Offer Confirmed'])
  // Once: neither an old link nor a reason leads to it again.
  await page.goto('/settings/cancel/offer')
  await expect(page).toHaveURL('/settings')
  await open(page, '/settings/cancel')
  await expect(link(page, 'It costs too much')).toHaveAttribute('href', '/settings/cancel/pause')
})

test('who finds too little to read is shown what they have not read', async ({ page, context }) => {
  await subscriber(context)
  const headers = { Origin: runningStack().siteUrl }
  await context.request.patch('/api/preferences', { data: { keepsHistory: true }, headers })
  const newest = (await (await context.request.get('/for-you.json')).json())[0]
  await context.request.put(`/api/reading/${newest.slug}`, { data: { depth: 0.9 }, headers })
  await open(page, '/settings/cancel')
  await expect(button(page, 'Cancel now')).toBeEnabled()
  await link(page, 'There isn’t enough I want to read').click()
  const stories = main(page).locator('li h2 a')
  await expect(stories).toHaveCount(6)
  await expect(main(page).locator(`a[href="/${newest.slug}"]`)).toHaveCount(0)
  await stories.first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/settings'))
  await page.goBack()
  await expect(button(page, 'Cancel now')).toBeEnabled()
})

test('what cannot be reached changes nothing and says so; asked again it is done', async ({
  page,
  context,
}) => {
  const { provider } = await subscriber(context)
  await open(page, '/settings/cancel/technical')
  await expect(button(page, 'Cancel now')).toBeEnabled()
  await page.route('**/api/subscription', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await button(page, 'Cancel now').click()
  await expect(main(page).getByRole('alert')).toContainText('cannot be reached')
  expect(await ofStack().payer.statusOf(provider)).toBe('ACTIVE')
  await page.unroute('**/api/subscription')
  await button(page, 'Cancel now').click()
  await expect(title(page)).toHaveText('You’ve cancelled your subscription')
})

const left = { ...running, state: 'ending', stoppedAt: inDays(-5) } as const
const paused = {
  ...running,
  state: 'paused',
  stoppedAt: inDays(-5),
  resumesAt: inDays(50),
} as const
const unpaid = { ...paused, paidThrough: inDays(-3) } as const
const elsewhere = [
  ['has cancelled', left, ['', '/pause', '/offer', '/confirm', '/paused', '/offered']],
  ['has paused', paused, ['/pause', '/offer', '/cancelled', '/offered']],
  ['is subscribed', running, ['/cancelled', '/paused', '/offered']],
  ['lapsed months ago', ended(), ['', '/confirm', '/cancelled', '/paused', '/offered']],
] as const

for (const [who, subscription, steps] of elsewhere) {
  test(`a reader who ${who} is led to the settings from pages of other states`, async ({
    page,
    context,
  }) => {
    await subscriber(context, subscription)
    for (const step of steps) {
      await page.goto(`/settings/cancel${step}`)
      await expect(page, step).toHaveURL('/settings')
    }
    await expect(main(page)).not.toContainText('Thank you for reading')
  })
}

test('cancelling in the free month keeps it, here and after reactivating', async ({
  page,
  context,
}) => {
  await subscriber(context, {
    ...running,
    offerTakenAt: inDays(-2),
    heldUntil: addMonths(running.paidThrough, 1),
  })
  const freeUntil = dayInWords(addMonths(running.paidThrough, 1))
  await open(page, '/settings/cancel/confirm')
  await expect(main(page)).toContainText(`Until ${freeUntil}`)
  await expect(main(page)).toContainText('you keep your free month')
  await button(page, 'Cancel subscription').click()
  await expect(main(page)).toContainText(`You can read everything until ${freeUntil}.`)
  await expect(main(page)).toContainText('That includes your free month.')
  await button(page, 'Reactivate').click()
  await expect(main(page)).toContainText(`you won’t be charged before ${freeUntil}`)
})

test('a subscription that was paused is cancelled from there', async ({ page, context }) => {
  const { provider } = await subscriber(context, unpaid)
  await open(page, '/settings')
  await link(page, 'Cancel').click()
  await expect(main(page)).toContainText('Your subscription ends straight away')
  await button(page, 'Cancel now').click()
  await expect(title(page)).toHaveText('Your subscription has ended')
  await expect(link(page, 'Restart')).toBeVisible()
  expect(await ofStack().payer.statusOf(provider)).toBe('CANCELLED')
})

async function guestSees(context: BrowserContext, page: Page, path: string) {
  await context.clearCookies()
  await open(page, path)
  await expect(link(page, 'Log in')).toHaveAttribute(
    'href',
    `/login?return=${encodeURIComponent(path)}`,
  )
  await expect(main(page).getByRole('button')).toHaveCount(0)
}

test('a guest is asked to log in, and comes back to the page', async ({ page, context }) => {
  for (const path of ['/settings/cancel', '/settings/cancel/cancelled', '/settings/payments']) {
    await guestSees(context, page, path)
  }
})
