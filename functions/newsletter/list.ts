/** The list of The Weekly in Firestore. Nothing here tells its caller who was on it before. */

import {
  beginsAnew,
  type NewsletterReader,
  newsletterReaderSchema,
} from '../../src/domain/newsletter.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'

const storedState = newsletterReaderSchema.pick({ state: true })

/** SHA-256, in hex. */
export async function addressHash(email: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  return hex.join('')
}

/** One document an address, in a key of one shape. */
export async function pathOf(email: string): Promise<string> {
  return `newsletter/${await addressHash(email)}`
}

/**
 * Puts a reader on the list as they ask. A new address is written and an old one read at the same
 * time, so that known and unknown ones take equally long. Called twice, or by two at once, it leaves
 * what the first has written.
 */
export async function join(
  firestore: Firestore,
  reader: NewsletterReader,
): Promise<Result<void, FirestoreFailure>> {
  const path = await pathOf(reader.email)
  const [created, found] = await Promise.all([
    firestore.commit([{ set: path, fields: reader, ifExists: false }]),
    firestore.get(path),
  ])
  if (created.ok) return succeed(undefined)
  if (created.failure.kind !== 'conflict') return created
  if (!found.ok) return found
  // Read before somebody else created it: it is theirs now, and new.
  if (!found.value) return succeed(undefined)
  const stored = storedState.safeParse(found.value.fields)
  if (!stored.success) {
    return fail({ kind: 'rejected', status: 200, reason: `${path} is malformed` })
  }
  if (!beginsAnew(stored.data.state)) return succeed(undefined)
  const again = await firestore.commit([
    { set: path, fields: reader, ifUpdatedAt: found.value.updateTime },
  ])
  // Somebody was first, and wrote the same.
  const isDoneAlready = !again.ok && again.failure.kind === 'conflict'
  return again.ok || isDoneAlready ? succeed(undefined) : again
}
