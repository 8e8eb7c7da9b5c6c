/** Stores PayPal's state of a subscription, and sets the desired one at PayPal. */
import { minute } from '../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  getDesiredStatus,
  isEndedAtProvider,
} from '../../src/domain/subscription/desired-status.ts'
import { isMuchLater } from '../../src/domain/subscription/due-dates.ts'
import { getFirstPaymentPath } from '../../src/domain/subscription/outbox-item.ts'
import { getPeriodEnd } from '../../src/domain/subscription/plan.ts'
import type {
  DesiredStatus,
  ProviderPayment,
} from '../../src/domain/subscription/provider-subscription.ts'
import type {
  Subscription,
  SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import type { PlanChange, Transition } from '../../src/domain/subscription/subscription-event.ts'
import { createOutboxWrite, endDeletedAccountPurchase } from '../outbox/outbox-writes.ts'
import type { Firestore, Write } from '../platform/adapters/firestore.ts'
import type { PayPal, PayPalSubscription } from '../platform/adapters/paypal.ts'
import {
  type ChangeFailure,
  type ChangeOptions,
  type ChangeResult,
  changeSubscription,
} from './change-subscription.ts'
import { compareWithSold, createUnderpaidWrites, findSold } from './compare-with-sold.ts'
import { readFreeMonth } from './free-month.ts'
import { createCreditWrites } from './payment-effects.ts'
import { type Checkout, createPaymentWrites } from './stored-checkout.ts'
import { readStudentAddress, type StudentAddress } from './student-address.ts'

export type SubscriptionDeps = {
  readonly firestore: Firestore
  readonly paypal: PayPal
  readonly now: () => Date
}

/** Null if PayPal wasn't called, because the event was processed before. */
export type SyncResult = ChangeResult & { readonly providerSubscription: PayPalSubscription | null }

type SyncedCheckout = Pick<Checkout, 'uid' | 'plan'> &
  Partial<Pick<Checkout, 'sold' | 'student' | 'trialEndsAt' | 'expiresAt' | 'planChange'>>

type SyncSource = Pick<ChangeOptions, 'by' | 'message'> & { readonly isOwnStatus?: boolean }

/** Idempotent. */
export async function syncFromProvider(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  provider: string,
  source: SyncSource,
): Promise<Result<SyncResult, ChangeFailure>> {
  const synced = await syncOnce(deps, checkout, provider, source)
  if (!synced.ok || synced.value.ignored !== 'unfinished' || !synced.value.record) return synced
  const settled = await settlePrevious(deps, checkout, synced.value.record)
  if (!settled.ok) return settled
  const retried = await syncOnce(deps, checkout, provider, source)
  return retried.ok && retried.value.ignored === 'unfinished' ? fail({ kind: 'conflict' }) : retried
}

/** The previous subscription must not continue at PayPal. One whose plan changes must be up to date. */
function settlePrevious(
  deps: SubscriptionDeps,
  { uid, planChange }: SyncedCheckout,
  record: SubscriptionRecord,
): Promise<Result<unknown, ChangeFailure>> {
  const { subscription } = record
  return planChange && subscription
    ? syncFromProvider(deps, { uid, plan: subscription.plan }, planChange.from, { by: 'cron' })
    : reconcileProvider(deps, uid, record)
}

/** Null for a checkout that doesn't change a plan. PayPal's state of the current subscription is read. */
async function readPlanChange(
  { paypal }: SubscriptionDeps,
  { planChange }: SyncedCheckout,
  provider: string,
  record: SubscriptionRecord | null,
): Promise<Result<PlanChange | null, ChangeFailure>> {
  const currentProvider = record?.subscription?.provider
  if (!planChange || currentProvider === provider) return succeed(null)
  if (currentProvider !== planChange.from) return succeed({ ...planChange, currentState: null })
  const current = await paypal.find(planChange.from)
  if (!current.ok) return current
  return succeed({ ...planChange, currentState: current.value.providerState })
}

async function syncOnce(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  provider: string,
  source: SyncSource,
): Promise<Result<SyncResult, ChangeFailure>> {
  const { firestore, paypal, now } = deps
  const { uid, plan, student = null, trialEndsAt = null, expiresAt = null } = checkout
  let providerSubscription: PayPalSubscription | null = null
  let studentAddress: StudentAddress | null = null
  let before: SubscriptionRecord | null = null
  const changed = await changeSubscription({
    firestore,
    uid,
    now,
    ...source,
    async event(record) {
      before = record
      const found = await paypal.find(provider)
      if (!found.ok) return found
      providerSubscription = found.value
      studentAddress = null
      if (student && record?.subscription?.provider !== provider) {
        const from = checkout.planChange?.from ?? null
        const address = await readStudentAddress(firestore, student, { uid, provider, from })
        if (!address.ok) return address
        studentAddress = address.value
      }
      const isStarting = record?.subscription?.provider !== provider
      const freeMonth = isStarting ? await readFreeMonth(firestore, found.value.payer) : null
      if (freeMonth && !freeMonth.ok) return freeMonth
      const planChange = await readPlanChange(deps, checkout, provider, record)
      if (!planChange.ok) return planChange
      const payments = await readNewPayments(deps, record, found.value)
      if (!payments.ok) return payments
      const { providerState } = found.value
      const sold = findSold(checkout.sold ?? null, record?.subscription ?? null, providerState)
      const compared = await compareWithSold(paypal, plan, sold, providerState, payments.value)
      if (!compared.ok) return compared
      return succeed({
        kind: 'providerSynced',
        providerState,
        payments: payments.value,
        plan,
        ...compared.value,
        trialEndsAt,
        isNew: expiresAt !== null,
        isRefused: studentAddress?.isInUse ?? false,
        planChange: planChange.value,
        isOwnStatus: source.isOwnStatus ?? false,
        offerTakenAt: freeMonth?.value.takenAt ?? null,
      })
    },
    async extraWrites(next, at, ownerUid) {
      const credit = await createCreditWrites(firestore, ownerUid, before, next, at)
      if (!credit.ok) return credit
      // TypeScript doesn't follow the assignment in the callback.
      const current = providerSubscription as PayPalSubscription | null
      const payer = await createPayerWrites(firestore, current, next.settlements)
      if (!payer.ok) return payer
      const otherWrites = [
        ...credit.value,
        ...payer.value,
        ...createUnderpaidWrites(before, next, at),
      ]
      const isConfirmed =
        next.surplus !== null ||
        next.emails.some((email) => email === 'started' || email === 'planChanged')
      if (!isConfirmed) return succeed(otherWrites)
      const paymentWrites = await createPaymentWrites(firestore, provider, next, at)
      if (!paymentWrites.ok) return paymentWrites
      const writes = [...paymentWrites.value, ...otherWrites]
      if (!studentAddress || next.surplus) return succeed(writes)
      return succeed([...writes, studentAddress.createHoldWrite({ uid: ownerUid, provider, at })])
    },
  })
  if (!changed.ok) return changed
  if (changed.value.ignored === 'accountDeleted') {
    const ended = await endDeletedAccountPurchase(deps, provider)
    if (!ended.ok) return ended
  }
  // TypeScript doesn't follow the assignment in the callback.
  const current = providerSubscription as PayPalSubscription | null
  if (changed.value.ignored === 'unpaid' && current?.providerState.status === 'ACTIVE') {
    const scheduled = await scheduleFirstPaymentCheck(firestore, uid, provider, now())
    if (!scheduled.ok) return scheduled
  }
  return succeed({ ...changed.value, providerSubscription: current })
}

/** Remembers who has paid, and when for the first time. Costs a database read if there is a payment. */
async function createPayerWrites(
  firestore: Firestore,
  current: PayPalSubscription | null,
  settlements: Transition['settlements'],
): Promise<Result<readonly Write[], ChangeFailure>> {
  const payments = settlements.filter(({ provider }) => provider === current?.providerState.id)
  const [payment] = payments
  if (!current || !payment) return succeed([])
  const known = await readFreeMonth(firestore, current.payer)
  if (!known.ok) return known
  const ends = payments.map(({ plan, at }) => getPeriodEnd(plan, at).getTime())
  return succeed(await known.value.createPaymentWrites(payment, new Date(Math.max(...ends))))
}

/** Milliseconds before the last payment seen, because PayPal's list may differ by a moment. */
const listMargin = minute

/**
 * The payments since the last one seen, if PayPal's state shows that there may be some: a new one, or a date that has moved
 * without one. Costs a call to PayPal then.
 */
async function readNewPayments(
  { paypal, now }: SubscriptionDeps,
  record: SubscriptionRecord | null,
  { providerState }: PayPalSubscription,
): Promise<Result<readonly ProviderPayment[], ChangeFailure>> {
  const { subscription = null } = record ?? {}
  const { id, lastPaymentAt, nextBillingAt } = providerState
  if (subscription?.provider !== id) return succeed([])
  const { seenPaymentAt, paidThrough } = subscription
  const isNew = lastPaymentAt !== null && !(seenPaymentAt && lastPaymentAt <= seenPaymentAt)
  if (!isNew && !isMuchLater(subscription, nextBillingAt) && now() < paidThrough) return succeed([])
  const from = seenPaymentAt ? new Date(seenPaymentAt.getTime() - listMargin) : new Date(0)
  const found = await paypal.transactions(id, from, now())
  if (!found.ok) return found.failure.kind === 'notFound' ? succeed([]) : found
  return succeed(
    found.value
      .filter(({ status }) => status !== 'DECLINED')
      .map(({ at, gross, status }) => ({
        at,
        minorUnits: gross.minorUnits,
        isPending: status === 'PENDING',
        isRefunded: status === 'REFUNDED',
      })),
  )
}

/** PayPal takes most first payments within minutes. */
const firstCheckDelay = 5 * minute

/** Pays or cancels the subscription later, whatever the browser and PayPal send. */
async function scheduleFirstPaymentCheck(
  firestore: Firestore,
  uid: string,
  provider: string,
  at: Date,
): Promise<Result<void, ChangeFailure>> {
  const check = { kind: 'firstPayment', uid, provider } as const
  const dueAt = new Date(at.getTime() + firstCheckDelay)
  const write = createOutboxWrite(getFirstPaymentPath(provider), check, at, dueAt)
  const written = await firestore.commit([{ ...write, ifExists: false }])
  return written.ok || written.failure.kind === 'conflict' ? succeed(undefined) : written
}

/** Reads PayPal's state first: PayPal refuses a change that was already made. */
export async function reconcileProvider(
  deps: SubscriptionDeps,
  uid: string,
  record: SubscriptionRecord,
): Promise<Result<ChangeResult | null, ChangeFailure>> {
  const { subscription } = record
  const desiredStatus = getDesiredStatus(record)
  if (!subscription || !desiredStatus) return succeed(null)
  const { provider, plan, state } = subscription
  const found = await deps.paypal.find(provider)
  if (!found.ok) return found
  const { status } = found.value.providerState
  const isOwnStatus = status !== desiredStatus && !isEndedAtProvider(status)
  if (isOwnStatus) {
    const prepared = await dropSkippedBalance(deps, subscription, desiredStatus, found.value)
    if (!prepared.ok) return prepared
    const reason = `The reader's subscription: ${state}`
    const statusChange = await deps.paypal.setStatus(provider, desiredStatus, reason)
    if (!statusChange.ok && statusChange.failure.kind !== 'refused') {
      // PayPal may have changed it although its answer was lost.
      await syncFromProvider(deps, { uid, plan }, provider, { by: 'cron', isOwnStatus })
      return statusChange
    }
  }
  return syncFromProvider(deps, { uid, plan }, provider, { by: 'cron', isOwnStatus })
}

/** Clears what PayPal may have added up for dates that were skipped: it isn't due. A failed payment's balance is. */
async function dropSkippedBalance(
  { paypal }: SubscriptionDeps,
  { provider, hasSkipped }: Subscription,
  desiredStatus: DesiredStatus,
  { providerState }: PayPalSubscription,
): Promise<Result<void, ChangeFailure>> {
  const { outstandingMinorUnits, failedPayments } = providerState
  const isSkipped = hasSkipped && failedPayments === 0 && outstandingMinorUnits > 0
  if (desiredStatus !== 'ACTIVE' || !isSkipped) return succeed(undefined)
  const cleared = await paypal.clearBalance(provider)
  // If PayPal charges it, the excess is returned.
  return cleared.ok || cleared.failure.kind === 'refused' ? succeed(undefined) : cleared
}
