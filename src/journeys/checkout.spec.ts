import { expect, type Page } from '@playwright/test'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import {
  approvePayment,
  choosePlan,
  expectPurchase,
  locatePayPalButton,
  openPayPalWindow,
  readPlan,
} from './testing/checkout-actions.ts'
import {
  createAccount,
  createEmailAddress,
  readSignedInReader,
  signInAsNewReader,
  signInWithIdToken,
} from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  forbidTracking,
  locateBody,
  locateHeading,
  locateMain,
  locateWall,
  openPage,
  recordErrors,
  sampleArticles,
} from './testing/page-actions.ts'
import { listEvents, readAnonymousId } from './testing/received-events.ts'

/** Both Cloudflare's header and the Worker's cookie. */
async function setCountry(country: string, page: Page) {
  await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country }) })
  const url = readRunningStack().siteUrl
  await page.context().addCookies([{ name: 'country', value: country, url }])
  if (country !== 'US') await forbidTracking(page)
}

/** The link in the latest email. */
async function findEmailLink(email: string): Promise<string> {
  const findLink = async () => {
    const apiResponse = await fetch(`${readRunningStack().inboxUrl}/messages`)
    const emails = (await apiResponse.json()) as { to: string; text: string }[]
    const latest = emails.findLast(({ to }) => to === email)
    return /https?:\S+\/subscribe\/\S+/.exec(latest?.text ?? '')?.[0]
  }
  await expect.poll(findLink).toBeDefined()
  return (await findLink())!
}

const purchases = [
  ['US', 'Subscribe', 'annual_99', '$99'],
  ['US', 'Choose monthly', 'monthly_13', '$13.99'],
  ['IN', 'Subscribe', 'international_annual', '$79.99'],
  ['IN', 'Choose monthly', 'international_monthly', '$10.99'],
] as const

for (const [country, button, plan, price] of purchases) {
  test(`a reader in ${country} buys ${plan}`, async ({ page, context }) => {
    const errors = recordErrors(page)
    await signInAsNewReader(context)
    await setCountry(country, page)
    await openPage(page, '/subscribe?source=header')
    await choosePlan(page, button)
    await expect(locateMain(page).getByText(price).filter({ visible: true }).first()).toBeVisible()
    const payPal = await openPayPalWindow(page)
    await expect(payPal.getByText(price)).toBeVisible()
    await approvePayment(payPal)
    await expectPurchase(page)
    await expect(locateMain(page)).toContainText(price)
    await expect(locateHeading(page)).toBeFocused()
    expect(await readPlan(context)).toBe(plan)
    await openPage(page, `/${sampleArticles.metered.slug}`)
    await expect(locateBody(page)).toBeVisible()
    expect(errors).toEqual([])
  })
}

test('a guest pays, creates an account, and continues reading', async ({ page, context }) => {
  const errors = recordErrors(page)
  const email = createEmailAddress()
  await openPage(page, `/${sampleArticles.metered.slug}`)
  await locateWall(page).getByRole('link', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/subscribe?source=article')
  await page.waitForLoadState()
  await choosePlan(page, 'Subscribe')
  await approvePayment(await openPayPalWindow(page), {
    Email: email,
    'First name': 'Asha',
    'Last name': 'Rao',
  })
  await expect(locateHeading(page)).toHaveText('One last step')
  await expect(page.getByLabel('Email').first()).toHaveValue(email)
  await page.getByLabel('First name').fill('Asha Lakshmi')
  // Entered text survives a reload.
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Asha Lakshmi')
  await expect(page.getByLabel('Last name')).toHaveValue('Rao')
  await locateMain(page).getByRole('button', { name: 'Finish' }).dblclick()
  await expectPurchase(page)
  expect(await readSignedInReader(context)).toMatchObject({
    first_name: 'Asha Lakshmi',
    last_name: 'Rao',
    email,
  })
  await expect(
    locateMain(page).getByRole('link', { name: 'what you like to read' }),
  ).toHaveAttribute(
    'href',
    `/welcome/preferences?return=${encodeURIComponent(`/${sampleArticles.metered.slug}`)}`,
  )
  await locateMain(page).getByRole('link', { name: 'Continue reading' }).click()
  await expect(page).toHaveURL(`/${sampleArticles.metered.slug}`)
  await expect(locateBody(page)).toBeVisible()
  expect(errors).toEqual([])
})

test('a guest with an account logs in, and gets the subscription', async ({ page, context }) => {
  const reader = await createAccount()
  await openPage(page, '/subscribe-today')
  await choosePlan(page, 'Subscribe')
  await approvePayment(await openPayPalWindow(page), { Email: reader.email })
  await locateMain(page).getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: /Log in/ })).toHaveAttribute(
    'href',
    /^\/login\?return=%2Fsubscribe%2Ffinish/,
  )
  await signInWithIdToken(context, reader)
  await page.reload()
  await expectPurchase(page)
  expect(await readPlan(context)).toBe('annual_99')
})

