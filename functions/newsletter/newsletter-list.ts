/** Callers never learn whether an address is on the list. */

import {
  canRequestAgain,
  type NewsletterEntry,
  newsletterEntrySchema,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'

const storedState = newsletterEntrySchema.pick({ state: true })

/** SHA-256, in hex: a key, which doesn't keep the address secret, because addresses can be guessed. */
export async function hashAddress(email: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  return hex.join('')
}

export async function getListPath(email: string): Promise<string> {
  return `newsletter/${await hashAddress(email)}`
}

/**
 * Reads and writes at the same time, so that known and unknown addresses take equally long. Repeated calls
 * keep the first entry.
 */
export async function addToList(
  firestore: Firestore,
  reader: NewsletterEntry,
): Promise<Result<void, FirestoreFailure>> {
  const path = await getListPath(reader.email)
  const [created, found] = await Promise.all([
    firestore.commit([{ set: path, fields: reader, ifExists: false }]),
    firestore.get(path),
  ])
  if (created.ok) return succeed(undefined)
  if (created.failure.kind !== 'conflict') return created
  if (!found.ok) return found
  // Just created by a simultaneous call.
  if (!found.value) return succeed(undefined)
  const stored = storedState.safeParse(found.value.fields)
  if (!stored.success) {
    return fail({ kind: 'rejected', status: 200, reason: `${path} is malformed` })
  }
  if (!canRequestAgain(stored.data.state)) return succeed(undefined)
  const retried = await firestore.commit([
    { set: path, fields: reader, ifUpdatedAt: found.value.updateTime },
  ])
  const isAlreadyAdded = !retried.ok && retried.failure.kind === 'conflict'
  return retried.ok || isAlreadyAdded ? succeed(undefined) : retried
}
