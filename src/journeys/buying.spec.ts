/** Readers buy a subscription: from the offer over PayPal's window to everything being open. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { runningStack } from '../../scripts/local/running-stack.ts'
import type { PlanId } from '../domain/plan.ts'
import { newAddress, readerOf } from './accounts.ts'
import { test } from './journey.ts'
import { enter, ownReader } from './own-reader.ts'
import { errorsOf, open, samples, withoutPictures } from './readers.ts'
import { anonymousIdOf, eventsOf } from './received-events.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const payPalButton = (page: Page) => main(page).getByRole('button', { name: 'Pay with PayPal' })
const pageWay = (page: Page) => main(page).getByRole('button', { name: /^Go on at PayPal/ })

/** All but the pictures that are left out. */
const ours = (errors: readonly string[]) => errors.filter((error) => !error.includes('ERR_FAILED'))

test.beforeEach(({ page }) => withoutPictures(page))

/** As Cloudflare would tell the edge, and the edge the page. */
async function isIn(country: string, page: Page) {
  await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country }) })
  const url = runningStack().siteUrl
  await page.context().addCookies([{ name: 'country', value: country, url }])
  // Whoever is counted is told by the edge where this machine is.
  if (country === 'US') return
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
}

async function choose(page: Page, name: string) {
  await main(page).getByRole('link', { name, exact: true }).click()
  await expect(payPalButton(page)).toBeVisible()
}

async function payPalWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await payPalButton(page).click()
  return opened
}

async function agree(payPal: Page, person: Readonly<Record<string, string>> = {}) {
  for (const [label, value] of Object.entries(person)) await payPal.getByLabel(label).fill(value)
  await payPal.getByRole('button', { name: 'Agree and subscribe' }).click()
}

/** PayPal's names of what this page has begun, in the order of its asking. */
function begunBy(page: Page) {
  const ids: string[] = []
  page.on('response', async (response) => {
    if (!/\/api\/checkout$/.test(response.url()) || !response.ok()) return
    ids.push(((await response.json()) as { id: string }).id)
  })
  return ids
}

async function isEverythingOpen(page: Page) {
  await open(page, `/${samples.metered.slug}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
}

/** The plan that the edge knows of the reader in this browser. */
async function planOf(context: BrowserContext): Promise<PlanId | null> {
  const answer = await context.request.get('/api/subscription')
  return ((await answer.json()) as { plan: PlanId | null }).plan
}

/** In the newest letter to this address. */
async function linkTo(email: string): Promise<string> {
  const find = async () => {
    const answer = await fetch(`${runningStack().outboxUrl}/messages`)
    const letters = (await answer.json()) as { to: string; text: string }[]
    const letter = letters.findLast(({ to }) => to === email)
    return /https?:\S+\/subscribe\/\S+/.exec(letter?.text ?? '')?.[0]
  }
  await expect.poll(find).toBeDefined()
  return (await find())!
}

const purchases = [
  ['US', 'Subscribe', 'annual_99', '$99'],
  ['US', 'Take the monthly plan', 'monthly_13', '$13.99'],
  ['IN', 'Subscribe', 'international_annual', '$79.99'],
  ['IN', 'Take the monthly plan', 'international_monthly', '$10.99'],
] as const

for (const [country, button, plan, price] of purchases) {
  test(`a reader in ${country} buys ${plan}`, async ({ page, context }) => {
    const errors = errorsOf(page)
    await enter(context, await ownReader())
    await isIn(country, page)
    await open(page, '/subscribe?source=header')
    await choose(page, button)
    await expect(main(page).getByText(price).filter({ visible: true }).first()).toBeVisible()
    const payPal = await payPalWindow(page)
    await expect(payPal.getByText(price)).toBeVisible()
    await agree(payPal)
    await expect(heading(page)).toHaveText('Thank you')
    await expect(main(page)).toContainText(price)
    await expect(heading(page)).toBeFocused()
    expect(await planOf(context)).toBe(plan)
    await isEverythingOpen(page)
    expect(ours(errors)).toEqual([])
  })
}

test('a guest pays, says who they are, and goes on with the story they came from', async ({
  page,
  context,
}) => {
  const errors = errorsOf(page)
  const email = newAddress()
  await open(page, `/${samples.metered.slug}`)
  await main(page).locator('[data-wall]').getByRole('link', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/subscribe?source=article')
  await page.waitForLoadState()
  await choose(page, 'Subscribe')
  await agree(await payPalWindow(page), {
    'E-mail': email,
    'First name': 'Asha',
    'Last name': 'Rao',
  })
  await expect(heading(page)).toHaveText('One step is left')
  await expect(page.getByLabel('E-mail').first()).toHaveValue(email)
  await page.getByLabel('First name').fill('Asha Lakshmi')
  // What was typed outlives a reload.
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Asha Lakshmi')
  await expect(page.getByLabel('Last name')).toHaveValue('Rao')
  await main(page).getByRole('button', { name: 'Finish' }).dblclick()
  await expect(heading(page)).toHaveText('Thank you')
  expect(await readerOf(context)).toMatchObject({
    first_name: 'Asha Lakshmi',
    last_name: 'Rao',
    email,
  })
  await main(page).getByRole('link', { name: 'Go on reading' }).click()
  await expect(page).toHaveURL(`/${samples.metered.slug}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
  expect(ours(errors)).toEqual([])
})

