/** An interrupted item runs again; the services recognise its id, so that its effect happens once. */

import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  createOutboxItem,
  getKindsOfJob,
  getSurplusPath,
  type KindOf,
  type OutboxItemOf,
  type OutboxJob,
  outboxItemSchema,
} from '../../src/domain/subscription/outbox-item.ts'
import { isEmailOutdated } from '../../src/domain/subscription/outdated-email.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore, StoredDocument, Write } from '../adapters/firestore.ts'
import type { PayPalSubscription } from '../adapters/paypal.ts'
import type { PayPalTransaction } from '../adapters/paypal-payments.ts'
import type { PayPalFailure } from '../adapters/paypal-rest.ts'
import type { Job } from '../cron/cron-job.ts'
import { type DueRecords, handleDueRecords, type JobDeps } from '../cron/due-records.ts'
import { checkGiftPayment } from '../gift/check-gift-payment.ts'
import { checkReferral } from '../referral/check-referral.ts'
import { useCredit } from '../referral/use-credit.ts'
import { type ChangeFailure, subscriptionPath } from './change-subscription.ts'
import { checkoutPath, deletedAccountUid, findCheckout } from './stored-checkout.ts'
import { reconcileProvider, type SubscriptionDeps, syncFromProvider } from './sync-from-provider.ts'

export type EmailItem = OutboxItemOf<
  | 'email'
  | 'refundConfirmation'
  | 'finishAccount'
  | 'creditEmail'
  | 'giftTimeEmail'
  | 'giftBuyerEmail'
>

export type EmailSender = {
  send(email: EmailItem, id: string): Promise<Result<void, { readonly kind: string }>>
}

type Failure = { readonly kind: string }

/** Returns the writes for the commit that removes the item. */
type RunItem<Item> = (item: Item, id: string) => Promise<Result<readonly Write[], Failure>>

const minute = 60 * 1000
const day = 24 * 60 * minute

async function runClaimedItem<Name extends OutboxJob>(
  firestore: Firestore,
  { name, run }: { readonly name: Name; readonly run: RunItem<OutboxItemOf<KindOf<Name>>> },
  { id, fields, updateTime }: StoredDocument,
): Promise<Result<void, Failure>> {
  const item = outboxItemSchema.safeParse(fields)
  if (!item.success || !getKindsOfJob(name).includes(item.data.kind))
    return fail({ kind: 'malformed' })
  const result = await run(item.data as OutboxItemOf<KindOf<Name>>, id)
  if (!result.ok) return result
  const removeItem = { remove: `outbox/${id}`, ifUpdatedAt: updateTime }
  const committed = await firestore.commit([removeItem, ...result.value])
  // Removed or replaced meanwhile, by its own effect.
  return committed.ok || committed.failure.kind === 'conflict' ? succeed(undefined) : committed
}

type OutboxItems<Name extends OutboxJob> = {
  readonly name: Name
  readonly concurrency: number
  readonly breaker?: CircuitBreaker
  readonly run: RunItem<OutboxItemOf<KindOf<Name>>>
}

function createOutboxRecords<Name extends OutboxJob>(
  { firestore }: Pick<JobDeps, 'firestore'>,
  items: OutboxItems<Name>,
): DueRecords {
  const { name, concurrency, breaker } = items
  return {
    collection: 'outbox',
    where: [{ field: 'kind', is: 'IN', value: getKindsOfJob(name) }],
    concurrency,
    ...(breaker ? { breaker } : {}),
    handle: (document) => runClaimedItem(firestore, items, document),
  }
}

export function createOutboxJob<Name extends OutboxJob>(
  deps: JobDeps,
  items: OutboxItems<Name>,
): Job {
  const dueRecords = createOutboxRecords(deps, items)
  return { name: items.name, run: (run) => handleDueRecords(deps, run, dueRecords) }
}

/** Drops an email that a later change has made untrue. Needs no PayPal. */
async function sendEmail(
  deps: JobDeps,
  emailSender: EmailSender,
  item: OutboxItemOf<KindOf<'emails'>>,
  id: string,
): Promise<Result<readonly Write[], Failure>> {
  if (item.kind === 'email') {
    const found = await findCurrentRecord(deps, item.uid)
    if (!found.ok) return found
    const current = found.value?.record.subscription
    if (current && isEmailOutdated(item.template, item.about, current)) {
      deps.log('email_outdated', { id, template: item.template })
      return succeed([])
    }
  }
  const sent = await emailSender.send(item, id)
  return sent.ok ? succeed([]) : sent
}

