import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  noSubscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import type { Staff } from '../identity/caller.ts'
import { findUidsByEmail, isUid } from '../identity/reader-records.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

export type FoundReader = {
  readonly uid: string
  /** Null for a guest who has paid but hasn't created an account. */
  readonly profile: Reader | null
  readonly record: SubscriptionRecord
}

export type ReaderDeps = { readonly firestore: Firestore }

/** Finds a reader by email address, uid or PayPal's id for a subscription; `missing` if there is none. */
export async function findReader(
  deps: ReaderDeps,
  query: string,
): Promise<Result<FoundReader, SupportFailure>> {
  const found = await findUid(deps, query)
  if (!found.ok) return found
  const uid = found.value
  if (uid === null) return fail({ kind: 'missing' })
  const stored = await deps.firestore.getAll([`users/${uid}`, subscriptionPath(uid)])
  if (!stored.ok) return stored
  const [user, subscription] = stored.value
  if (!user && !subscription) return fail({ kind: 'missing' })
  const profile = readerSchema.nullable().safeParse(user?.fields ?? null)
  const record = subscriptionRecordSchema.safeParse(subscription?.fields ?? noSubscription)
  if (!profile.success || !record.success) return fail({ kind: 'malformed' })
  return succeed({ uid, profile: profile.data, record: record.data })
}

/**
 * Finds a reader to act for. A supporter can't act for people with a role: logging an operator out also ends their
 * access keys, and a refund could be for the supporter's own payment.
 */
export async function findReaderToHelp(
  deps: ReaderDeps,
  query: string,
  { role }: Staff,
): Promise<Result<FoundReader, SupportFailure>> {
  const found = await findReader(deps, query)
  return found.ok && found.value.profile?.role && role !== 'operator' ? operatorsOnly : found
}

export const operatorsOnly = impossible(
  'This reader works for the publication, so only an operator can do this.',
)

async function findUid(
  { firestore }: ReaderDeps,
  query: string,
): Promise<Result<string | null, SupportFailure>> {
  if (query.includes('@')) return findUidByEmail(firestore, query)
  if (!isUid(query)) return succeed(null)
  if (!query.startsWith('I-')) return succeed(query)
  const checkout = await findCheckout(firestore, query)
  return checkout.ok ? succeed(checkout.value?.uid ?? null) : checkout
}

async function findUidByEmail(
  firestore: Firestore,
  address: string,
): Promise<Result<string | null, SupportFailure>> {
  const found = await findUidsByEmail(firestore, address)
  if (!found.ok) return found
  const [uid = null, ...others] = found.value
  return others.length === 0
    ? succeed(uid)
    : impossible(
        `Several readers have this address. Use one of these uids: ${[uid, ...others].join(', ')}.`,
      )
}
