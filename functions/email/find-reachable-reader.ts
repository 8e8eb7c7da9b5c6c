import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'

/** Returns null for a reader whose account is being deleted. */
export async function findReachableReader(
  firestore: Firestore,
  uid: string,
): Promise<Result<Reader | null, { readonly kind: string }>> {
  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return stored
  if (!stored.value) return fail({ kind: 'noReader' })
  const reader = readerSchema.safeParse(stored.value.fields)
  if (!reader.success) return fail({ kind: 'malformed' })
  return succeed(reader.data.deletionRequestedAt || reader.data.email === '' ? null : reader.data)
}
