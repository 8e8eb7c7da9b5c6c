import type { CheckoutRequest } from '../../src/contracts/endpoints/checkout-endpoints.ts'
import { hour } from '../../src/domain/duration.ts'
import { getCheckoutPaymentPath } from '../../src/domain/outbox/outbox-item.ts'
import { succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { advanceRecord } from '../../src/domain/subscription/next-due.ts'
import { getPlan, getPriceClass, type PlanKind } from '../../src/domain/subscription/offer.ts'
import { preparePlanChange } from '../../src/domain/subscription/plan-change.ts'
import { unpaidRetention } from '../../src/domain/subscription/purchase-limits.ts'
import { createSold } from '../../src/domain/subscription/sold.ts'
import {
  noSubscription,
  type SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import { getTrialEnd } from '../../src/domain/subscription/trial.ts'
import { site } from '../../src/publication/identity.ts'
import { findCallerCountry } from '../identity/caller-country.ts'
import { checkForBot } from '../identity/check-for-bot.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { readReferralCookie } from '../identity/referral-cookie.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { readAttribution } from '../statistics/records/read-attribution.ts'
import { findGuest, setGuestCookie } from './checkout-buyer.ts'
import { endPreviousSubscription } from './end-subscription.ts'
import { hasRoomForPurchase, refuseOpenPurchase } from './open-purchases.ts'
import { type Checkout, checkoutPath, findCheckout } from './stored-checkout.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'
import { readConfirmedStudent } from './verify-student.ts'

/** The path to which payers return; PayPal adds `subscription_id` to the address. */
const finishPath = '/subscribe/finish'

/** In milliseconds. If the buyer hasn't come back by then, the payment is looked up at PayPal. */
const paymentCheckDelay = hour

type Buyer = Pick<Checkout, 'uid' | 'isGuest'> & { readonly record: SubscriptionRecord | null }

export const startCheckout: Handle<'POST /api/checkout', SubscriptionHandlerDeps> = async (
  request,
  reader,
  deps,
) => {
  if (reader) {
    const { uid, subscription: record } = reader
    return createCheckout(deps, request, { uid, isGuest: false, record })
  }
  const checked = await checkForBot(deps, request.botCheck, 'checkout')
  if (!checked.ok) return checked
  const guest = await findGuest(deps, request.requestId)
  if (!guest.ok) return refuseCheckout(deps, guest.failure.kind)
  const { id: uid, record } = guest.value
  await setGuestCookie(deps, uid)
  return createCheckout(deps, request, { uid, isGuest: true, record })
}

type Purchase = Pick<Checkout, 'plan' | 'trialEndsAt' | 'planChange' | 'referral'>

async function createCheckout(
  deps: SubscriptionHandlerDeps,
  choice: CheckoutRequest,
  buyer: Buyer,
) {
  const { paypal, firestore, now, request } = deps
  const { kind, source, requestId, isPlanChange = false } = choice
  const { uid, isGuest } = buyer
  if (!paypal) return refuseCheckout(deps, 'not set up')
  const room = await hasRoomForPurchase(deps, uid)
  if (!room.ok) return refuseCheckout(deps, room.failure.kind)
  if (!room.value) return refuseOpenPurchase()
  const from = isPlanChange ? (buyer.record?.subscription?.provider ?? null) : null
  const student =
    kind === 'student' ? await readConfirmedStudent(deps, isGuest ? null : uid, from) : null
  if (student && !student.ok) return refuseStudent(deps, student.failure.kind)
  const chosen = isPlanChange
    ? await choosePlanChange(deps, choice, buyer)
    : await choosePlan(deps, paypal, choice, buyer)
  if (!chosen.ok) return chosen
  const { plan, planChange, trialEndsAt } = chosen.value
  const replaced = planChange ? [planChange.from] : []
  const { origin } = new URL(request.url)
  const created = await paypal.create({
    plan,
    customId: uid,
    // PayPal uses this id to detect a repeated request by this caller, for this plan, from this subscription. At most
    // 36 characters.
    requestId: (await hashParts(uid, plan, requestId, ...replaced)).slice(0, 36),
    startsAt: trialEndsAt ?? planChange?.startsAt ?? null,
    returnUrl: origin + finishPath,
    cancelUrl: origin + getStartPath(kind, isPlanChange),
    brand: site.name,
  })
  if (!created.ok) return refuseCheckout(deps, created.failure.kind)
  const { payPalState, approveUrl } = created.value
  const at = now()
  const fields: Checkout = {
    ...chosen.value,
    uid,
    sold: createSold(plan, payPalState.planId),
    customId: uid,
    isGuest,
    source: source ?? '',
    createdAt: at,
    attribution: readAttribution(request, choice.visit),
    student: student?.value ?? null,
    expiresAt: new Date(at.getTime() + unpaidRetention),
    refusedFor: null,
    accountRequest: null,
  }
  const { id } = payPalState
  const effect = { kind: 'checkoutPayment', uid, provider: id } as const
  const checkedAt = new Date(at.getTime() + paymentCheckDelay)
  const check = createOutboxWrite(getCheckoutPaymentPath(id), effect, at, checkedAt)
  const stored = await firestore.commit([
    { set: checkoutPath(id), fields, ifExists: false },
    { ...check, ifExists: false },
  ])
  // A conflict means that the same request was made twice.
  if (!stored.ok && stored.failure.kind !== 'conflict')
    return refuseCheckout(deps, stored.failure.kind)
  // A repeated request may find the checkout approved; the finish page then syncs it.
  const finishUrl = `${origin}${finishPath}?subscription_id=${encodeURIComponent(id)}`
  return succeed({ id, plan, approveUrl: approveUrl ?? finishUrl })
}

async function choosePlan(
  deps: SubscriptionHandlerDeps,
  paypal: PayPal,
  { kind }: CheckoutRequest,
  { uid, record }: Buyer,
) {
  const { firestore, trialDays, now, request } = deps
  if (!resolveEntitlement(record, now()).allowedSteps.includes('subscribe'))
    return refuse('already_subscribed')
  const ended = await endPreviousSubscription({ firestore, paypal, now }, uid, record)
  if (!ended.ok) return refuseCheckout(deps, ended.failure.kind)
  return succeed<Purchase>({
    // Unknown countries get the home country's price.
    plan: getPlan(kind, getPriceClass(findCallerCountry(request))),
    trialEndsAt: getTrialEnd(record, trialDays, now()),
    planChange: null,
    // Only somebody who has never subscribed can be referred.
    referral: record?.subscription ? null : await readReferralCookie(deps),
  })
}

async function choosePlanChange(
  deps: SubscriptionHandlerDeps,
  { kind }: CheckoutRequest,
  { isGuest, record }: Buyer,
) {
  const { firestore, now } = deps
  const current = advanceRecord(record ?? noSubscription, now())
  const { subscription } = current
  const prepared = preparePlanChange(current, kind, now())
  if (isGuest)
    return refuse('not_possible', 'You’re no longer logged in. Log in to change your plan.')
  if (!subscription || !prepared.ok) return refuse('not_possible')
  const { plan, ...planChange } = prepared.value
  const replaced = await findCheckout(firestore, planChange.from)
  if (!replaced.ok) return refuseCheckout(deps, replaced.failure.kind)
  return succeed<Purchase>({
    plan,
    trialEndsAt: null,
    planChange,
    // A referred friend's payments are added up, whatever the plan.
    referral: replaced.value?.referral ?? null,
  })
}

/** Returns the page to which payers return if they don't approve. */
function getStartPath(kind: PlanKind, isPlanChange: boolean): string {
  if (isPlanChange) return `/settings/plan?plan=${kind}`
  return kind === 'student' ? '/subscribe/student' : `/subscribe?plan=${kind}`
}

function refuseStudent(deps: SubscriptionHandlerDeps, kind: string) {
  if (kind === 'notConfirmed') return refuse('student_not_confirmed')
  if (kind !== 'inUse') return refuseCheckout(deps, kind)
  const message =
    'This student address is already used for another subscription. Use a different one, or choose another plan.'
  return refuse('student_not_confirmed', message)
}

const refuseCheckout = (deps: SubscriptionHandlerDeps, reason: string) =>
  refuseUnavailable(
    deps,
    'checkout_not_started',
    { reason },
    'We couldn’t start your payment. You haven’t been charged. Try again in a minute.',
  )
