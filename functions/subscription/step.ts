/** PATCH /api/subscription: contracts/subscription.ts says what it takes and answers. */
import { subscriptionStepSchema } from '../../src/contracts/subscription.ts'
import { succeed } from '../../src/domain/result.ts'
import { standing } from '../../src/domain/standing.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription-event.ts'
import { subscriptionResponse } from '../account/session.ts'
import { type EdgeContext, withReader, withStanding } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { sendEmailsTo } from '../letters/send-emails.ts'
import { changeSubscription } from './change.ts'
import { align, type Means } from './look.ts'
import { retryPayment } from './retry-payment.ts'

export async function takeStep(context: EdgeContext): Promise<Response> {
  const request = subscriptionStepSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const step = request.data
  const { paypal, firestore, now } = context.var.services
  return withReader(context, ({ uid }) => {
    if (!paypal) return unavailable(context, uid, 'not set up')
    const means = { firestore, paypal, now }
    if (step.step === 'mend') return retryNow(context, means, uid)
    const event: SubscriptionEvent =
      step.step === 'pause' ? { kind: 'pause', months: step.months } : { kind: step.step }
    return change(context, means, uid, event)
  })
}

async function change(
  context: EdgeContext,
  means: Means,
  uid: string,
  event: SubscriptionEvent,
): Promise<Response> {
  const { firestore, now } = means
  const changed = await changeSubscription({
    firestore,
    uid,
    by: 'reader',
    now,
    event: async () => succeed(event),
  })
  if (!changed.ok) return unavailable(context, uid, changed.failure.kind)
  const { record } = changed.value
  if (changed.value.ignored) return refused(context, uid, record, 'not_possible')
  if (!record || record.isAligned) return whereTheyStand(context, uid, record)
  // What PayPal can't do now, the cron job does.
  const aligned = await align(means, uid, record)
  if (!aligned.ok) context.var.services.log('not_aligned', { uid, reason: aligned.failure.kind })
  return whereTheyStand(context, uid, (aligned.ok && aligned.value?.record) || record)
}

async function retryNow(context: EdgeContext, means: Means, uid: string): Promise<Response> {
  const retried = await retryPayment(means, uid)
  if (retried.ok) return whereTheyStand(context, uid, retried.value.record)
  const { failure } = retried
  if (failure.kind === 'declined') {
    return refused(context, uid, failure.record, 'payment_declined')
  }
  return failure.kind === 'notPossible'
    ? refused(context, uid, failure.record, 'not_possible')
    : unavailable(context, uid, failure.kind)
}

/** With a new pass: who asks next where they stand is told what is so now. */
function refused(
  context: EdgeContext,
  uid: string,
  record: SubscriptionRecord | null,
  code: 'not_possible' | 'payment_declined',
): Promise<Response> {
  const where = standing(record, context.var.services.now())
  return withStanding(context, errorResponse(code), { uid, standing: where })
}

function whereTheyStand(
  context: EdgeContext,
  uid: string,
  record: SubscriptionRecord | null,
): Promise<Response> {
  sendEmailsTo(context, uid)
  const where = standing(record, context.var.services.now())
  const response = context.json(subscriptionResponse(where, true))
  return withStanding(context, response, { uid, standing: where })
}

function unavailable(context: EdgeContext, uid: string, reason: string): Response {
  context.var.services.log('step_not_taken', { uid, reason })
  const message = 'That did not work, and nothing has changed. Please try again in a minute.'
  return errorResponse('unavailable', { message })
}
