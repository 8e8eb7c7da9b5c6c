import {
  type NewsletterEntry,
  newsletterEntrySchema,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { dateDeliveryChange } from '../../src/domain/newsletter/suppression.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { hashAddress, type InboxHash } from '../identity/inbox.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type StoredDocument,
  type Write,
} from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createListRecordWrites } from '../statistics/records/list-records.ts'
/** Returns the path of an entry. API responses don't reveal whether an address is on the list. */

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

/** Creates the write for every change of an entry, except an import's. */
export const createEntryWrite = (
  { path, updateTime, entry: before }: StoredEntry,
  entry: NewsletterEntry,
  now: Date,
): Write => createSafeWrite(path, updateTime, dateDeliveryChange(before, entry, now))

/**
 * `newsletterRemovals/{random}` records that an entry was removed by its reader, and when. The ids are hexadecimal, so
 * that the list's ranges divide them evenly too.
 */
export const removalsCollection = 'newsletterRemovals'

/** In milliseconds. Longer than an issue can wait between its approval and its sending time. */
const removalRetention = 90 * 24 * 60 * 60 * 1000

/** Creates the writes that remove an entry on behalf of its reader. */
export const createEntryRemovalWrites = (
  { path, updateTime }: Pick<StoredEntry, 'path' | 'updateTime'>,
  now: Date,
): readonly Write[] => [
  {
    set: `${removalsCollection}/${crypto.randomUUID()}`,
    fields: { removedAt: now, expiresAt: new Date(now.getTime() + removalRetention) },
    ifExists: false,
  },
  { remove: path, ifUpdatedAt: updateTime! },
]

/** Retries of the optimistic lock: few people change the same entry at the same time. */
export const maxEntryAttempts = 10

/**
 * Changes an entry, unless `change` returns null. Returns the resulting entry; null if there is none. `at` is the time
 * of the cause, for the statistics.
 */
export async function changeEntry(
  { firestore, now }: { readonly firestore: Firestore; readonly now: () => Date },
  addressHash: string,
  change: (entry: NewsletterEntry) => NewsletterEntry | null,
  at = now(),
): Promise<Result<NewsletterEntry | null, FirestoreFailure>> {
  const path = getEntryPath(addressHash)
  return repeatIfOvertaken(maxEntryAttempts, async () => {
    const stored = await readEntry(firestore, path)
    if (!stored.ok) return stored
    const { entry } = stored.value
    const changed = entry && change(entry)
    if (!changed) return succeed(entry)
    const written = await commitUnlessOvertaken(firestore, [
      createEntryWrite(stored.value, changed, now()),
      ...(await createListRecordWrites(entry, changed, at)),
    ])
    return written.ok ? succeed(changed) : written
  })
}
