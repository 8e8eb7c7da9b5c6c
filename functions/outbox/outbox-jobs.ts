/**
 * An interrupted item runs again. Its effect happens once; only its email may arrive twice, if the email service
 * doesn't recognise its id.
 */
import { day } from '../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  getKindsOfJob,
  type KindOf,
  type OutboxItemOf,
  type OutboxJob,
  outboxItemSchema,
} from '../../src/domain/subscription/outbox-item.ts'
import { isEmailOutdated } from '../../src/domain/subscription/outdated-email.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import { checkGiftPayment } from '../gift/check-gift-payment.ts'
import type { CircuitBreaker } from '../platform/adapters/circuit-breaker.ts'
import type { Firestore, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import { type DueRecords, handleDueRecords, type JobDeps } from '../platform/cron/due-records.ts'
import { checkReferral } from '../referral/check-referral.ts'
import { settlePayment } from '../referral/settle-payment.ts'
import { type ChangeFailure, findRecord } from '../subscription/change-subscription.ts'
import { checkCheckoutPayment } from '../subscription/check-checkout-payment.ts'
import { runRefundItem } from '../subscription/refund-items.ts'
import { checkoutPath, findCheckout } from '../subscription/stored-checkout.ts'
import {
  reconcileProvider,
  type SubscriptionDeps,
  syncFromProvider,
} from '../subscription/sync-from-provider.ts'
import {
  createSurplusWrite,
  type ItemFailure,
  type ItemOutcome,
  nothingLeft,
} from './outbox-writes.ts'
import { deletedAccountUid } from './owner-ids.ts'

export type EmailItem = OutboxItemOf<KindOf<'emails'> | 'finishAccount'>

export type EmailSender = {
  send(email: EmailItem, id: string): Promise<Result<void, ItemFailure>>
}

type Failure = { readonly kind: string }

type RunItem<Item> = (item: Item, id: string) => Promise<ItemOutcome>

type OutboxItems<Name extends OutboxJob> = {
  readonly name: Name
  readonly concurrency: number
  readonly breaker?: CircuitBreaker
  readonly run: RunItem<OutboxItemOf<KindOf<Name>>>
}

async function runClaimedItem<Name extends OutboxJob>(
  firestore: Firestore,
  { name, run }: OutboxItems<Name>,
  { id, fields, updateTime }: StoredDocument,
): Promise<Result<void, Failure>> {
  const item = outboxItemSchema.safeParse(fields)
  if (!item.success || !getKindsOfJob(name).includes(item.data.kind))
    return fail({ kind: 'malformed' })
  const result = await run(item.data as OutboxItemOf<KindOf<Name>>, id)
  const until = result.ok ? undefined : result.failure.until
  if (!result.ok && !until) return result
  const path = `outbox/${id}`
  const waiting = { dueAt: until, attempts: 0, attemptStartedAt: null }
  const committed = await firestore.commit(
    result.ok
      ? [{ remove: path, ifUpdatedAt: updateTime }, ...result.value]
      : [{ set: path, fields: waiting, merge: true, ifUpdatedAt: updateTime }],
  )
  // Removed or replaced meanwhile, by its own effect.
  return committed.ok || committed.failure.kind === 'conflict' ? succeed(undefined) : committed
}

function createOutboxRecords<Name extends OutboxJob>(
  { firestore }: Pick<JobDeps, 'firestore'>,
  items: OutboxItems<Name>,
): DueRecords {
  return {
    ...items,
    collection: 'outbox',
    where: [{ field: 'kind', is: 'IN', value: getKindsOfJob(items.name) }],
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
): Promise<ItemOutcome> {
  if (item.kind === 'email') {
    const found = await findCurrentRecord(deps, item.uid)
    if (!found.ok) return found
    const current = found.value?.record.subscription
    if (current && isEmailOutdated(item.template, item.about, current)) {
      deps.log('email_outdated', { id, template: item.template })
      return nothingLeft
    }
  }
  return sendNow(emailSender, item, id)
}

async function sendNow(
  emailSender: EmailSender,
  item: EmailItem,
  id: string,
): Promise<ItemOutcome> {
  const sent = await emailSender.send(item, id)
  return sent.ok ? nothingLeft : sent
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
): Promise<ItemOutcome> {
  switch (item.kind) {
    case 'finishAccount':
      return sendNow(emailSender, item, id)
    case 'refund':
    case 'surplus':
    case 'replaced':
      return runRefundItem(deps, item)
    case 'checkoutPayment':
      return checkCheckoutPayment(deps, item)
    case 'firstPayment':
      return checkFirstPayment(deps, item)
    case 'reconcile':
      return runReconcileItem(deps, item.uid)
    case 'useCredit':
      return settlePayment(deps, item)
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
): Promise<ItemOutcome> {
  const found = await findCheckout(deps.firestore, provider)
  if (!found.ok) return found
  // The account's deletion has added an item that cancels it.
  if (!found.value || found.value.uid === deletedAccountUid) return nothingLeft
  const { updateTime, ...checkout } = found.value
  const synced = await syncFromProvider(deps, checkout, provider, { by: 'cron' })
  if (!synced.ok) return synced
  if (synced.value.ignored !== 'unpaid') return nothingLeft
  const now = deps.now()
  const isDeclined = (synced.value.providerSubscription?.providerState.failedPayments ?? 0) > 0
  if (!isDeclined && now.getTime() - pendingSince.getTime() < maxPendingTime)
    return fail({ kind: 'notPaid' })
  // Without an expiry it isn't new, so a late payment doesn't start it.
  return succeed([
    {
      set: checkoutPath(provider),
      fields: { ...checkout, expiresAt: null, refusedFor: 'notPaid' },
      ifUpdatedAt: updateTime,
    },
    createSurplusWrite({ uid, provider, reason: 'notPaid' }, now),
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
    const found = await findRecord(firestore, ownerUid)
    if (!found.ok) return found
    if (!found.value) return succeed(null)
    if (!found.value.movedTo) return succeed({ uid: ownerUid, record: found.value })
    ownerUid = found.value.movedTo
  }
  return fail({ kind: 'malformed' })
}

async function runReconcileItem(deps: SubscriptionDeps, uid: string): Promise<ItemOutcome> {
  const found = await findCurrentRecord(deps, uid)
  if (!found.ok) return found
  if (!found.value || found.value.record.isReconciled) return nothingLeft
  const reconciled = await reconcileProvider(deps, found.value.uid, found.value.record)
  if (!reconciled.ok) return reconciled
  const isReconciled = reconciled.value?.record?.isReconciled ?? true
  return isReconciled ? nothingLeft : fail({ kind: 'notReconciled' })
}
