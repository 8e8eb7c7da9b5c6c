import {
  type NewsletterEntry,
  newsletterEntrySchema,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { hashAddress, type InboxHash } from '../identity/inbox.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type StoredDocument,
} from '../platform/adapters/firestore.ts'
import { createListRecordWrites } from '../statistics/records/list-records.ts'
/** Callers never learn whether an address is on the list. */

export const getEntryPath = (addressHash: string) => `newsletter/${addressHash}`

export const emailsCollection = 'newsletterEmails'

export const getEmailsPath = (inbox: InboxHash) => `${emailsCollection}/${inbox}`

export async function getListPath(email: string): Promise<string> {
  return getEntryPath(await hashAddress(email))
}

export type StoredEntry = {
  readonly path: string
  /** Null if the address isn't on the list. */
  readonly entry: NewsletterEntry | null
  readonly updateTime: string | undefined
}

export function parseEntry(
  path: string,
  stored: StoredDocument | null,
): Result<StoredEntry, FirestoreFailure> {
  if (!stored) return succeed({ path, entry: null, updateTime: undefined })
  const entry = newsletterEntrySchema.safeParse(stored.fields)
  return entry.success
    ? succeed({ path, entry: entry.data, updateTime: stored.updateTime })
    : fail({ kind: 'rejected', status: 200, reason: `${path} is malformed` })
}

export async function readEntry(
  firestore: Firestore,
  path: string,
): Promise<Result<StoredEntry, FirestoreFailure>> {
  const stored = await firestore.get(path)
  return stored.ok ? parseEntry(path, stored.value) : stored
}

/** Retries of the optimistic lock: few people change one entry at a time. */
export const maxEntryAttempts = 10

/** Null from `change` leaves the entry as it is. Returns the entry after it, null without one. */
export async function changeEntry(
  { firestore, now }: { readonly firestore: Firestore; readonly now: () => Date },
  addressHash: string,
  change: (entry: NewsletterEntry) => NewsletterEntry | null,
): Promise<Result<NewsletterEntry | null, FirestoreFailure>> {
  const path = getEntryPath(addressHash)
  for (let attempt = 0; attempt < maxEntryAttempts; attempt++) {
    const stored = await readEntry(firestore, path)
    if (!stored.ok) return stored
    const { entry, updateTime } = stored.value
    const changed = entry && change(entry)
    if (!changed) return succeed(entry)
    const written = await firestore.commit([
      createSafeWrite(path, updateTime, changed),
      ...(await createListRecordWrites(entry, changed, now())),
    ])
    if (written.ok) return succeed(changed)
    if (written.failure.kind !== 'conflict') return written
  }
  return fail({ kind: 'conflict' })
}
