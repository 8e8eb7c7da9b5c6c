/** Subscriptions of their own, for journeys that change them: bought as readers buy, without the pages. */
import type { BrowserContext } from '@playwright/test'
import { runningStack } from '../../scripts/local/running-stack.ts'
import type { PlanKind } from '../domain/offer.ts'

/** A reader who is logged in subscribes; answers PayPal's id of it. */
export async function subscribe(
  context: BrowserContext,
  kind: PlanKind = 'monthly',
): Promise<string> {
  const { siteUrl, payPalUrl } = runningStack()
  const headers = { Origin: siteUrl }
  const begun = await context.request.post('/api/checkout', {
    data: { kind, source: null, requestId: crypto.randomUUID() },
    headers,
  })
  if (!begun.ok()) throw new Error(await begun.text())
  const { id } = await begun.json()
  const agreed = await fetch(`${payPalUrl}/approve/${id}`, {
    method: 'POST',
    body: new URLSearchParams({
      outcome: 'approve',
      email: 'payer@example.com',
      givenName: 'Mira',
      surname: 'Bai',
    }),
  })
  if (!agreed.ok) throw new Error(await agreed.text())
  const approved = await context.request.post(`/api/checkout/${id}/approval`, { data: {}, headers })
  if (!approved.ok()) throw new Error(await approved.text())
  return id
}

/** Has PayPal do what it would do by itself: `bill`, `cancel`, `refund`. */
export async function atPayPal(order: string, details: Readonly<Record<string, unknown>>) {
  const { payPalUrl } = runningStack()
  const answer = await fetch(`${payPalUrl}/local/${order}`, {
    method: 'POST',
    body: JSON.stringify(details),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
