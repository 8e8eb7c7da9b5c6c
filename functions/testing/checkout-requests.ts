import assert from 'node:assert/strict'
import { signBotCheckToken } from '../../scripts/dev/fakes/fake-bot-check.ts'
import { connectPayer } from '../../scripts/dev/fakes/paypal/paypal-payer.ts'
import { checkoutResponseSchema } from '../../src/contracts/endpoints/checkout-endpoints.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { type EdgeClient, stack } from './edge-client.ts'

type Payer = Parameters<typeof fakePayPal.approve>[1]

export const fakePayPal = connectPayer(stack.payPalUrl)

function createBotCheckToken(): string {
  const { hostname } = new URL(stack.siteUrl)
  const id = crypto.randomUUID()
  return signBotCheckToken({ action: botCheckActions.checkout, hostname, score: 0.9, id })
}

export async function startCheckout(client: EdgeClient) {
  const choice = { kind: 'monthly', source: 'header', requestId: crypto.randomUUID() }
  const body = { ...choice, botCheck: createBotCheckToken() }
  const response = await client.send('POST /api/checkout', body)
  if (!response.ok) throw new Error(await response.text())
  return checkoutResponseSchema.parse(await response.json())
}

export async function approveCheckout(client: EdgeClient, id: string, payer?: Payer) {
  await fakePayPal.approve(id, payer)
  const approved = await client.send('POST /api/checkout/:id/approval', {}, { params: { id } })
  assert.equal(approved.status, 200)
}

export const changeSubscription = (client: EdgeClient, step: string, more: object = {}) =>
  client.send('PATCH /api/subscription', { step, ...more })

/** Lists the subjects of the emails sent to this address, oldest first. */
export async function listSubjects(email: string): Promise<string[]> {
  const delivered = await fetch(`${stack.inboxUrl}/messages?to=${encodeURIComponent(email)}`)
  return ((await delivered.json()) as { subject: string }[]).map(({ subject }) => subject)
}
