/**
 * The only way to change a subscription. One commit stores the change with its outbox items, its history,
 * its records for the statistics and PayPal's event id. After a conflict all of it is repeated.
 */
import { day } from '../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { describeHistory } from '../../src/domain/subscription/history-entry.ts'
import type { SurplusReason } from '../../src/domain/subscription/outbox-item.ts'
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
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { createSubscriptionRecordWrites } from '../statistics/records/subscription-records.ts'

export type ChangeFailure =
  | FirestoreFailure
  | PayPalFailure
  /** The stored record is malformed, and isn't overwritten. */
  | { readonly kind: 'malformed' }
  /** The event's cause has changed meanwhile, such as a gift that somebody else has redeemed. */
  | { readonly kind: 'superseded' }

export type ChangeResult = {
  readonly record: SubscriptionRecord | null
  /**
   * `repeated`: the event was processed before. `moved`: the record belongs to another account now. `accountDeleted`: the
   * account's deletion has begun, so it gets no record and no other subscription.
   */
  readonly ignored: IgnoredReason | 'repeated' | 'moved' | 'accountDeleted' | null
  /** The provider's subscription may not begin for this reason. It's cancelled and refunded. */
  readonly surplus?: SurplusReason | undefined
}

export type Actor =
  | 'reader'
  | 'provider'
  | 'cron'
  | { readonly operator: string; readonly message: string | null }

export const describeActor = (by: Actor) =>
  typeof by === 'string' ? { by } : { by: 'operator', operator: by.operator, message: by.message }

export type ChangeOptions = {
  readonly firestore: Firestore
  readonly uid: string
  readonly by: Actor
  readonly now: () => Date
  /** Called for each attempt, because PayPal's state must be newer than the record. */
  readonly event: (
    record: SubscriptionRecord | null,
  ) => Promise<Result<SubscriptionEvent, ChangeFailure>>
  /** The PayPal event, which is processed once. */
  readonly message?: { readonly id: string; readonly type: string }
  /** `uid` is the account whose record changes. */
  readonly extraWrites?: (
    next: Transition,
    at: Date,
    uid: string,
  ) => Promise<Result<readonly Write[], ChangeFailure>>
}

/**
 * A deletion ends the subscription that it finds and removes the record, so nothing may begin after that. Other changes
 * need the record as it was read.
 */
const needsAccount = (
  uid: string,
  before: SubscriptionRecord | null,
  { record: after }: Transition,
) =>
  !uid.startsWith(guestPrefix) &&
  (before === null || before.subscription?.provider !== after.subscription?.provider)

/** Milliseconds after which an event isn't sent again. */
const messageRetention = 30 * day

/** Retries of the optimistic lock: enough for a hundred simultaneous changes. */
const maxAttempts = 120

export const subscriptionPath = (uid: string) => `subscriptions/${uid}`

/** Null for somebody who never had a subscription. Costs one database read. */
export async function findRecord(
  firestore: Pick<Firestore, 'get'>,
  uid: string,
): Promise<Result<SubscriptionRecord | null, ChangeFailure>> {
  const stored = await firestore.get(subscriptionPath(uid))
  if (!stored.ok) return stored
  const record = subscriptionRecordSchema.nullable().safeParse(stored.value?.fields ?? null)
  return record.success ? succeed(record.data) : fail({ kind: 'malformed' })
}

const messagePath = (id: string) => `providerEvents/${encodeURIComponent(id)}`