const createEmailItems = (deps: JobDeps, emailSender: EmailSender): OutboxItems<'emails'> => ({
  name: 'emails',
  concurrency: 2,
  run: (item, id) => sendEmail(deps, emailSender, item, id),
})

export const createEmailsJob = (deps: JobDeps, emailSender: EmailSender): Job =>
  createOutboxJob(deps, createEmailItems(deps, emailSender))

export const createEmailRecords = (deps: JobDeps, emailSender: EmailSender): DueRecords =>
  createOutboxRecords(deps, createEmailItems(deps, emailSender))

export async function runPayPalItem(
  deps: SubscriptionDeps,
  emailSender: EmailSender,
  item: OutboxItemOf<KindOf<'payPal'>>,
  id: string,
): Promise<Result<readonly Write[], Failure>> {
  switch (item.kind) {
    case 'finishAccount': {
      const sent = await emailSender.send(item, id)
      return sent.ok ? succeed([]) : sent
    }
    case 'refund': {
      const { paymentAt } = item
      const offsetFromPayment = (seconds: number) => new Date(paymentAt.getTime() + seconds * 1000)
      const refunds = await refundPayments(
        deps,
        item.provider,
        offsetFromPayment(-60),
        offsetFromPayment(60),
      )
      return refunds.ok
        ? succeed(createRefundEmailWrites(item, refunds.value, deps.now()))
        : refunds
    }
    case 'surplus': {
      const refunds = await cancelSurplus(deps, item)
      return refunds.ok
        ? succeed(createRefundEmailWrites(item, refunds.value, deps.now()))
        : refunds
    }
    case 'replaced': {
      const refunds = await endReplacedSubscription(deps, item)
      return refunds.ok
        ? succeed(createRefundEmailWrites(item, refunds.value, deps.now()))
        : refunds
    }
    case 'firstPayment':
      return checkFirstPayment(deps, item)
    case 'reconcile':
      return runReconcileItem(deps, item.uid)
    case 'useCredit':
      return useCredit(deps, item)
    case 'referralCheck':
      return checkReferral(deps, item)
    case 'giftPayment':
      return checkGiftPayment(deps, item)
  }
}

/** Milliseconds. */
const maxPendingTime = 3 * day

/** A subscription whose payment PayPal can't collect is cancelled, so that it's never charged later. */
async function checkFirstPayment(
  deps: SubscriptionDeps,
  { uid, provider, pendingSince }: OutboxItemOf<'firstPayment'>,
): Promise<Result<readonly Write[], Failure>> {
  const found = await findCheckout(deps.firestore, provider)
  if (!found.ok) return found
  // The account's deletion has added an item that cancels it.
  if (!found.value || found.value.uid === deletedAccountUid) return succeed([])
  const { updateTime, ...checkout } = found.value
  const synced = await syncFromProvider(deps, checkout, provider, { by: 'cron' })
  if (!synced.ok) return synced
  if (synced.value.ignored !== 'unpaid') return succeed([])
  const now = deps.now()
  const isDeclined = (synced.value.providerSubscription?.providerState.failedPayments ?? 0) > 0
  if (!isDeclined && now.getTime() - pendingSince.getTime() < maxPendingTime)
    return fail({ kind: 'notPaid' })
  // Without an expiry it isn't new, so a late payment is refunded.
  return succeed([
    {
      set: checkoutPath(provider),
      fields: { ...checkout, expiresAt: null },
      ifUpdatedAt: updateTime,
    },
    {
      set: getSurplusPath(provider),
      fields: createOutboxItem({ kind: 'surplus', uid, provider, reason: 'notPaid' }, now),
    },
  ])
}

/** A claim moves a record once, to an account that isn't a guest's. */
const maxTransfers = 3

async function findCurrentRecord(
  { firestore }: Pick<SubscriptionDeps, 'firestore'>,
  uid: string,
): Promise<Result<{ uid: string; record: SubscriptionRecord } | null, ChangeFailure>> {
  let ownerUid = uid
  for (let transfer = 0; transfer <= maxTransfers; transfer++) {
    const stored = await firestore.get(subscriptionPath(ownerUid))
    if (!stored.ok) return stored
    if (!stored.value) return succeed(null)
    const record = subscriptionRecordSchema.safeParse(stored.value.fields)
    if (!record.success) return fail({ kind: 'malformed' })
    if (!record.data.movedTo) return succeed({ uid: ownerUid, record: record.data })
    ownerUid = record.data.movedTo
  }
  return fail({ kind: 'malformed' })
}

