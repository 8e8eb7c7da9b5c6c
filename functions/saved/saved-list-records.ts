import { type Result, succeed } from '../../src/domain/result.ts'
import {
  addEntry,
  applyCurrentArticles,
  getEntriesDueForComparison,
  parseSavedArticles,
  recordComparison,
  removeEntries,
  type SavedEntry,
} from '../../src/domain/saved-articles-record.ts'
import { changeDocument } from '../platform/adapters/change-document.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import { maxOwnAttempts } from '../platform/adapters/optimistic-lock.ts'
import type { Log } from '../platform/log.ts'
import { findCurrentArticles } from './current-articles.ts'

type Deps = {
  readonly firestore: Pick<Firestore, 'get' | 'getAll' | 'commit'>
  readonly log: Log
}

export const savedListPath = (uid: string) => `savedArticles/${uid}`
const toFields = (articles: readonly SavedEntry[]) => ({ articles })

function parseEntries({ log }: Deps, fields: unknown): readonly SavedEntry[] {
  const { entries, malformed } = parseSavedArticles(fields)
  if (malformed > 0) log('saved_malformed', { count: malformed })
  return entries
}

/** Compares as JSON, because the schema determines the order of the fields. */
const isEqual = (one: readonly SavedEntry[], other: readonly SavedEntry[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Maps authors' slugs to names. */
const listNames = (entries: readonly SavedEntry[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap((entry) =>
      entry.state === 'published'
        ? entry.authors.map(({ slug, name }) => [slug, name] as const)
        : [],
    ),
  )

/**
 * Returns the newest entries first. Costs one database read and, at most once every ten minutes per entry, a comparison
 * with its article. The time is stored before comparing, so that simultaneous calls don't repeat the comparison.
 */
export async function loadSavedList(
  deps: Deps,
  uid: string,
  now: Date,
): Promise<Result<readonly SavedEntry[], FirestoreFailure>> {
  const { firestore } = deps
  const path = savedListPath(uid)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  if (!stored.value) return succeed([])
  const entries = parseEntries(deps, stored.value.fields)
  const due = getEntriesDueForComparison(entries, now)
  if (due.length === 0) return succeed(entries)
  const claimed = recordComparison(entries, due, now)
  const ifUpdatedAt = stored.value.updateTime
  const written = await firestore.commit([{ set: path, fields: toFields(claimed), ifUpdatedAt }])
  if (!written.ok) return written.failure.kind === 'conflict' ? succeed(entries) : written
  const current = await findCurrentArticles(deps, listNames(claimed), due)
  if (!current.ok) return current
  if (isEqual(applyCurrentArticles(claimed, current.value), claimed)) return succeed(claimed)
  // Keeps entries that have been saved since, and leaves out removed ones.
  return updateEntries(deps, uid, (before) => succeed(applyCurrentArticles(before, current.value)))
}

async function updateEntries<Failure>(
  deps: Deps,
  uid: string,
  change: (entries: readonly SavedEntry[]) => Result<readonly SavedEntry[], Failure>,
): Promise<Result<readonly SavedEntry[], Failure | FirestoreFailure>> {
  let entries: readonly SavedEntry[] = []
  const updated = await changeDocument(
    deps.firestore,
    savedListPath(uid),
    async (fields) => {
      const before = parseEntries(deps, fields)
      const after = change(before)
      if (!after.ok) return after
      entries = after.value
      return succeed(isEqual(before, entries) ? null : toFields(entries))
    },
    maxOwnAttempts,
  )
  return updated.ok ? succeed(entries) : updated
}

/** Returns the stored entry. An article that was already saved keeps its place. */
export async function addToList(
  deps: Deps,
  uid: string,
  entry: SavedEntry,
): Promise<Result<SavedEntry, FirestoreFailure | { readonly kind: 'full' }>> {
  const added = await updateEntries(deps, uid, (entries) => addEntry(entries, entry))
  if (!added.ok) return added
  return succeed(added.value.find(({ slug }) => slug === entry.slug) ?? entry)
}

export async function removeFromList(
  deps: Deps,
  uid: string,
  slugs: readonly string[],
): Promise<Result<void, FirestoreFailure>> {
  const removed = await updateEntries(deps, uid, (entries) =>
    succeed(removeEntries(entries, slugs)),
  )
  return removed.ok ? succeed(undefined) : removed
}
