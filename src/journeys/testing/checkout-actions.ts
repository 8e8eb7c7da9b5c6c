import { type BrowserContext, expect, type Page } from '@playwright/test'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import type { PlanId } from '../../domain/subscription/plan.ts'
import { createEmailAddress } from './journey-accounts.ts'
import { connectStack } from './journey-subscribers.ts'
import { locateHeading, locateMain, setNetworkCountry } from './page-actions.ts'

/** Sets both Cloudflare's header and the Worker's cookie. */
export async function setCountry(country: string, page: Page) {
  await setNetworkCountry(page, country)
  const url = readRunningStack().siteUrl
  await page.context().addCookies([{ name: 'country', value: country, url }])
}

export const locatePayPalButton = (page: Page) =>
  locateMain(page).getByRole('button', { name: 'Pay with PayPal' })
export const locateRedirectButton = (page: Page) =>
  locateMain(page).getByRole('button', { name: /^Continue (with PayPal|on PayPal’s site)/ })

export async function choosePlan(page: Page, name: string) {
  await locateMain(page).getByRole('link', { name, exact: true }).click()
  await expect(locatePayPalButton(page)).toBeVisible()
}

export async function openPayPalWindow(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await locatePayPalButton(page).click()
  const payPal = await popup
  // Closing a window while it loads may crash Chromium, including the page that opened the window.
  await expect(locateHeading(payPal)).toHaveText('Confirm your subscription')
  await payPal.waitForLoadState()
  return payPal
}

export async function approvePayment(payPal: Page, payer: Readonly<Record<string, string>> = {}) {
  for (const [label, value] of Object.entries(payer)) await payPal.getByLabel(label).fill(value)
  await payPal.getByRole('button', { name: 'Agree and subscribe' }).click()
}

export const expectPurchase = (page: Page) => expect(locateHeading(page)).toHaveText('Thank you')

export async function readPlan(context: BrowserContext): Promise<PlanId | null> {
  const apiResponse = await context.request.get('/api/subscription')
  return ((await apiResponse.json()) as { plan: PlanId | null }).plan
}

/** Buys a plan through the API, for the reader who is signed in to this browser. */
export async function buyPlan(context: BrowserContext, kind: string) {
  const headers = { Origin: readRunningStack().siteUrl }
  const send = async (path: string, data: object) => {
    const answer = await context.request.post(path, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const requestId = crypto.randomUUID()
  const { id } = await send('/api/checkout', { kind, source: 'header', requestId })
  // The payer hasn't paid before.
  await connectStack().payer.approve(id, { email: createEmailAddress() })
  await send(`/api/checkout/${id}/approval`, {})
}
