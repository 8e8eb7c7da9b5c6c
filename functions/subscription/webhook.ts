/** POST /api/webhooks/paypal, as far as HTTP goes: who sends it is shown before anything is read of it. */
import { type Transmission, transmissionHeaders } from '../adapters/paypal.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { parseEvent, takeEvent } from './paypal-webhook.ts'

export async function payPalWebhook(context: EdgeContext): Promise<Response> {
  const { firestore, paypal, now, log } = context.var.services
  if (!paypal) return errorResponse('unavailable')
  const text = await context.req.text()
  const verified = await paypal.verify(transmissionOf(context), text)
  if (!verified.ok) return notTaken('not_verified', verified.failure.kind)
  if (!verified.value) return errorResponse('bad_signature')
  const event = parseEvent(text)
  // PayPal's own word, and nothing that we know: sent again it would be no other.
  if (!event) return context.body(null, 204)
  const taken = await takeEvent({ firestore, paypal, now }, event)
  if (!taken.ok) return notTaken('event_not_taken', taken.failure.kind)
  return context.body(null, 204)

  function notTaken(what: string, reason: string): Response {
    log(what, { reason })
    return errorResponse('unavailable')
  }
}

const transmissionOf = (context: EdgeContext) =>
  Object.fromEntries(
    Object.entries(transmissionHeaders).map(([claim, header]) => [
      claim,
      context.req.header(header) ?? '',
    ]),
  ) as Transmission