async function runReconcileItem(
  deps: SubscriptionDeps,
  uid: string,
): Promise<Result<readonly Write[], Failure>> {
  const found = await findCurrentRecord(deps, uid)
  if (!found.ok) return found
  if (!found.value || found.value.record.isReconciled) return succeed([])
  const reconciled = await reconcileProvider(deps, found.value.uid, found.value.record)
  if (!reconciled.ok) return reconciled
  const isReconciled = reconciled.value?.record?.isReconciled ?? true
  return isReconciled ? succeed([]) : fail({ kind: 'notReconciled' })
}

function createRefundEmailWrites(
  item: OutboxItemOf<'refund' | 'surplus' | 'replaced'>,
  refunds: readonly PayPalTransaction[],
  now: Date,
): Write[] {
  return refunds.map(({ id, at, gross }) => {
    const { uid, provider } = item
    const surplus = item.kind === 'surplus' ? item.reason : null
    const email = {
      kind: 'refundConfirmation',
      uid,
      provider,
      paidAt: at,
      amount: gross,
      surplus,
    } as const
    return { set: `outbox/refund-confirmation-${id}`, fields: createOutboxItem(email, now) }
  })
}

const refundableStatuses = new Set(['COMPLETED', 'PARTIALLY_REFUNDED'])

const isCaptured = ({ status }: PayPalTransaction) =>
  refundableStatuses.has(status) || status === 'REFUNDED'

/** Refunds each payment once, by its id. Returns the refunded ones. */
async function refundPayments(
  { paypal }: SubscriptionDeps,
  provider: string,
  from: Date,
  to: Date,
): Promise<Result<readonly PayPalTransaction[], PayPalFailure>> {
  const found = await paypal.transactions(provider, from, to)
  if (!found.ok) return found
  // A pending payment can't be refunded yet.
  if (found.value.some(({ status }) => status === 'PENDING')) {
    return fail({ kind: 'refused', issue: 'PENDING' })
  }
  for (const { id, status } of found.value) {
    // A part may have been refunded as credit: PayPal refunds the rest.
    if (!refundableStatuses.has(status)) continue
    const refunded = await paypal.refund(id, `refund-${id}`)
    if (!refunded.ok) return refunded
  }
  // PayPal lists a payment with a delay.
  return found.value.length > 0
    ? succeed(found.value.filter(isCaptured))
    : fail({ kind: 'notFound' })
}

async function cancelSurplus(
  deps: SubscriptionDeps,
  { provider, pendingSince }: OutboxItemOf<'surplus'>,
): Promise<Result<readonly PayPalTransaction[], PayPalFailure>> {
  const found = await deps.paypal.find(provider)
  if (!found.ok) return found
  const { status, lastPaymentAt } = found.value.providerState
  if (status === 'ACTIVE' || status === 'SUSPENDED') {
    const ended = await deps.paypal.setStatus(
      provider,
      'CANCELLED',
      'One too many: the reader has one',
    )
    if (!ended.ok && ended.failure.kind !== 'refused') return ended
  }
  if (lastPaymentAt) return refundPayments(deps, provider, new Date(0), deps.now())
  // A first payment may arrive after the cancellation; it's awaited for a day.
  const hasWaitedADay = deps.now().getTime() - pendingSince.getTime() > day
  return hasWaitedADay ? succeed([]) : fail({ kind: 'notFound' })
}

/** Ends what a plan change has replaced. Refunds what PayPal has collected since, which wasn't due. */
async function endReplacedSubscription(
  deps: SubscriptionDeps,
  { provider, lastDuePaymentAt }: OutboxItemOf<'replaced'>,
): Promise<Result<readonly PayPalTransaction[], PayPalFailure>> {
  const { paypal, now } = deps
  const found = await paypal.find(provider)
  // Unknown to PayPal, so it isn't billed.
  if (!found.ok) return found.failure.kind === 'notFound' ? succeed([]) : found
  if (!isEndedAtPayPal(found.value)) {
    const cancelled = await paypal.setStatus(provider, 'CANCELLED', 'The reader has another plan')
    if (!cancelled.ok && cancelled.failure.kind !== 'refused') return cancelled
  }
  // A payment may have been taken just before.
  const ended = await paypal.find(provider)
  if (!ended.ok) return ended
  if (!isEndedAtPayPal(ended.value)) return fail({ kind: 'refused', issue: 'NOT_CANCELLED' })
  const { lastPaymentAt } = ended.value.providerState
  const from = lastDuePaymentAt ? new Date(lastDuePaymentAt.getTime() + minute) : new Date(0)
  return lastPaymentAt && lastPaymentAt > from
    ? refundPayments(deps, provider, from, now())
    : succeed([])
}

const isEndedAtPayPal = ({ providerState: { status } }: PayPalSubscription) =>
  status === 'CANCELLED' || status === 'EXPIRED'
