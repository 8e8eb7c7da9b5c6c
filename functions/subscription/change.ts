/**
 * The one way in which a reader's subscription changes. What happened is asked for, judged by the
 * domain, and kept in one commit with everything that it owes; where somebody else was first, all of
 * it begins again. So calls at once come one after another, and a call that dies has done everything
 * or nothing.
 */
import { owedNow, reconcilePath } from '../../src/domain/owed.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  type Subscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription.ts'
import type { Ignored, SubscriptionEvent, Transition } from '../../src/domain/subscription-event.ts'
import { transition } from '../../src/domain/subscription-transition.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import type { PayPalFailure } from '../adapters/paypal-wire.ts'

export type ChangeFailure =
  | FirestoreFailure
  | PayPalFailure
  /** What is stored is not a record: a defect of ours. Nothing is written over it. */
  | { readonly kind: 'malformed' }

export type Changed = {
  /** As it stands afterwards. */
  readonly record: SubscriptionRecord | null
  /**
   * Why nothing changed, if nothing did. `repeated`: the message was handled before. `moved`: the
   * record belongs to another account now, and the caller has no say over it.
   */
  readonly ignored: Ignored | 'repeated' | 'moved' | null
}

/** An operator goes by their name, and may say why. */
export type Actor =
  | 'reader'
  | 'provider'
  | 'clock'
  | { readonly operator: string; readonly message: string | null }

/** As the history has it. */
export const actorFields = (by: Actor) =>
  typeof by === 'string' ? { by } : { by: 'operator', operator: by.operator, message: by.message }

export type ChangeOptions = {
  readonly firestore: Firestore
  readonly uid: string
  /** Whose doing it is, for the history. */
  readonly by: Actor
  readonly now: () => Date
  /** What happened. Called in each round, because the provider's state has to be newer than our record. */
  readonly event: (
    record: SubscriptionRecord | null,
  ) => Promise<Result<SubscriptionEvent, ChangeFailure>>
  /** The provider's message that told of it: each is heard once. */
  readonly message?: { readonly id: string; readonly type: string }
  /** What else is written in the commit of a change. `uid` is the account whose record changes. */
  readonly alongside?: (
    next: Transition,
    at: Date,
    uid: string,
  ) => Promise<Result<readonly Write[], ChangeFailure>>
}

/** Milliseconds after which nobody sends a message again. */
const messageLife = 30 * 24 * 60 * 60 * 1000

/** How often somebody else may be first. A hundred at once come through with it. */
const mostRounds = 120

/**
 * What a guest paid for moves to the account that claims it, and PayPal's events and cron jobs may
 * still name the guest. A reader or an operator never acts on another account's record.
 */
function followsMoves(by: Actor): boolean {
  return by === 'provider' || by === 'clock'
}

export const subscriptionPath = (uid: string) => `subscriptions/${uid}`
const messagePath = (id: string) => `providerEvents/${encodeURIComponent(id)}`

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export async function changeSubscription(
  options: ChangeOptions,
): Promise<Result<Changed, ChangeFailure>> {
  const { firestore, now, event: ask, message, alongside = async () => succeed([]) } = options
  let { uid } = options
  for (let round = 0; round < mostRounds; round++) {
    const path = subscriptionPath(uid)
    const stored = await firestore.getAll(message ? [path, messagePath(message.id)] : [path])
    if (!stored.ok) return stored
    const [found, heard] = stored.value
    const parsed = subscriptionRecordSchema.nullable().safeParse(found?.fields ?? null)
    if (!parsed.success) return fail({ kind: 'malformed' })
    const record = parsed.data
    if (record?.movedTo) {
      if (!followsMoves(options.by)) return succeed({ record, ignored: 'moved' })
      uid = record.movedTo
      continue
    }
    if (heard) return succeed({ record, ignored: 'repeated' })
    const event = await ask(record)
    if (!event.ok) return event

    const at = now()
    const next = transition(record, event.value, at)
    // Not even the message is noted: it counts when the former subscription is over, or this one paid.
    if (!next.ok && (next.failure === 'unfinished' || next.failure === 'unpaid')) {
      return succeed({ record, ignored: next.failure })
    }
    const isChange = next.ok && !(isSame(next.value.record, record) && owes(next.value) === 0)
    const others = isChange ? await alongside(next.value, at, uid) : succeed([])
    if (!others.ok) return others
    const writes: Write[] = [
      ...(isChange
        ? [
            {
              set: path,
              fields: next.value.record,
              ...(found ? { ifUpdatedAt: found.updateTime } : { ifExists: false }),
            },
            ...owedWrites(uid, next.value, at),
            ...reconcileWrites(uid, record, next.value, at),
            ...historyWrites({ uid, by: options.by }, record, next.value, at, event.value),
            ...others.value,
          ]
        : []),
      ...(message
        ? [
            {
              set: messagePath(message.id),
              // For a policy of Firestore's that removes what has expired.
              fields: { type: message.type, at, expiresAt: new Date(at.getTime() + messageLife) },
              ifExists: false,
            },
          ]
        : []),
    ]
    const after: Changed = {
      record: next.ok ? next.value.record : record,
      ignored: next.ok ? null : next.failure,
    }
    if (writes.length === 0) return succeed(after)
    const committed = await firestore.commit(writes)
    if (committed.ok) return succeed(after)
    if (committed.failure.kind !== 'conflict') return committed
  }
  return fail({ kind: 'conflict' })
}

