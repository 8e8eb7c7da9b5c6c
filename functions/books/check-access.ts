/** Checks whether readers have more access than they have paid for or been given (`countUnpaidDays`). */
import type { UnpaidReader } from '../../src/domain/books/books-record.ts'
import { countUnpaidDays, timeEntrySchema } from '../../src/domain/books/paid-access.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { findGift } from '../gift/stored-gift.ts'
import { guestPrefix } from '../outbox/owner-ids.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'

/**
 * The maximum number of history entries read for one reader. A reader with more isn't checked, because payments and
 * gifts could be missing from the sum.
 */
export const maxReadEntries = 500

/**
 * Returns null if the reader's access is explained, or the record has moved to another account. Costs one database read
 * per history entry and gift, and one more if the access isn't explained. An unreadable record is reported elsewhere.
 */
export async function checkAccess(
  firestore: Firestore,
  { id: uid, fields }: StoredDocument,
  now: Date,
): Promise<Result<UnpaidReader | 'notChecked' | null, FirestoreFailure>> {
  const record = subscriptionRecordSchema.safeParse(fields)
  if (!record.success || record.data.movedTo !== null) return succeed(null)
  const stored = await firestore.query({
    collection: 'history',
    parent: subscriptionPath(uid),
    fields: Object.keys(timeEntrySchema.shape),
    limit: maxReadEntries,
  })
  if (!stored.ok) return stored
  if (stored.value.documents.length === maxReadEntries) return succeed('notChecked')
  const history = stored.value.documents.flatMap(
    ({ fields: entry }) => timeEntrySchema.safeParse(entry).data ?? [],
  )
  const gifts = new Map<string, number>()
  for (const { kind, gift } of history) {
    if (kind !== 'redeemGift' || gift === null) continue
    const found = await findGift(firestore, gift)
    if (found.ok) {
      if (found.value) gifts.set(gift, found.value.gift.length)
    } else if (found.failure.kind !== 'malformed') return fail(found.failure)
  }
  const days = countUnpaidDays(record.data, history, gifts, now)
  if (days === 0) return succeed(null)
  const isLeaving = await isBeingDeleted(firestore, uid)
  if (!isLeaving.ok) return isLeaving
  return succeed(isLeaving.value ? null : { uid, days, at: now })
}

/**
 * A deletion removes the history early; the books mustn't contain the reader's id afterwards. A guest has no account.
 */
async function isBeingDeleted(
  firestore: Firestore,
  uid: string,
): Promise<Result<boolean, FirestoreFailure>> {
  if (uid.startsWith(guestPrefix)) return succeed(false)
  const account = await firestore.get(`users/${uid}`)
  if (!account.ok) return account
  return succeed(Boolean(account.value?.fields.deletionRequestedAt))
}
