import type { CheckoutRequest } from '../../src/contracts/checkout-endpoints.ts'
import { succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { getPriceClass, homeCountry, offers } from '../../src/domain/subscription/offer.ts'
import type { PlanId } from '../../src/domain/subscription/plan.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { getTrialEnd } from '../../src/domain/subscription/trial.ts'
import { site } from '../../src/site.ts'
import { findCallerCountry } from '../http/caller-country.ts'
import type { Deps } from '../http/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../http/handler.ts'
import { readReferralCookie } from '../referral/follow-referral-link.ts'
import { checkCheckoutForBot } from './check-for-bot.ts'
import { findGuest, setGuestCookie } from './checkout-buyer.ts'
import { endPreviousSubscription } from './end-previous-subscription.ts'
import { hashParts } from './hash-parts.ts'
import { type Checkout, checkoutPath } from './stored-checkout.ts'
import { readConfirmedStudent } from './verify-student.ts'

/** Where payers return to; PayPal adds `subscription_id` to the address. */
const finishPath = '/subscribe/finish'

/** Milliseconds. */
const unpaidRetention = 30 * 24 * 60 * 60 * 1000

type Buyer = {
  readonly uid: string
  readonly isGuest: boolean
  readonly record: SubscriptionRecord | null
}

export const startCheckout: Handle<'POST /api/checkout'> = (request, reader, deps) =>
  reader
    ? createCheckout(deps, request, {
        uid: reader.uid,
        isGuest: false,
        record: reader.subscription,
      })
    : startAsGuest(deps, request)

async function startAsGuest(deps: Deps, request: CheckoutRequest) {
  const checked = await checkCheckoutForBot(deps, request.botCheck)
  if (!checked.ok) return checked
  const guest = await findGuest(deps, request.requestId)
  if (!guest.ok) return refuseCheckout(deps, guest.failure.kind)
  const { id: uid, record } = guest.value
  await setGuestCookie(deps, uid)
  return createCheckout(deps, request, { uid, isGuest: true, record })
}

async function createCheckout(
  deps: Deps,
  { kind, source, requestId }: CheckoutRequest,
  { uid, isGuest, record }: Buyer,
) {
  const { paypal, firestore, trialDays, now, request } = deps
  if (!paypal) return refuseCheckout(deps, 'not set up')
  if (!resolveEntitlement(record, now()).allowedSteps.includes('subscribe'))
    return refuse('already_subscribed')
  const student = kind === 'student' ? await readConfirmedStudent(deps) : null
  if (student && !student.ok) return refuseStudent(deps, student.failure.kind)
  const ended = await endPreviousSubscription({ firestore, paypal, now }, uid, record)
  if (!ended.ok) return refuseCheckout(deps, ended.failure.kind)

  // Unknown countries pay the home country's price.
  const plan = offers[kind][getPriceClass(findCallerCountry(request) ?? homeCountry)]
  const { origin } = new URL(request.url)
  const trialEndsAt = getTrialEnd(record, trialDays, now())
  const created = await paypal.create({
    plan,
    customId: uid,
    requestId: await createRequestId(uid, plan, requestId),
    startsAt: trialEndsAt,
    returnUrl: origin + finishPath,
    cancelUrl: origin + (kind === 'student' ? '/subscribe/student' : `/subscribe?plan=${kind}`),
    brand: site.name,
  })
  if (!created.ok) return refuseCheckout(deps, created.failure.kind)
  const { providerState, approveUrl } = created.value
  const at = now()
  const fields: Checkout = {
    uid,
    customId: uid,
    isGuest,
    plan,
    source: source ?? '',
    createdAt: at,
    trialEndsAt,
    student: student?.value ?? null,
    // Only somebody who has never subscribed can be referred.
    referral: record?.subscription ? null : await readReferralCookie(deps),
    expiresAt: new Date(at.getTime() + unpaidRetention),
    accountRequest: null,
  }
  const stored = await firestore.commit([
    { set: checkoutPath(providerState.id), fields, ifExists: false },
  ])
  // A conflict is the same request, made twice.
  if (!stored.ok && stored.failure.kind !== 'conflict')
    return refuseCheckout(deps, stored.failure.kind)
  // A repeated request may find it approved; then the finish page syncs it.
  const finishUrl = `${origin}${finishPath}?subscription_id=${encodeURIComponent(providerState.id)}`
  return succeed({ id: providerState.id, plan, approveUrl: approveUrl ?? finishUrl })
}

/** PayPal recognises a repeated request by it: of this caller, for this plan. 36 characters at most. */
const createRequestId = async (uid: string, plan: PlanId, requestId: string) =>
  (await hashParts(uid, plan, requestId)).slice(0, 36)

function refuseStudent(deps: Deps, kind: string) {
  if (kind === 'notConfirmed') return refuse('student_not_confirmed')
  if (kind !== 'inUse') return refuseCheckout(deps, kind)
  return refuse(
    'student_not_confirmed',
    'This student address is already used for another subscription.',
  )
}

const refuseCheckout = (deps: Deps, reason: string) =>
  refuseUnavailable(
    deps,
    'checkout_not_started',
    { reason },
    'We couldn’t reach PayPal. You haven’t been charged. Try again in a minute.',
  )
