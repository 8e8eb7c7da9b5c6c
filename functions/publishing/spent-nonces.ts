/** Signatures that have been used: each is good once. */
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'

/** Milliseconds for which a note is kept: far longer than any signature is good. */
const kept = 24 * 60 * 60 * 1000

const pathOf = (nonce: string) => `providerEvents/desk-${nonce}`

export type SignedCall = 'publish' | 'rebuild-failed'

/** Fails its commit with a conflict where the signature has been used. */
export function spend(nonce: string, call: SignedCall, now: Date): Write {
  return {
    set: pathOf(nonce),
    // For a policy of Firestore's that removes what has expired.
    fields: { call, expiresAt: new Date(now.getTime() + kept) },
    serverTimes: ['at'],
    ifExists: false,
  }
}

export async function isSpent(
  firestore: Firestore,
  nonce: string,
): Promise<Result<boolean, FirestoreFailure>> {
  const stored = await firestore.get(pathOf(nonce))
  return stored.ok ? succeed(stored.value !== null) : stored
}
