/** Stores PayPal's state of a subscription, and sets the desired one at PayPal. */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getDesiredStatus } from '../../src/domain/subscription/desired-status.ts'
import { createOutboxItem, getFirstPaymentPath } from '../../src/domain/subscription/outbox-item.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { PayPal, PayPalSubscription } from '../adapters/paypal.ts'
import { createCreditWrites } from '../referral/payment-effects.ts'
import {
  type ChangeFailure,
  type ChangeOptions,
  type ChangeResult,
  changeSubscription,
} from './change-subscription.ts'
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
  Partial<Pick<Checkout, 'student' | 'trialEndsAt' | 'expiresAt'>>

/** Idempotent. */
export async function syncFromProvider(
  deps: SubscriptionDeps,
  checkout: SyncedCheckout,
  provider: string,
  source: Pick<ChangeOptions, 'by' | 'message'>,
): Promise<Result<SyncResult, ChangeFailure>> {
  const synced = await syncOnce(deps, checkout, provider, source)
  if (!synced.ok || synced.value.ignored !== 'unfinished' || !synced.value.record) return synced
  // The previous subscription must not continue at PayPal.
  const reconciled = await reconcileProvider(deps, checkout.uid, synced.value.record)
  if (!reconciled.ok) return reconciled
  const retried = await syncOnce(deps, checkout, provider, source)
  return retried.ok && retried.value.ignored === 'unfinished' ? fail({ kind: 'conflict' }) : retried
}

async function syncOnce(
  { firestore, paypal, now }: SubscriptionDeps,
  { uid, plan, student = null, trialEndsAt = null, expiresAt = null }: SyncedCheckout,
  provider: string,
  { by, message }: Pick<ChangeOptions, 'by' | 'message'>,
): Promise<Result<SyncResult, ChangeFailure>> {
  let providerSubscription: PayPalSubscription | null = null
  let studentAddress: StudentAddress | null = null
  let before: SubscriptionRecord | null = null
  const changed = await changeSubscription({
    firestore,
    uid,
    by,
    now,
    ...(message ? { message } : {}),
    async event(record) {
      before = record
      const found = await paypal.find(provider)
      if (!found.ok) return found
      providerSubscription = found.value
      studentAddress = null
      if (student && record?.subscription?.provider !== provider) {
        const addressResult = await readStudentAddress(firestore, student, provider)
        if (!addressResult.ok) return addressResult
        studentAddress = addressResult.value
      }
      const isRefused = studentAddress?.isInUse ?? false
      const isNew = expiresAt !== null
      return succeed({
        kind: 'providerSynced',
        providerState: providerSubscription.providerState,
        plan,
        trialEndsAt,
        isNew,
        isRefused,
      })
    },
    async extraWrites(next, at, ownerUid) {
      const creditWrites = await createCreditWrites(firestore, ownerUid, before, next.record, at)
      if (!creditWrites.ok) return creditWrites
      const isFirstPayment = next.emails.includes('started') || next.surplus !== null
      if (!isFirstPayment) return creditWrites
      const paymentWrites = await createPaymentWrites(firestore, provider, next, at)
      if (!paymentWrites.ok) return paymentWrites
      const writes = [...paymentWrites.value, ...creditWrites.value]
      if (!studentAddress || next.surplus) return succeed(writes)
      return succeed([...writes, studentAddress.createHoldWrite({ uid: ownerUid, provider, at })])
    },
  })
  if (!changed.ok) return changed
  // TypeScript doesn't follow the assignment in the callback.
  const current = providerSubscription as PayPalSubscription | null
  if (changed.value.ignored === 'unpaid' && current?.providerState.status === 'ACTIVE') {
    const scheduled = await scheduleFirstPaymentCheck(firestore, uid, provider, now())
    if (!scheduled.ok) return scheduled
  }
  return succeed({ ...changed.value, providerSubscription: current })
}

/** PayPal takes most first payments within minutes. */
const firstCheckDelay = 5 * 60 * 1000

/** Pays or cancels the subscription later, whatever the browser and PayPal send. */
async function scheduleFirstPaymentCheck(
  firestore: Firestore,
  uid: string,
  provider: string,
  at: Date,
): Promise<Result<void, ChangeFailure>> {
  const item = createOutboxItem({ kind: 'firstPayment', uid, provider }, at)
  const fields = { ...item, dueAt: new Date(at.getTime() + firstCheckDelay) }
  const written = await firestore.commit([
    { set: getFirstPaymentPath(provider), fields, ifExists: false },
  ])
  return written.ok || written.failure.kind === 'conflict' ? succeed(undefined) : written
}

/** Reads PayPal's state first: PayPal refuses a change that was already made. */
export async function reconcileProvider(
  deps: SubscriptionDeps,
  uid: string,
  { subscription }: SubscriptionRecord,
): Promise<Result<ChangeResult | null, ChangeFailure>> {
  const desiredStatus = getDesiredStatus(subscription)
  if (!subscription || !desiredStatus) return succeed(null)
  const { provider, plan, state } = subscription
  const found = await deps.paypal.find(provider)
  if (!found.ok) return found
  const { status } = found.value.providerState
  const isTerminated = status === 'CANCELLED' || status === 'EXPIRED'
  if (status !== desiredStatus && !isTerminated) {
    const statusChange = await deps.paypal.setStatus(
      provider,
      desiredStatus,
      `The reader's subscription: ${state}`,
    )
    // Changed meanwhile; the new state is handled below.
    if (!statusChange.ok && statusChange.failure.kind !== 'refused') return statusChange
  }
  return syncFromProvider(deps, { uid, plan }, provider, { by: 'cron' })
}
