/**
 * POST /api/checkout: contracts/checkout.ts says what it takes and answers. A guest buys under the uid
 * that their account will have: who closes the window has paid for it all the same.
 */
import {
  type CheckoutRequest,
  type CheckoutResponse,
  checkoutRequestSchema,
} from '../../src/contracts/checkout.ts'
import { homeCountry, offers, priceClassOf } from '../../src/domain/offer.ts'
import type { PlanId } from '../../src/domain/plan.ts'
import { standing } from '../../src/domain/standing.ts'
import { type SubscriptionRecord, subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { firstBilling } from '../../src/domain/trial.ts'
import { site } from '../../src/site.ts'
import { readMarkCookie, withCookies } from '../account/cookies.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { callerCountry } from '../http/country.ts'
import { errorResponse } from '../http/errors.ts'
import { buyerLine, idOf } from './buyer.ts'
import { subscriptionPath } from './change.ts'
import { endFormer } from './end-former.ts'
import { type Checkout, checkoutPath } from './look.ts'
import { freeStudent, studentPath } from './student.ts'

/** Where payers come back to; PayPal names the subscription in the address, as `subscription_id`. */
const finishPath = '/subscribe/finish'

type Buyer = {
  readonly uid: string
  readonly isGuest: boolean
  readonly record: SubscriptionRecord | null
}

export async function beginCheckout(context: EdgeContext): Promise<Response> {
  const request = checkoutRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  return withReader(
    context,
    ({ uid, subscription }) =>
      begin(context, request.data, { uid, isGuest: false, record: subscription }),
    () => beginAsGuest(context, request.data),
  )
}

async function beginAsGuest(context: EdgeContext, request: CheckoutRequest): Promise<Response> {
  const { firestore, tokens, now } = context.var.services
  const known = await tokens.readMark('buyer', readMarkCookie(context, 'buyer'), now())
  // Of two requests at once both make the same guest.
  const uid = known ?? (await idOf('guest', request.requestId)).slice(0, 28)
  const stored = await firestore.get(subscriptionPath(uid))
  const record = subscriptionRecordSchema
    .nullable()
    .safeParse(stored.ok ? (stored.value?.fields ?? null) : undefined)
  if (!record.success) return unavailable(context, stored.ok ? 'malformed' : stored.failure.kind)
  const response = await begin(context, request, { uid, isGuest: true, record: record.data })
  return withCookies(response, [await buyerLine(context, uid)])
}

async function begin(
  context: EdgeContext,
  { kind, source, requestId }: CheckoutRequest,
  { uid, isGuest, record }: Buyer,
): Promise<Response> {
  const { paypal, firestore, now } = context.var.services
  if (!paypal) return unavailable(context, 'not set up')
  if (!standing(record, now()).may.includes('subscribe')) return errorResponse('already_subscribed')
  const student = kind === 'student' ? await freeStudent(context, uid) : null
  if (student && !student.ok) return studentRefused(context, student.failure.kind)
  const over = await endFormer({ firestore, paypal, now }, uid, record)
  if (!over.ok) return unavailable(context, over.failure.kind)

  // Whoever hides where they are pays what is asked for at home.
  const plan = offers[kind][priceClassOf(callerCountry(context) ?? homeCountry)]
  const { origin } = new URL(context.req.url)
  const startsAt = trialFor(record, now())
  const created = await paypal.create({
    plan,
    customId: uid,
    requestId: await requestIdOf(uid, plan, requestId),
    startsAt,
    returnUrl: origin + finishPath,
    cancelUrl: origin + (kind === 'student' ? '/subscribe/student' : `/subscribe?plan=${kind}`),
    brand: site.name,
  })
  if (!created.ok) return unavailable(context, created.failure.kind)
  const { seen, approveUrl } = created.value
  const fields: Checkout = {
    uid,
    customId: uid,
    isGuest,
    plan,
    source: source ?? '',
    createdAt: now(),
    isTrial: startsAt !== null,
  }
  const stored = await firestore.commit([
    { set: checkoutPath(seen.id), fields, ifExists: false },
    ...(student
      ? [{ set: studentPath(student.value), fields: { uid, provider: seen.id, at: now() } }]
      : []),
  ])
  // Somebody was first: the same request, made twice.
  if (!stored.ok && stored.failure.kind !== 'conflict')
    return unavailable(context, stored.failure.kind)
  // Agreed to already, where the same was asked for before: what is left is to look.
  const finish = `${origin}${finishPath}?subscription_id=${encodeURIComponent(seen.id)}`
  const body: CheckoutResponse = { id: seen.id, plan, approveUrl: approveUrl ?? finish }
  return context.json(body)
}

/** Who has subscribed before knows us. */
const trialFor = (record: SubscriptionRecord | null, now: Date) =>
  record?.subscription ? null : firstBilling(now)

/** By which PayPal knows a request again: of this caller, for this plan. 36 characters at most. */
const requestIdOf = async (uid: string, plan: PlanId, requestId: string) =>
  (await idOf(uid, plan, requestId)).slice(0, 36)

function studentRefused(context: EdgeContext, kind: string): Response {
  if (kind === 'notConfirmed') return errorResponse('student_not_confirmed')
  if (kind !== 'inUse') return unavailable(context, kind)
  const message = 'This student address counts for another subscription already.'
  return errorResponse('student_not_confirmed', { message })
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('checkout_not_begun', { reason })
  const message = 'We cannot reach PayPal right now. Nothing has been paid: please try again.'
  return errorResponse('unavailable', { message })
}
