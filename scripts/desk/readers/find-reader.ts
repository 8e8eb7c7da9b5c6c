import { z } from 'zod'
import { findCheckout } from '../../../functions/subscription/stored-checkout.ts'
import { type Reader, readerSchema } from '../../../src/domain/reader.ts'
import {
  noSubscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../../src/domain/subscription/subscription.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import { queryDocuments, readDocument } from '../documents/stored-documents.ts'

export type FoundReader = {
  readonly uid: string
  /** Null for a guest who has paid but hasn't created an account. */
  readonly profile: Reader | null
  readonly record: SubscriptionRecord
}

const uidSchema = z.string().regex(/^[\w-]{1,128}$/)

/** Throws if the query can't identify a reader. */
export function checkReaderQuery(query: string) {
  const term = query.trim()
  if (term.includes('@') || uidSchema.safeParse(term).success) return
  throw new DeskError(
    'Name the reader by email address, uid or PayPal subscription ID (I-…).',
    'usage',
  )
}

/** Null if no reader matches the email address, PayPal subscription ID or uid. */
export async function findReader(desk: Desk, query: string): Promise<FoundReader | null> {
  const term = query.trim()
  const uid = term.includes('@') ? await findUidByEmail(desk, term) : await resolveUid(desk, term)
  if (!uid) return null
  const [profile, stored] = await Promise.all([
    readDocument(desk, `users/${uid}`),
    readDocument(desk, `subscriptions/${uid}`),
  ])
  if (!profile && !stored) return null
  const reader = readerSchema.nullable().safeParse(profile?.fields ?? null)
  if (!reader.success)
    throw new DeskError(`users/${uid}: the stored data is invalid: ${reader.error.message}`)
  const record = subscriptionRecordSchema.safeParse(stored?.fields ?? noSubscription)
  if (!record.success) {
    throw new DeskError(`subscriptions/${uid}: the stored data is invalid: ${record.error.message}`)
  }
  return { uid, profile: reader.data, record: record.data }
}

async function findUidByEmail(desk: Desk, address: string): Promise<string | null> {
  const [uid, ...others] = await findUidsByEmail(desk, address)
  if (uid === undefined || others.length === 0) return uid ?? null
  throw new DeskError(
    `Several readers have this address. Use one of these uids: ${[uid, ...others].join(', ')}`,
  )
}

/** The sign-in service stores addresses in lower case. */
async function findUidsByEmail(desk: Desk, address: string): Promise<readonly string[]> {
  for (const value of new Set([address, address.toLowerCase()])) {
    const where = [{ field: 'email', is: 'EQUAL', value } as const]
    const query = { collection: 'users', where, fields: ['email'] }
    const found = await queryDocuments(desk, query, 'Looking up the reader')
    if (found.length > 0) return found.map(({ id }) => id)
  }
  return []
}

async function resolveUid(desk: Desk, id: string): Promise<string | null> {
  if (!id.startsWith('I-')) return id
  const checkout = await findCheckout(desk.firestore, id)
  if (checkout.ok) return checkout.value?.uid ?? null
  if (checkout.failure.kind === 'unavailable' || checkout.failure.kind === 'rejected') {
    throw firestoreError('Looking up the reader', checkout.failure)
  }
  throw new DeskError(`checkouts/${id}: the stored data is invalid.`)
}