test('a guest who has an account already logs in, and what they paid is theirs', async ({
  page,
  context,
}) => {
  const reader = await ownReader()
  await open(page, '/subscribe-today')
  await choose(page, 'Subscribe')
  await agree(await payPalWindow(page), { 'E-mail': reader.email })
  await main(page).getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: /Log in/ })).toHaveAttribute(
    'href',
    /^\/login\?return=%2Fsubscribe%2Ffinish/,
  )
  // They log in, and come back to this page.
  await enter(context, reader)
  await page.reload()
  await expect(heading(page)).toHaveText('Thank you')
  expect(await planOf(context)).toBe('annual_99')
})

for (const [country, plan, price] of [
  ['US', 'student_45', '$44.99'],
  ['IN', 'international_student', '$34.99'],
] as const) {
  test(`a student in ${country} shows it, and buys ${plan}`, async ({ page, context }) => {
    await enter(context, await ownReader())
    await isIn(country, page)
    await open(page, '/subscribe?source=header')
    await main(page).getByRole('link', { name: 'Take the student plan' }).click()
    await expect(page).toHaveURL(/\/subscribe\/student/)
    const email = page.getByLabel('The address that your school gave you')
    await email.fill('asha@example.com')
    await main(page).getByRole('button', { name: 'Send me the letter' }).click()
    await expect(main(page).getByRole('alert')).not.toBeEmpty()
    await expect(email).toHaveValue('asha@example.com')
    const address = `${crypto.randomUUID()}@students.example.edu`
    await email.fill(address)
    await main(page).getByRole('button', { name: 'Send me the letter' }).click()
    await expect(main(page).getByRole('status').first()).toContainText(address)
    await open(page, await linkTo(address))
    await main(page).getByRole('button', { name: 'Yes, it is mine' }).click()
    await expect(payPalButton(page)).toBeVisible()
    await expect(main(page).getByText(price).filter({ visible: true }).first()).toBeVisible()
    // Once shown, it is known.
    await page.reload()
    await agree(await payPalWindow(page))
    await expect(heading(page)).toHaveText('Thank you')
    expect(await planOf(context)).toBe(plan)
  })
}

test('each step is counted once', async ({ page, context }) => {
  await enter(context, await ownReader())
  await isIn('US', page)
  await open(page, '/subscribe?source=header')
  await choose(page, 'Subscribe')
  const payPal = await payPalWindow(page)
  await payPal.getByLabel('pay by card').check()
  await agree(payPal)
  await expect(heading(page)).toHaveText('Thank you')
  await page.reload()
  await expect(heading(page)).toHaveText('Thank you')
  const id = await anonymousIdOf(page)
  await open(page, '/about')
  const events = async () =>
    (await eventsOf(id)).flatMap((event) =>
      event.type === 'track' ? [[event.event, event.properties]] : [],
    )
  const plan = 'annual_99'
  await expect.poll(events).toEqual([
    ['Subscription Selected', { plan }],
    ['Payment Info Entered', { plan, method: 'card' }],
    ['Purchase Completed', { plan }],
  ])
})

