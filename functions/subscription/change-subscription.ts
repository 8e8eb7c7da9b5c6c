/**
 * The only code that changes a subscription: loads the record, decides the change without any call, and commits the
 * change. One commit stores it with its outbox items, its history, its statistics records and PayPal's event id.
 */
import { day } from '../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SurplusReason } from '../../src/domain/subscription/effect-kinds.ts'
import { describeHistory } from '../../src/domain/subscription/history-entry.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import type {
  IgnoredReason,
  SubscriptionEvent,
  Transition,
} from '../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import { requireAccount } from '../identity/require-account.ts'
import { createEffectWrites, createReconcileWrites } from '../outbox/outbox-writes.ts'
import { guestPrefix } from '../outbox/owner-ids.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import {
  commitUnlessOvertaken,
  type Overtaken,
  repeatIfOvertaken,
} from '../platform/adapters/optimistic-lock.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { createSubscriptionRecordWrites } from '../statistics/records/subscription-records.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

export type ChangeFailure =
  | FirestoreFailure
  | PayPalFailure
  /** The stored record is malformed and isn't overwritten. */
  | { readonly kind: 'malformed' }
  /** The event's cause has changed in the meantime: for example, somebody else has redeemed the gift. */
  | { readonly kind: 'superseded' }

export type ChangeResult = {
  readonly record: SubscriptionRecord | null
  /**
   * `repeated`: the event was already processed. `moved`: the record now belongs to another account. `accountDeleted`:
   * the account's deletion has begun, so it gets neither a record nor another subscription.
   */
  readonly ignored: IgnoredReason | 'repeated' | 'moved' | 'accountDeleted' | null
  /** The reason why PayPal's subscription may not start. The subscription is cancelled and refunded. */
  readonly surplus?: SurplusReason | undefined
}

export type Actor =
  | 'reader'
  | 'provider'
  | 'cron'
  | { readonly operator: string; readonly message: string | null }

export const describeActor = (by: Actor) =>
  typeof by === 'string' ? { by } : { by: 'operator', operator: by.operator, message: by.message }

export type ChangeSource = {
  readonly by: Actor
  /** PayPal's event, which is processed once. */
  readonly message?: { readonly id: string; readonly type: string } | undefined
}

/** A record as it was read. A change is committed only if the record hasn't changed since. */
export type LoadedRecord = {
  /** The account or guest that owns the record. */
  readonly uid: string
  readonly record: SubscriptionRecord | null
  readonly updateTime: string | undefined
  readonly source: ChangeSource
}

/** A change that needs no further call: every call has been made already, or follows the commit. */
export type Decision = {
  readonly loaded: LoadedRecord
  readonly event: SubscriptionEvent
  readonly at: Date
  /** Null if the event changes nothing. */
  readonly change: Transition | null
  readonly result: ChangeResult
}

type Ignored = { readonly kind: 'ignored'; readonly result: ChangeResult }
type AttemptFailure = ChangeFailure | Overtaken | Ignored

/** Milliseconds after which PayPal no longer repeats an event. */
const messageRetention = 30 * day

/** Retries of the optimistic lock: enough for a hundred simultaneous changes. */
const maxAttempts = 120

/** A claim moves a record only once, from a guest to an account. */
const maxTransfers = 3

export const subscriptionPath = (uid: string) => `subscriptions/${uid}`
export const historyPath = (uid: string) => `${subscriptionPath(uid)}/history`
const messagePath = (id: string) => `providerEvents/${encodeURIComponent(id)}`

/** Finds the record, even if it has moved to another account; null if there is none. */
export async function findCurrentRecord(
  { firestore }: Pick<SubscriptionDeps, 'firestore'>,
  uid: string,
): Promise<Result<{ uid: string; record: SubscriptionRecord } | null, ChangeFailure>> {
  const loaded = await loadRecord(firestore, uid, { by: 'cron' })
  if (!loaded.ok) return loaded.failure.kind === 'ignored' ? succeed(null) : fail(loaded.failure)
  const { uid: ownerUid, record } = loaded.value
  return succeed(record && { uid: ownerUid, record })
}

/**
 * Makes one change. `attempt` loads what the change depends on besides the record, decides, and commits. If another
 * change was committed first, the attempt is repeated, because PayPal's state must be newer than the record.
 */
export async function changeSubscription<Value>(
  firestore: Firestore,
  uid: string,
  source: ChangeSource,
  attempt: (loaded: LoadedRecord) => Promise<Result<Value, AttemptFailure>>,
): Promise<Result<Value | ChangeResult, ChangeFailure>> {
  const changed = await repeatIfOvertaken(maxAttempts, async () => {
    const loaded = await loadRecord(firestore, uid, source)
    return loaded.ok ? attempt(loaded.value) : loaded
  })
  if (changed.ok) return changed
  const { failure } = changed
  return failure.kind === 'ignored' ? succeed(failure.result) : fail(failure)
}

/** Changes a subscription by an event that depends on nothing else. */
export const applySubscriptionEvent = (
  { firestore, now }: Pick<SubscriptionDeps, 'firestore' | 'now'>,
  uid: string,
  by: Actor,
  event: SubscriptionEvent,
  message?: ChangeSource['message'],
): Promise<Result<ChangeResult, ChangeFailure>> =>
  changeSubscription(firestore, uid, { by, message }, (loaded) =>
    commitChange(firestore, decideChange(loaded, event, now())),
  )