for (const [country, plan, price] of [
  ['US', 'student_45', '$44.99'],
  ['IN', 'international_student', '$34.99'],
] as const) {
  test(`a student in ${country} is verified and buys ${plan}`, async ({ page, context }) => {
    await signInAsNewReader(context)
    await setCountry(country, page)
    await openPage(page, '/subscribe?source=header')
    await locateMain(page).getByRole('link', { name: 'Choose the student plan' }).click()
    await expect(page).toHaveURL(/\/subscribe\/student/)
    const email = page.getByLabel('Your school or university email address')
    await email.fill('asha@example.com')
    await locateMain(page).getByRole('button', { name: 'Send me a link' }).click()
    await expect(locateMain(page).getByRole('alert')).not.toBeEmpty()
    await expect(email).toHaveValue('asha@example.com')
    const address = `${crypto.randomUUID()}@students.example.edu`
    await email.fill(address)
    await locateMain(page).getByRole('button', { name: 'Send me a link' }).click()
    await expect(locateMain(page).getByRole('status').first()).toContainText(address)
    await openPage(page, await findEmailLink(address))
    await locateMain(page).getByRole('button', { name: 'Yes, that was me' }).click()
    await expect(locatePayPalButton(page)).toBeVisible()
    await expect(locateMain(page).getByText(price).filter({ visible: true }).first()).toBeVisible()
    // The confirmation is remembered.
    await page.reload()
    await approvePayment(await openPayPalWindow(page))
    await expectPurchase(page)
    expect(await readPlan(context)).toBe(plan)
  })
}

test('a guest who asks for the student price twice gets one email', async ({ page }) => {
  await setCountry('US', page)
  await openPage(page, '/subscribe/student')
  const main = locateMain(page)
  const address = `${crypto.randomUUID()}@students.example.edu`
  const ask = async () => {
    await page.getByLabel('Your school or university email address').fill(address)
    const request = page.waitForRequest(/\/api\/student$/)
    await main.getByRole('button', { name: 'Send me a link' }).click()
    expect((await request).postDataJSON()).toHaveProperty('botCheck', expect.any(String))
    await expect(main.getByRole('status').first()).toContainText(address)
  }
  await ask()
  await main.getByRole('button', { name: 'ask for a new link' }).click()
  await expect(page.getByLabel('Your school or university email address')).toBeFocused()
  await ask()
  const { inboxUrl } = readRunningStack()
  const answer = await fetch(`${inboxUrl}/messages?to=${address}`)
  expect(await answer.json()).toHaveLength(1)
})

test('each step is tracked once', async ({ page, context }) => {
  await signInAsNewReader(context)
  await setCountry('US', page)
  await openPage(page, '/subscribe?source=header')
  await choosePlan(page, 'Subscribe')
  const payPal = await openPayPalWindow(page)
  await payPal.getByLabel('Pay by card').check()
  await approvePayment(payPal)
  await expectPurchase(page)
  await page.reload()
  await expectPurchase(page)
  const id = await readAnonymousId(page)
  await openPage(page, '/about')
  const events = async () =>
    (await listEvents(id)).flatMap((event) =>
      event.type === 'track' ? [[event.event, event.properties]] : [],
    )
  const plan = 'annual_99'
  await expect.poll(events).toEqual([
    ['Subscription Selected', { plan }],
    ['Payment Info Entered', { plan, method: 'card' }],
    ['Purchase Completed', { plan }],
  ])
})

test('going back leads to the choice of plans', async ({ page }) => {
  await openPage(page, '/subscribe?source=header')
  await choosePlan(page, 'Choose monthly')
  await expect(page).toHaveURL('/subscribe?source=header&plan=monthly')
  await page.goBack()
  await expect(locatePayPalButton(page)).toBeHidden()
  await choosePlan(page, 'Subscribe')
  await locateMain(page).getByRole('button', { name: 'Choose another plan' }).click()
  await expect(locatePayPalButton(page)).toBeHidden()
  await expect(locateMain(page).getByRole('link', { name: 'Choose monthly' })).toBeVisible()
})
