/** For tests: buying at the edge of the running stack. */
import { botCheckTokenOf } from '../scripts/local/bot-check.ts'
import { payerAt } from '../scripts/local/paypal/payer.ts'
import { botCheckActions } from '../src/contracts/bot-check.ts'
import { checkoutResponseSchema } from '../src/contracts/checkout.ts'
import { endpoints } from '../src/contracts/endpoints.ts'
import { subscriptionResponseSchema } from '../src/contracts/subscription.ts'
import type { Mark } from './account/tokens.ts'
import { type EdgeClient, signCookie, stack } from './edge-client.ts'

export const payPal = payerAt(stack.payPalUrl)

export const send = (client: EdgeClient, method: string, path: string, body: unknown = {}) =>
  client.request(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

export const choice = (kind = 'monthly', requestId = crypto.randomUUID()) => ({
  kind,
  source: 'header',
  requestId,
})

/** As the page sends it: with a token of the bot check, which is good once. */
export const sendChoice = (client: EdgeClient, body: object = choice(), score = 0.9) =>
  send(client, 'POST', endpoints.checkout, { ...body, botCheck: botCheckToken(score) })

function botCheckToken(score: number): string {
  const { hostname } = new URL(stack.siteUrl)
  const id = crypto.randomUUID()
  return botCheckTokenOf({ action: botCheckActions.checkout, hostname, score, id })
}

export async function begin(client: EdgeClient, body: object = choice()) {
  const response = await sendChoice(client, body)
  if (!response.ok) throw new Error(await response.text())
  return checkoutResponseSchema.parse(await response.json())
}

export const approval = (client: EdgeClient, id: string, body: unknown = {}) =>
  send(client, 'POST', `${endpoints.checkout}/${id}/approval`, body)

export const standingOf = async (client: EdgeClient) =>
  subscriptionResponseSchema.parse(await (await client.request(endpoints.subscription)).json())

/** A mark of whatever kind, as the edge would sign it. */
export const signMark = (mark: Mark, of: string) => signCookie(mark, { sub: of }, new Date())