/** Fails with `ignored` if there is nothing to decide. Costs one database read, plus one for `message`. */
export async function loadRecord(
  firestore: Firestore,
  uid: string,
  source: ChangeSource,
): Promise<Result<LoadedRecord, ChangeFailure | Ignored>> {
  const { by, message } = source
  let ownerUid = uid
  for (let transfer = 0; transfer <= maxTransfers; transfer++) {
    const path = subscriptionPath(ownerUid)
    const stored = await firestore.getAll(message ? [path, messagePath(message.id)] : [path])
    if (!stored.ok) return stored
    const [found, storedMessage] = stored.value
    const parsed = subscriptionRecordSchema.nullable().safeParse(found?.fields ?? null)
    if (!parsed.success) return fail({ kind: 'malformed' })
    const record = parsed.data
    if (!record?.movedTo) {
      const loaded = { uid: ownerUid, record, updateTime: found?.updateTime, source }
      return storedMessage ? ignore(record, 'repeated') : succeed(loaded)
    }
    // PayPal's events and cron jobs may still name the guest. Other callers never change another account's record.
    if (by !== 'provider' && by !== 'cron') return ignore(record, 'moved')
    ownerUid = record.movedTo
  }
  return fail({ kind: 'malformed' })
}

const ignore = (record: SubscriptionRecord | null, ignored: NonNullable<ChangeResult['ignored']>) =>
  fail({ kind: 'ignored', result: { record, ignored } } as const)

export function decideChange(loaded: LoadedRecord, event: SubscriptionEvent, at: Date): Decision {
  const { record } = loaded
  const decision = { loaded, event, at }
  const next = transition(record, event, at)
  if (!next.ok) return { ...decision, change: null, result: { record, ignored: next.failure } }
  const { record: after, surplus } = next.value
  const change = isWithoutChange(record, next.value) ? null : next.value
  return { ...decision, change, result: { record: after, ignored: null, surplus: surplus?.reason } }
}

/** Stores `moreWrites` too, unless the event is ignored. */
export async function commitChange(
  firestore: Firestore,
  decision: Decision,
  moreWrites: readonly Write[] = [],
): Promise<Result<ChangeResult, AttemptFailure>> {
  const { loaded, event, at, change, result } = decision
  const { uid, record, source } = loaded
  // The event isn't recorded, so it's processed once the previous subscription has ended or this one has been paid for.
  if (result.ignored === 'unfinished' || result.ignored === 'unpaid') return succeed(result)
  const account =
    change && needsAccount(loaded, change) ? await requireAccount(firestore, uid) : succeed([])
  if (!account.ok) return account
  if (!account.value) return succeed({ record, ignored: 'accountDeleted' })
  const records = await createSubscriptionRecordWrites(firestore, {
    path: subscriptionPath(uid),
    before: record,
    after: change?.record ?? null,
    event,
    isByOperator: typeof source.by === 'object',
    at,
  })
  if (!records.ok) return records
  const writes = [
    ...account.value,
    ...records.value,
    ...(change ? createChangeWrites(decision, change) : []),
    ...(result.ignored ? [] : moreWrites),
    ...createMessageWrites(source, at),
  ]
  if (writes.length === 0) return succeed(result)
  const committed = await commitUnlessOvertaken(firestore, writes)
  return committed.ok ? succeed(result) : committed
}

/**
 * Whether the change is allowed only if the account still exists. A deletion ends the subscription that it finds and
 * removes the record, so nothing may start after that. Other changes need the record as it was read.
 */
const needsAccount = ({ uid, record }: LoadedRecord, { record: after }: Transition) =>
  !uid.startsWith(guestPrefix) &&
  (record === null || record.subscription?.provider !== after.subscription?.provider)

const createChangeWrites = ({ loaded, event, at }: Decision, change: Transition): Write[] => [
  createSafeWrite(subscriptionPath(loaded.uid), loaded.updateTime, change.record),
  ...createEffectWrites(loaded.uid, change, at),
  ...createReconcileWrites(loaded.uid, loaded.record, change, at),
  ...createHistoryWrites(loaded, describeHistory(loaded.record, change, at, event), at),
]

/** Stores the event's id, by which a repeated event is detected. */
function createMessageWrites({ message }: ChangeSource, at: Date): Write[] {
  if (!message) return []
  const expiresAt = new Date(at.getTime() + messageRetention)
  const fields = { type: message.type, at, expiresAt }
  return [{ set: messagePath(message.id), fields, ifExists: false }]
}

function isWithoutChange(before: SubscriptionRecord | null, next: Transition): boolean {
  const { record, surplus, replaced, ...lists } = next
  const hasEffects = Object.values(lists).some(({ length }) => length > 0) || surplus || replaced
  return !hasEffects && JSON.stringify(record) === JSON.stringify(before)
}

function createHistoryWrites(
  { uid, source }: LoadedRecord,
  { change, surplus }: ReturnType<typeof describeHistory>,
  at: Date,
): Write[] {
  const actor = describeActor(source.by)
  const writes = change ? [createHistoryWrite(uid, at, { ...change, ...actor })] : []
  if (!surplus) return writes
  // The event may be repeated, so its entry has a separate id and never replaces another change's entry.
  const set = `${historyPath(uid)}/surplus-${surplus.surplus}`
  return [...writes, { set, fields: { ...surplus, ...actor } }]
}

export function createHistoryWrite(uid: string, at: Date, fields: Fields): Write {
  const id = `${at.toISOString()}-${crypto.randomUUID().slice(0, 8)}`
  return { set: `${historyPath(uid)}/${id}`, fields, ifExists: false }
}
