/** PATCH /api/subscription: contracts/subscription.ts says what it takes and answers. */
import { subscriptionStepSchema } from '../../src/contracts/subscription.ts'
import { succeed } from '../../src/domain/result.ts'
import { standing } from '../../src/domain/standing.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription-transition.ts'
import { subscriptionResponse } from '../account/session.ts'
import { type EdgeContext, withReader, withStanding } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { changeSubscription } from './change.ts'
import { align } from './look.ts'

export async function takeStep(context: EdgeContext): Promise<Response> {
  const request = subscriptionStepSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const step = request.data
  return withReader(context, async ({ uid }) => {
    if (step.step === 'mend') return errorResponse('unavailable')
    return change(
      context,
      uid,
      step.step === 'pause' ? { kind: 'pause', months: step.months } : { kind: step.step },
    )
  })
}

async function change(
  context: EdgeContext,
  uid: string,
  event: SubscriptionEvent,
): Promise<Response> {
  const { firestore, paypal, now, log } = context.var.services
  if (!paypal) return unavailable(context, uid, 'not set up')
  const changed = await changeSubscription({
    firestore,
    uid,
    by: 'reader',
    now,
    event: async () => succeed(event),
  })
  if (!changed.ok) return unavailable(context, uid, changed.failure.kind)
  if (changed.value.ignored) return errorResponse('not_possible')
  let { record } = changed.value
  if (record && !record.isAligned) {
    // What cannot be done at PayPal now, the clock does.
    const aligned = await align({ firestore, paypal, now }, uid, record)
    if (!aligned.ok) log('not_aligned', { uid, reason: aligned.failure.kind })
    else record = aligned.value?.record ?? record
  }
  const where = standing(record, now())
  const response = context.json(subscriptionResponse(where, true))
  return withStanding(context, response, { uid, standing: where })
}

function unavailable(context: EdgeContext, uid: string, reason: string): Response {
  context.var.services.log('step_not_taken', { uid, reason })
  const message = 'That did not work, and nothing has changed. Please try again in a minute.'
  return errorResponse('unavailable', { message })
}