const owes = ({ letters, refundPaymentOf, surplus }: Transition) =>
  letters.length + (refundPaymentOf ? 1 : 0) + (surplus ? 1 : 0)

function owedWrites(
  uid: string,
  { record, letters, refundPaymentOf, surplus }: Transition,
  at: Date,
): Write[] {
  const about = record.subscription
  const owed = [
    ...letters.flatMap((letter) =>
      about ? [owedNow({ kind: 'letter', letter, uid, about }, at)] : [],
    ),
    ...(refundPaymentOf
      ? [
          owedNow(
            {
              kind: 'refund',
              uid,
              provider: refundPaymentOf.provider,
              paymentAt: refundPaymentOf.at,
            },
            at,
          ),
        ]
      : []),
    ...(surplus ? [owedNow({ kind: 'surplus', uid, ...surplus }, at)] : []),
  ]
  return owed.map((fields) => ({
    set: `outbox/${crypto.randomUUID()}`,
    fields,
    ifExists: false,
  }))
}

/** As long as PayPal isn't known to be in the state that the record wants, the outbox has an item. */
function reconcileWrites(
  uid: string,
  before: SubscriptionRecord | null,
  { record }: Transition,
  at: Date,
): Write[] {
  const path = reconcilePath(uid)
  if (!record.isAligned) return [{ set: path, fields: owedNow({ kind: 'reconcile', uid }, at) }]
  return before && !before.isAligned ? [{ remove: path }] : []
}

const stateOf = (subscription: Subscription | null | undefined) => subscription?.state ?? 'none'

/** Only what a reader would call an event: that a provider is as we want it is none. */
function historyWrites(
  { uid, by }: Pick<ChangeOptions, 'uid' | 'by'>,
  before: SubscriptionRecord | null,
  { record, refundPaymentOf, surplus }: Transition,
  at: Date,
  event: SubscriptionEvent,
): Write[] {
  const from = stateOf(before?.subscription)
  const to = stateOf(record.subscription)
  const paid = record.subscription?.lastPaymentAt ?? null
  const isPayment = paid?.getTime() !== before?.subscription?.lastPaymentAt?.getTime()
  const isEvent =
    from !== to ||
    isPayment ||
    refundPaymentOf ||
    surplus ||
    event.kind === 'takeOffer' ||
    event.kind === 'grant'
  if (!isEvent) return []
  const entry = {
    at,
    ...actorFields(by),
    what: event.kind,
    from,
    to,
    plan: record.subscription?.plan ?? null,
    provider: record.subscription?.provider ?? null,
    paymentAt: isPayment ? paid : null,
    givenBackAt: refundPaymentOf?.at ?? null,
    surplus: surplus?.provider ?? null,
    ...(event.kind === 'grant' ? { until: event.until } : {}),
  }
  return [historyWrite(uid, at, entry)]
}

/** `subscriptions/{uid}/history/{id}`: ids are in the order of time. */
export function historyWrite(uid: string, at: Date, fields: Fields): Write {
  const id = `${at.toISOString()}-${crypto.randomUUID().slice(0, 8)}`
  return { set: `${subscriptionPath(uid)}/history/${id}`, fields, ifExists: false }
}
