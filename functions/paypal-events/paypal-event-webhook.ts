/** Checks the headers and the event's format first, because that causes no calls. */
import { succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import {
  type Transmission,
  type TransmissionProblem,
  transmissionHeaders,
} from '../platform/adapters/paypal-transmission.ts'
import {
  getCallerAddress,
  isNetworkWithinLimit,
  parseWideNetwork,
} from '../platform/http/caller-network.ts'
import { parsePayPalEvent } from '../subscription/paypal-event.ts'
import { handlePayPalEvent } from './handle-paypal-event.ts'
import { createEventVerifier, type VerificationFailure } from './verify-paypal-events.ts'

export function createPayPalWebhook({
  now,
  paypal,
}: {
  readonly now: () => Date
  readonly paypal: PayPal | null
}): Handle<'POST /api/webhooks/paypal'> {
  const verifyEvent = createEventVerifier(() => now().getTime())

  return async function handlePayPalWebhook(_, __, deps) {
    const { firestore, request, execution } = deps
    if (!paypal) return refuse('unavailable')
    const transmission = readTransmission(request)
    const problem = paypal.checkTransmission(transmission, now())
    if (problem) return refuseTransmission(problem)
    const text = await request.text()
    const event = parsePayPalEvent(text)
    if (!event) return refuse('bad_request')

    const address = getCallerAddress(deps)
    const verification = verifyEvent({
      network: parseWideNetwork(address) ?? address,
      verifyWithPayPal: () => paypal.verify(transmission, text),
      countFailure: () => isNetworkWithinLimit(deps, 'FORGERY_NETWORK_LIMIT', 'forged'),
    })
    // The verification must finish even if the caller disconnects.
    execution.waitUntil(verification)
    const verified = await verification
    if (!verified.ok) return refuseUnverified(deps, verified.failure)

    const handled = await handlePayPalEvent({ firestore, paypal, now }, event)
    if (handled.ok) return succeed(undefined)
    return refuseUnavailable(deps, 'event_not_handled', { reason: handled.failure.kind })
  }
}

const readTransmission = ({ headers }: Request) =>
  Object.fromEntries(
    Object.entries(transmissionHeaders).map(([claim, name]) => [claim, headers.get(name) ?? '']),
  ) as Transmission

/** The refusal isn't logged, because forged events would fill the log. */
const refuseTransmission = (problem: TransmissionProblem) =>
  refuse(problem === 'stale' ? 'stale_signature' : 'bad_signature')

function refuseUnverified(deps: Deps, failure: VerificationFailure) {
  if (failure.kind === 'unavailable')
    return refuseUnavailable(deps, 'event_not_verified', { reason: failure.reason })
  if (failure.kind === 'tooManyForged') return refuse('too_many_requests')
  deps.log('event_not_confirmed', {})
  return refuse('bad_signature')
}
