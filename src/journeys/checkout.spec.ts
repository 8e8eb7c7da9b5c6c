/** Readers, guests and students buy a subscription. */
import { expect, type Page } from '@playwright/test'
import { formatPrice } from '../domain/subscription/plan-text.ts'
import {
  approvePayment,
  choosePlan,
  expectPurchase,
  locatePayPalButton,
  locateRedirectButton,
  openPayPalWindow,
  readPlan,
  setCountry,
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
  locateBody,
  locateHeading,
  locateMain,
  locateWall,
  openPage,
  recordErrors,
  sampleArticles,
} from './testing/page-actions.ts'
import { annualPrice, monthlyPrice } from './testing/prices.ts'
import { findInEmail, listEmails } from './testing/received-emails.ts'
import { expectTracked } from './testing/received-events.ts'

const { slug } = sampleArticles.metered
const locatePrice = (page: Page, price: string) =>
  locateMain(page).getByText(price).filter({ visible: true }).first()

test('a reader pays the price that the page shows for their plan and country', async ({
  page,
  context,
  otherDevice,
}) => {
  const priceAbroad = formatPrice('annual', 'international')
  const abroad = await otherDevice.newPage()
  await setCountry('IN', abroad)
  await openPage(abroad, '/subscribe?source=header')
  await choosePlan(abroad, 'Choose monthly')
  await expect(locatePrice(abroad, formatPrice('monthly', 'international'))).toBeVisible()
  await locateMain(abroad).getByRole('button', { name: 'Choose another plan' }).click()
  await expect(locatePayPalButton(abroad)).toBeHidden()
  await choosePlan(abroad, 'Subscribe')
  await expect(locatePrice(abroad, priceAbroad)).toBeVisible()
  await expect((await openPayPalWindow(abroad)).getByText(priceAbroad)).toBeVisible()

  const errors = recordErrors(page)
  await signInAsNewReader(context)
  await setCountry('US', page)
  await openPage(page, '/subscribe?source=header')
  await choosePlan(page, 'Choose monthly')
  await expect(locatePrice(page, monthlyPrice)).toBeVisible()
  await expect(page).toHaveURL('/subscribe?source=header&plan=monthly')
  await page.goBack()
  await expect(locatePayPalButton(page)).toBeHidden()
  await choosePlan(page, 'Subscribe')
  const payPal = await openPayPalWindow(page)
  await expect(payPal.getByText(annualPrice)).toBeVisible()
  await approvePayment(payPal)
  await expectPurchase(page)
  await expect(locateMain(page)).toContainText(annualPrice)
  await expect(locateHeading(page)).toBeFocused()
  expect(await readPlan(context)).toBe('annual_99')
  const plan = 'annual_99'
  await expectTracked(page, 'Payment Info Entered', { plan, method: 'paypal' })
  await expectTracked(page, 'Purchase Completed', { plan })
  await openPage(page, `/${slug}`)
  await expect(locateBody(page)).toBeVisible()
  expect(errors).toEqual([])
})

test('a guest pays by card, creates an account, and continues reading', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  const email = createEmailAddress()
  await openPage(page, `/${slug}`)
  await locateWall(page).getByRole('link', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/subscribe?source=article')
  await page.waitForLoadState()
  await choosePlan(page, 'Subscribe')
  const payPal = await openPayPalWindow(page)
  await expectTracked(page, 'Subscription Selected', { plan: 'annual_99' })
  await expectTracked(page, 'Payment Info Entered')
  await payPal.getByLabel('Pay by card').check()
  await approvePayment(payPal, { Email: email, 'First name': 'Asha', 'Last name': 'Rao' })
  await expect(locateHeading(page)).toHaveText('One last step')
  await expect(locateMain(page)).toContainText('Your payment is confirmed.')
  await expect(page.getByLabel('Email').first()).toHaveValue(email)
  await page.getByLabel('First name').fill('Asha Lakshmi')
  // Entered text survives a reload.
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Asha Lakshmi')
  await expect(page.getByLabel('Last name')).toHaveValue('Rao')
  await locateMain(page).getByRole('button', { name: 'Finish' }).dblclick()
  await expectPurchase(page)
  const named = { first_name: 'Asha Lakshmi', last_name: 'Rao', email }
  expect(await readSignedInReader(context)).toMatchObject(named)
  const preferences = `/welcome/preferences?return=${encodeURIComponent(`/${slug}`)}`
  const tour = locateMain(page).getByRole('link', { name: 'what you like to read' })
  await expect(tour).toHaveAttribute('href', preferences)
  await locateMain(page).getByRole('link', { name: 'Continue reading' }).click()
  await expect(page).toHaveURL(`/${slug}`)
  await expect(locateBody(page)).toBeVisible()
  // Each event was sent once, although the last step was loaded twice.
  const plan = 'annual_99'
  await expectTracked(page, 'Subscription Selected', { plan })
  await expectTracked(page, 'Payment Info Entered', { plan, method: 'card' })
  await expectTracked(page, 'Progressed to Name Step', {})
  await expectTracked(page, 'Purchase Completed', { plan })
  expect(errors).toEqual([])
})

