/**
 * POST /api/checkout/{id}/approval: contracts/checkout.ts says what it answers. That somebody comes
 * back from PayPal says nothing; PayPal is asked. The webhook may have been faster, or may come later.
 */
import { type ApprovalResponse, approvalRequestSchema } from '../../src/contracts/checkout.ts'
import { standing } from '../../src/domain/standing.ts'
import { subscriptionResponse } from '../account/session.ts'
import type { PayPalSubscription } from '../adapters/paypal.ts'
import { type EdgeContext, withReader, withStanding } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { sendEmailsTo } from '../letters/send-emails.ts'
import { isBuyer } from './buyer.ts'
import { type Checkout, findCheckout, takeWordOf } from './look.ts'

export async function approveCheckout(context: EdgeContext): Promise<Response> {
  const request = approvalRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { key } = request.data
  return withReader(
    context,
    ({ uid }) => approve(context, { uid, key }),
    () => approve(context, { uid: null, key }),
  )
}

/** `uid` of whoever is logged in: they may have begun as a guest. */
async function approve(
  context: EdgeContext,
  caller: { readonly uid: string | null; readonly key: string | undefined },
): Promise<Response> {
  const { firestore, paypal, now } = context.var.services
  const id = context.req.param('id') ?? ''
  if (!paypal) return unavailable(context, 'not set up')
  const found = await findCheckout(firestore, id)
  if (!found.ok) return unavailable(context, found.failure.kind)
  const checkout = found.value
  if (!checkout || !(await isBuyer(context, id, checkout, caller))) {
    return errorResponse('not_found')
  }

  const means = { firestore, paypal, now }
  const taken = await takeWordOf(means, checkout, id, { by: 'reader' })
  if (!taken.ok) return unavailable(context, taken.failure.kind)
  const { record, word, ignored } = taken.value
  if (!word) return unavailable(context, 'not asked')
  const { seen, payer } = word
  const isRunning = record?.subscription?.provider === id
  if (!isRunning) {
    const isUnpaid = seen.status === 'ACTIVE' && ignored === 'unpaid'
    const isPending = seen.status === 'APPROVED' || (isUnpaid && seen.failedPayments === 0)
    if (isPending) return context.json(answer(checkout, payer, 'pending'))
    if (seen.status !== 'ACTIVE' || isUnpaid) return errorResponse('not_approved')
    return errorResponse('already_subscribed', {
      message: checkout.student
        ? 'This student address is already used for another subscription, or you already had one. We’ve cancelled this one and you’ll get your money back within a few minutes.'
        : 'You already had a subscription. We’ve cancelled the second one and you’ll get your money back within a few minutes.',
    })
  }
  const body = answer(checkout, payer, 'running')
  // No cookie: a link to somebody else's checkout must not make this browser buy in their name.
  if (checkout.isGuest) return context.json(body)
  const where = standing(record, now())
  sendEmailsTo(context, checkout.uid)
  const subscription = subscriptionResponse(where, true)
  const response = context.json({ ...body, subscription })
  return withStanding(context, response, { uid: checkout.uid, standing: where })
}

function answer(
  { plan, isGuest, isTrial }: Checkout,
  { email, firstName, lastName, paidByCard }: PayPalSubscription['payer'],
  state: ApprovalResponse['state'],
): ApprovalResponse {
  return {
    state,
    plan,
    isTrial,
    method: paidByCard ? 'card' : 'paypal',
    payer: isGuest ? { first_name: firstName, last_name: lastName, email } : null,
    subscription: null,
  }
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('approval_not_looked_up', { reason })
  return errorResponse('unavailable')
}
