/**
 * POST /api/checkout/{id}/claim: contracts/checkout.ts describes the request and the response. What was
 * paid as a guest moves to the account of the reader who is logged in. Called again, it responds with the
 * reader's status.
 */
import { claimSchema } from '../../src/contracts/checkout.ts'
import { standing } from '../../src/domain/standing.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import { markCookieLine, withCookies } from '../account/cookies.ts'
import { subscriptionResponse } from '../account/session.ts'
import { type EdgeContext, withReader, withStanding } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { sendEmailsTo } from '../letters/send-emails.ts'
import { isBuyer } from './buyer.ts'
import { endFormer } from './end-former.ts'
import { findCheckout, takeWordOf } from './look.ts'
import { transferCheckout } from './transfer.ts'

export async function claimCheckout(context: EdgeContext): Promise<Response> {
  const request = claimSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { firestore, paypal, now } = context.var.services
  const id = context.req.param('id') ?? ''
  return withReader(context, async ({ uid, subscription }) => {
    if (!paypal) return unavailable(context, 'not set up')
    const means = { firestore, paypal, now }
    const found = await findCheckout(firestore, id)
    if (!found.ok) return unavailable(context, found.failure.kind)
    const checkout = found.value
    if (!checkout || !(await isBuyer(context, id, checkout, { uid, key: request.data.key }))) {
      return errorResponse('not_found')
    }
    if (checkout.uid === uid) return respondWithStatus(context, uid, subscription)

    const taken = await takeWordOf(means, checkout, id, { by: 'reader' })
    if (!taken.ok) return unavailable(context, taken.failure.kind)
    if (taken.value.record?.subscription?.provider !== id) return errorResponse('not_found')
    const former = await endFormer(means, uid, subscription)
    if (!former.ok) return unavailable(context, former.failure.kind)
    const moved = await transferCheckout(means, id, { kind: 'existing', uid })
    if (!moved.ok) {
      const { kind } = moved.failure
      return kind === 'notFound' ? errorResponse('not_found') : unavailable(context, kind)
    }
    sendEmailsTo(context, checkout.uid)
    if (moved.value) return respondWithStatus(context, uid, moved.value)
    const message =
      'You already had a subscription. We’ve cancelled the second one and you’ll get your money ' +
      'back within a few minutes.'
    return errorResponse('already_subscribed', { message })
  })
}

async function respondWithStatus(
  context: EdgeContext,
  uid: string,
  record: SubscriptionRecord | null,
): Promise<Response> {
  const where = standing(record, context.var.services.now())
  const response = context.json(subscriptionResponse(where, true))
  const dressed = await withStanding(context, response, { uid, standing: where })
  return withCookies(dressed, [markCookieLine('buyer', null)])
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('checkout_not_claimed', { reason })
  const message = 'Something went wrong. Your payment is safe. Try again in a minute.'
  return errorResponse('unavailable', { message })
}