export async function changeSubscription(
  options: ChangeOptions,
): Promise<Result<ChangeResult, ChangeFailure>> {
  const {
    firestore,
    now,
    event: getEvent,
    message,
    extraWrites = async () => succeed([]),
  } = options
  let { uid } = options
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const path = subscriptionPath(uid)
    const stored = await firestore.getAll(message ? [path, messagePath(message.id)] : [path])
    if (!stored.ok) return stored
    const [found, storedMessage] = stored.value
    const parsed = subscriptionRecordSchema.nullable().safeParse(found?.fields ?? null)
    if (!parsed.success) return fail({ kind: 'malformed' })
    const record = parsed.data
    if (record?.movedTo) {
      // PayPal's events and cron jobs may still name the guest. Others never change another account's record.
      const isFollowed = options.by === 'provider' || options.by === 'cron'
      if (!isFollowed) return succeed({ record, ignored: 'moved' })
      uid = record.movedTo
      continue
    }
    if (storedMessage) return succeed({ record, ignored: 'repeated' })
    const event = await getEvent(record)
    if (!event.ok) return event

    const at = now()
    const next = transition(record, event.value, at)
    // The event isn't recorded, so it's processed once the previous subscription has ended or this one is
    // paid.
    if (!next.ok && (next.failure === 'unfinished' || next.failure === 'unpaid')) {
      return succeed({ record, ignored: next.failure })
    }
    const change = next.ok && !isWithoutChange(record, next.value) ? next.value : null
    const account =
      change && needsAccount(uid, record, change)
        ? await requireAccount(firestore, uid)
        : succeed([])
    if (!account.ok) return account
    if (!account.value) return succeed({ record, ignored: 'accountDeleted' })
    const additionalWrites = change ? await extraWrites(change, at, uid) : succeed([])
    if (!additionalWrites.ok) return additionalWrites
    const records = await createSubscriptionRecordWrites(firestore, {
      path,
      before: record,
      after: change?.record ?? null,
      event: event.value,
      isByOperator: typeof options.by === 'object',
      at,
    })
    if (!records.ok) return records
    const writes: Write[] = [...account.value, ...records.value]
    if (change)
      writes.push(
        createSafeWrite(path, found?.updateTime, change.record),
        ...createEffectWrites(uid, change, at),
        ...createReconcileWrites(uid, record, change, at),
        ...createHistoryWrites({ uid, by: options.by }, record, change, at, event.value),
        ...additionalWrites.value,
      )
    if (message) writes.push(createMessageWrite(message, at))
    const after: ChangeResult = next.ok
      ? { record: next.value.record, ignored: null, surplus: next.value.surplus?.reason }
      : { record, ignored: next.failure }
    if (writes.length === 0) return succeed(after)
    const committed = await firestore.commit(writes)
    if (committed.ok) return succeed(after)
    if (committed.failure.kind !== 'conflict') return committed
  }
  return fail({ kind: 'conflict' })
}

/** Changes a subscription by an event that doesn't depend on its record. */
export const applySubscriptionEvent = (
  { firestore, now }: Pick<ChangeOptions, 'firestore' | 'now'>,
  uid: string,
  by: Actor,
  event: SubscriptionEvent,
  source: Pick<ChangeOptions, 'message'> = {},
) => changeSubscription({ firestore, uid, by, now, ...source, event: async () => succeed(event) })

/** Compares the records, and looks for effects. */
function isWithoutChange(before: SubscriptionRecord | null, next: Transition): boolean {
  const { record, surplus, replaced, ...lists } = next
  const hasEffects = Object.values(lists).some(({ length }) => length > 0) || surplus || replaced
  return !hasEffects && JSON.stringify(record) === JSON.stringify(before)
}

/** Has the event recognised if it's sent again. */
const createMessageWrite = (
  { id, type }: NonNullable<ChangeOptions['message']>,
  at: Date,
): Write => ({
  set: messagePath(id),
  fields: { type, at, expiresAt: new Date(at.getTime() + messageRetention) },
  ifExists: false,
})

function createHistoryWrites(
  { uid, by }: Pick<ChangeOptions, 'uid' | 'by'>,
  before: SubscriptionRecord | null,
  next: Transition,
  at: Date,
  event: SubscriptionEvent,
): Write[] {
  const { change, surplus } = describeHistory(before, next, at, event)
  const actor = describeActor(by)
  return [
    ...(change ? [createHistoryWrite(uid, at, { ...change, ...actor })] : []),
    // Known again with each of its events: an entry of its own, so that it never replaces another change's.
    ...(surplus
      ? [
          {
            set: `${historyPath(uid)}/surplus-${surplus.surplus}`,
            fields: { ...surplus, ...actor },
          },
        ]
      : []),
  ]
}

export const historyPath = (uid: string) => `${subscriptionPath(uid)}/history`

/** `subscriptions/{uid}/history/{id}`. */
export function createHistoryWrite(uid: string, at: Date, fields: Fields): Write {
  const id = `${at.toISOString()}-${crypto.randomUUID().slice(0, 8)}`
  return { set: `${historyPath(uid)}/${id}`, fields, ifExists: false }
}
