import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'

/** In milliseconds. Far longer than a signature is valid. */
const nonceMilliseconds = 24 * 60 * 60 * 1000

const noncePath = (nonce: string) => `providerEvents/desk-${nonce}`

export type WebhookName = 'publish' | 'rebuild-failed' | 'issue'

/** The write conflicts if the signature has been used. */
export function createNonceWrite(nonce: string, webhook: WebhookName, now: Date): Write {
  return {
    set: noncePath(nonce),
    // The retention job reads `expiresAt`.
    fields: { call: webhook, expiresAt: new Date(now.getTime() + nonceMilliseconds) },
    serverTimes: ['at'],
    ifExists: false,
  }
}

export async function isNonceUsed(
  firestore: Firestore,
  nonce: string,
): Promise<Result<boolean, FirestoreFailure>> {
  const stored = await firestore.get(noncePath(nonce))
  return stored.ok ? succeed(stored.value !== null) : stored
}