test('a guest pays on PayPal’s site if PayPal’s script can’t load, and logs in to their account', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  const reader = await createAccount()
  await page.route('**/sdk/js*', (route) => route.abort())
  // This response makes it look as if the publication offered a trial.
  await page.route('**/api/checkout/*/approval', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isTrial: true } })
  })
  await openPage(page, '/subscribe-original?source=header')
  await page.waitForLoadState()
  await locateMain(page).getByRole('link', { name: 'Subscribe', exact: true }).click()
  await expect(locateRedirectButton(page)).toHaveText('Continue with PayPal')
  expect(errors).toContain('Failed to load the PayPal JS SDK script.')
  await locateRedirectButton(page).click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  // The reader returns to the same page, with the same choice.
  await expect(page).toHaveURL('/subscribe-original?source=header&plan=annual')
  await expect(locateMain(page).getByRole('alert')).toContainText('without confirming')
  await locateRedirectButton(page).click()
  await expect(locateHeading(page)).toHaveText('Confirm your subscription')
  await approvePayment(page, { Email: reader.email })
  await expect(page).toHaveURL(/\/subscribe\/finish\?/)
  await expect(locateMain(page)).toContainText('Your free trial has started.')
  await expectTracked(page, 'Trial Started', { plan: 'annual_99' })
  await expectTracked(page, 'Purchase Completed')
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

test('a student asks for a link, confirms, and pays the price of their country', async ({
  page,
  context,
}) => {
  const main = locateMain(page)
  const email = page.getByLabel('Your school or university email address')
  const sendButton = main.getByRole('button', { name: 'Send me a link' })
  await setCountry('US', page)
  await openPage(page, '/subscribe?source=header')
  await main.getByRole('link', { name: 'Choose the student plan' }).click()
  await expect(page).toHaveURL(/\/subscribe\/student/)
  await email.fill('asha@example.com')
  await sendButton.click()
  await expect(main.getByRole('alert')).not.toBeEmpty()
  await expect(email).toHaveValue('asha@example.com')
  const address = `${crypto.randomUUID()}@students.example.edu`
  const ask = async () => {
    await email.fill(address)
    const request = page.waitForRequest(/\/api\/student$/)
    await sendButton.click()
    expect((await request).postDataJSON()).toHaveProperty('botCheck', expect.any(String))
    await expect(main.getByRole('status').first()).toContainText(address)
  }
  await ask()
  await main.getByRole('button', { name: 'ask for a new link' }).click()
  await expect(email).toBeFocused()
  await ask()
  const link = await findInEmail(address, /https?:\S+\/subscribe\/\S+/)
  expect(await listEmails(address)).toHaveLength(1)

  await signInAsNewReader(context)
  await openPage(page, link)
  await main.getByRole('button', { name: 'Yes, that was me' }).click()
  await expect(locatePayPalButton(page)).toBeVisible()
  await expect(locatePrice(page, '$44.99')).toBeVisible()
  const studentPage = page.url()
  // Leaving the page ends requests whose response would set the former country again.
  await page.goto('about:blank')
  await setCountry('IN', page)
  // The confirmation is stored.
  await page.goto(studentPage)
  await expect(locatePrice(page, '$34.99')).toBeVisible()
  const payPal = await openPayPalWindow(page)
  await expect(payPal.getByText('$34.99')).toBeVisible()
  await approvePayment(payPal)
  await expectPurchase(page)
  expect(await readPlan(context)).toBe('international_student')
})
