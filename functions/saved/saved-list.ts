/** A reader's saved articles in Firestore: one document per reader (src/domain/saved-list.ts). */
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  dueEntries,
  parseSavedList,
  type SavedEntry,
  withComparison,
  withCurrent,
  withEntry,
  withoutEntry,
} from '../../src/domain/saved-list.ts'
import { changeDocument } from '../adapters/change-document.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import { findCurrentArticles } from './current-articles.ts'

type Deps = {
  readonly firestore: Pick<Firestore, 'get' | 'getAll' | 'commit'>
  readonly log: (event: string, details: Readonly<Record<string, number>>) => void
}

const listPath = (uid: string) => `savedArticles/${uid}`
const fieldsOf = (articles: readonly SavedEntry[]) => ({ articles })

function entriesIn({ log }: Deps, fields: unknown): readonly SavedEntry[] {
  const { entries, malformed } = parseSavedList(fields)
  if (malformed > 0) log('saved_malformed', { count: malformed })
  return entries
}

/** Entries have their fields in the order of the schema. */
const areEqual = (one: readonly SavedEntry[], other: readonly SavedEntry[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The saved articles, the one saved last first. Costs one database read and, at most once in ten minutes
 * for each entry, what comparing it with its article costs (`findCurrentArticles`). The comparison is
 * noted before it is made: calls at the same time answer what is stored, and compare nothing.
 */
export async function loadSavedList(
  deps: Deps,
  uid: string,
  now: Date,
): Promise<Result<readonly SavedEntry[], FirestoreFailure>> {
  const { firestore } = deps
  const path = listPath(uid)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  if (!stored.value) return succeed([])
  const entries = entriesIn(deps, stored.value.fields)
  const due = dueEntries(entries, now)
  if (due.length === 0) return succeed(entries)
  const noted = withComparison(entries, due, now)
  const ifUpdatedAt = stored.value.updateTime
  const written = await firestore.commit([{ set: path, fields: fieldsOf(noted), ifUpdatedAt }])
  if (!written.ok) return written.failure.kind === 'conflict' ? succeed(entries) : written
  const current = await findCurrentArticles(deps, noted, due)
  if (!current.ok) return current
  if (areEqual(withCurrent(noted, current.value), noted)) return succeed(noted)
  // What was saved or removed meanwhile stays so.
  return changeEntries(deps, uid, (before) => succeed(withCurrent(before, current.value)))
}

/** Costs a database read for each attempt. */
async function changeEntries<Failure>(
  deps: Deps,
  uid: string,
  change: (entries: readonly SavedEntry[]) => Result<readonly SavedEntry[], Failure>,
): Promise<Result<readonly SavedEntry[], Failure | FirestoreFailure>> {
  let entries: readonly SavedEntry[] = []
  const changed = await changeDocument(deps.firestore, listPath(uid), async (fields) => {
    const before = entriesIn(deps, fields)
    const after = change(before)
    if (!after.ok) return after
    entries = after.value
    return succeed(areEqual(before, entries) ? null : fieldsOf(entries))
  })
  return changed.ok ? succeed(entries) : changed
}

/** Answers the entry as it is stored: one that was saved before keeps its place. */
export async function addToList(
  deps: Deps,
  uid: string,
  entry: SavedEntry,
): Promise<Result<SavedEntry, FirestoreFailure | { readonly kind: 'full' }>> {
  const added = await changeEntries(deps, uid, (entries) => withEntry(entries, entry))
  if (!added.ok) return added
  return succeed(added.value.find(({ slug }) => slug === entry.slug) ?? entry)
}

export async function removeFromList(
  deps: Deps,
  uid: string,
  slug: string,
): Promise<Result<void, FirestoreFailure>> {
  const removed = await changeEntries(deps, uid, (entries) => succeed(withoutEntry(entries, slug)))
  return removed.ok ? succeed(undefined) : removed
}
