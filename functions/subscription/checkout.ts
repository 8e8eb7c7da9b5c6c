/**
 * POST /api/checkout: contracts/checkout.ts describes the request and the response. A guest buys under a
 * guest id (buyer.ts), so a guest who closes the window keeps what they have paid for.
 */
import { botCheckActions } from '../../src/contracts/bot-check.ts'
import {
  type CheckoutRequest,
  type CheckoutResponse,
  checkoutRequestSchema,
} from '../../src/contracts/checkout.ts'
import { homeCountry, offers, priceClassOf } from '../../src/domain/offer.ts'
import type { PlanId } from '../../src/domain/plan.ts'
import { standing } from '../../src/domain/standing.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import { firstBilling } from '../../src/domain/trial.ts'
import { site } from '../../src/site.ts'
import { withCookies } from '../account/cookies.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { callerCountry } from '../http/country.ts'
import { errorResponse } from '../http/errors.ts'
import { findGuest, guestCookieLine, idOf } from './buyer.ts'
import { endFormer } from './end-former.ts'
import { type Checkout, checkoutPath } from './look.ts'
import { readConfirmedStudent } from './student.ts'

/** Where payers come back to; PayPal names the subscription in the address, as `subscription_id`. */
const finishPath = '/subscribe/finish'

/** Milliseconds for which a checkout that nobody has paid for is stored. */
const unpaidLife = 30 * 24 * 60 * 60 * 1000

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
  const checked = await checkForBot(context, request.botCheck)
  if (checked) return checked
  const guest = await findGuest(context, request.requestId)
  if (!guest.ok) return unavailable(context, guest.failure.kind)
  const { id: uid, record } = guest.value
  const response = await begin(context, request, { uid, isGuest: true, record })
  return withCookies(response, [await guestCookieLine(context, uid)])
}

/** Null if the caller passes. Readers who are logged in are not checked: their account limits them. */
async function checkForBot(
  context: EdgeContext,
  token: string | undefined,
): Promise<Response | null> {
  const { botCheck, log } = context.var.services
  const checked = await botCheck?.verify(token, {
    action: botCheckActions.checkout,
    hostname: new URL(context.req.url).hostname,
  })
  if (!checked || checked.ok) return null
  const { kind, reason } = checked.failure
  log('bot_check_failed', { kind, reason })
  if (kind === 'unavailable') return unavailable(context, 'bot check')
  const message =
    'We couldn’t check that you’re a person. Nothing has been charged. Turn off any blocker for ' +
    'this page, or log in first, and try again.'
  return errorResponse('not_human', { message })
}

async function begin(
  context: EdgeContext,
  { kind, source, requestId }: CheckoutRequest,
  { uid, isGuest, record }: Buyer,
): Promise<Response> {
  const { paypal, firestore, now } = context.var.services
  if (!paypal) return unavailable(context, 'not set up')
  if (!standing(record, now()).may.includes('subscribe')) return errorResponse('already_subscribed')
  const student = kind === 'student' ? await readConfirmedStudent(context) : null
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
  const at = now()
  const fields: Checkout = {
    uid,
    customId: uid,
    isGuest,
    plan,
    source: source ?? '',
    createdAt: at,
    isTrial: startsAt !== null,
    student: student?.value ?? null,
    expiresAt: new Date(at.getTime() + unpaidLife),
    accountMade: null,
  }
  const stored = await firestore.commit([{ set: checkoutPath(seen.id), fields, ifExists: false }])
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
  const message = 'This student address is already used for another subscription.'
  return errorResponse('student_not_confirmed', { message })
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('checkout_not_begun', { reason })
  const message = 'We couldn’t reach PayPal. Nothing has been charged. Try again in a minute.'
  return errorResponse('unavailable', { message })
}
