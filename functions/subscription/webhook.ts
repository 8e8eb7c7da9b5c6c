/**
 * POST /api/webhooks/paypal, as far as HTTP goes. Checks that cost nothing come first: the headers, then
 * the shape of the event. Only what passes them is verified by PayPal, and only then acted on.
 */
import {
  type Transmission,
  type TransmissionProblem,
  transmissionHeaders,
} from '../adapters/paypal-transmission.ts'
import type { EdgeContext, Services } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { isWithin, networkOf } from '../http/guards.ts'
import { parseEvent, takeEvent } from './paypal-webhook.ts'
import { createEventVerifier, type VerificationFailure } from './verify-events.ts'

/** One for each isolate: it remembers which networks have sent forged events. */
export function createPayPalWebhook(services: Services) {
  const { firestore, paypal, now, log } = services
  const verify = createEventVerifier(() => now().getTime())

  return async function payPalWebhook(context: EdgeContext): Promise<Response> {
    if (!paypal) return errorResponse('unavailable')
    const transmission = readTransmission(context)
    const problem = paypal.problemOf(transmission, now())
    if (problem) return refuseTransmission(problem)
    const text = await context.req.text()
    const event = parseEvent(text)
    if (!event) return errorResponse('bad_request')

    const network = networkOf(context)
    const verification = verify({
      network,
      ask: () => paypal.verify(transmission, text),
      countFailure: () => isWithin(context.env.FORGERY_LIMIT, network),
    })
    // If the caller hangs up, its turn must still end.
    context.executionCtx.waitUntil(verification)
    const verified = await verification
    if (!verified.ok) return refuseEvent(verified.failure, log)

    const taken = await takeEvent({ firestore, paypal, now }, event)
    if (taken.ok) return context.body(null, 204)
    log('event_not_taken', { reason: taken.failure.kind })
    return errorResponse('unavailable')
  }
}

const readTransmission = (context: EdgeContext) =>
  Object.fromEntries(
    Object.entries(transmissionHeaders).map(([claim, header]) => [
      claim,
      context.req.header(header) ?? '',
    ]),
  ) as Transmission

/** Isn't logged: whoever forges events would fill the log. */
function refuseTransmission(problem: TransmissionProblem): Response {
  switch (problem) {
    case 'malformed':
    case 'foreignCertificate':
      return errorResponse('bad_signature')
    case 'stale':
      return errorResponse('stale_signature')
  }
}

function refuseEvent(failure: VerificationFailure, log: Services['log']): Response {
  switch (failure.kind) {
    case 'forged':
      log('event_not_confirmed', {})
      return errorResponse('bad_signature')
    case 'tooManyForged':
      return errorResponse('too_many_requests')
    case 'unavailable':
      log('event_not_verified', { reason: failure.reason })
      return errorResponse('unavailable')
  }
}