test('closed, declined and pressed twice, one choice begins one purchase', async ({
  page,
  context,
}) => {
  await enter(context, await ownReader())
  const ids = begunBy(page)
  await open(page, '/subscribe')
  await choose(page, 'Subscribe')
  const first = await payPalWindow(page)
  await first.close()
  await expect(main(page).getByRole('alert')).toContainText('haven’t been charged')
  // The choice outlives a reload, and going back is choosing again.
  await page.reload()
  await expect(payPalButton(page)).toBeVisible()
  const second = await payPalWindow(page)
  await second.getByRole('button', { name: 'The card is declined' }).click()
  await expect(second.getByRole('alert')).toContainText('nothing was charged')
  await second.getByRole('link', { name: 'Try another one' }).click()
  await second.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(main(page).getByRole('alert')).toContainText('without agreeing')
  const opened = page.waitForEvent('popup')
  await payPalButton(page).dblclick()
  await agree(await opened)
  await expect(heading(page)).toHaveText('Thank you')
  expect(new Set(ids).size).toBe(1)
})

test('a page that is reloaded while PayPal asks finds out what was agreed', async ({
  page,
  context,
}) => {
  await enter(context, await ownReader())
  const ids = begunBy(page)
  await open(page, '/subscribe?plan=monthly')
  const payPal = await payPalWindow(page)
  await expect.poll(() => ids).toHaveLength(1)
  await page.reload()
  await expect(payPalButton(page)).toBeVisible()
  await agree(payPal)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(heading(page)).toHaveText('Thank you')
})

test('bought in two tabs, the second is told so', async ({ page, context }) => {
  await enter(context, await ownReader())
  const other = await context.newPage()
  await open(page, '/subscribe')
  // Whose browser it is, the first page notes for all of them.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).not.toBeNull()
  await open(other, '/subscribe')
  await choose(page, 'Subscribe')
  await choose(other, 'Take the monthly plan')
  const [one, two] = [await payPalWindow(page), await payPalWindow(other)]
  await agree(one)
  await expect(heading(page)).toHaveText('Thank you')
  await agree(two)
  await expect(heading(other)).toHaveText('You had one already')
  expect(await planOf(context)).toBe('annual_99')
})

test('who has a subscription by now is sold no other, in whatever tab', async ({
  page,
  context,
}) => {
  await enter(context, await ownReader())
  const other = await context.newPage()
  await open(page, '/subscribe')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).not.toBeNull()
  await open(other, '/subscribe?plan=monthly')
  await choose(page, 'Subscribe')
  await agree(await payPalWindow(page))
  await expect(heading(page)).toHaveText('Thank you')
  await expect(heading(other)).toHaveText('You’re subscribed', { useInnerText: true })
})

test('without PayPal’s script it goes on at PayPal’s own page', async ({ page, context }) => {
  const errors = errorsOf(page)
  await page.route('**/sdk/js*', (route) => route.abort())
  await enter(context, await ownReader())
  await open(page, '/subscribe-original?source=header')
  await page.waitForLoadState()
  await main(page).getByRole('link', { name: 'Subscribe', exact: true }).click()
  await expect(pageWay(page)).toHaveText('Go on at PayPal')
  expect(errors).toContain('Failed to load the PayPal JS SDK script.')
  await pageWay(page).click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  // Back on the page that they left, with what they had chosen.
  await expect(page).toHaveURL('/subscribe-original?source=header&plan=annual')
  await expect(main(page).getByRole('alert')).toContainText('without agreeing')
  await pageWay(page).click()
  await agree(page)
  await expect(page).toHaveURL(/\/subscribe\/finish\?/)
  await expect(heading(page)).toHaveText('Thank you')
})

test('what cannot begin says so, and can be tried again', async ({ page, context }) => {
  await enter(context, await ownReader())
  await open(page, '/subscribe?plan=annual')
  await page.route('**/api/checkout', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } }),
  )
  await pageWay(page).click()
  await expect(main(page).getByRole('alert')).toContainText('haven’t been charged')
  await page.unroute('**/api/checkout')
  await agree(await payPalWindow(page))
  await expect(heading(page)).toHaveText('Thank you')
})

test('going back is choosing again', async ({ page }) => {
  await open(page, '/subscribe?source=header')
  await choose(page, 'Take the monthly plan')
  await expect(page).toHaveURL('/subscribe?source=header&plan=monthly')
  await page.goBack()
  await expect(payPalButton(page)).toBeHidden()
  await choose(page, 'Subscribe')
  await main(page).getByRole('button', { name: 'Choose another plan' }).click()
  await expect(payPalButton(page)).toBeHidden()
  await expect(main(page).getByRole('link', { name: 'Take the monthly plan' })).toBeVisible()
})
