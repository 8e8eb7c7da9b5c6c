/**
 * Compares a backup with a database, document by document, both as streams ordered by path. Holds
 * one document of each.
 */
import type { RawDocument } from './database.ts'
import { comparePaths } from './document-order.ts'

export type Comparison =
  | { readonly kind: 'equal' | 'different' | 'missing'; readonly backedUp: RawDocument }
  /** In the database alone. */
  | { readonly kind: 'extra'; readonly path: string }

/**
 * The same for equal values, however a server prints them: in whatever order the fields come, with
 * or without zeros after a second's fraction, empty lists and maps written out or not.
 */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.flatMap(([name, content]): unknown[] => {
    // A reader's own field may have this name, too; its content is an object then.
    if (name === 'timestampValue' && typeof content === 'string') {
      return [name, trimTimestamp(content)]
    }
    const isEmptyPart =
      (name === 'values' || name === 'fields') && Object.keys(content as object).length === 0
    return isEmptyPart ? [] : [name, canonical(content)]
  })
}

const trimTimestamp = (text: string) =>
  text.replace(/\.(\d*?)0*Z$/, (_, digits: string) => (digits ? `.${digits}Z` : 'Z'))

/** Whether two documents say the same. */
export function haveEqualFields(one: RawDocument, other: RawDocument): boolean {
  return JSON.stringify(canonical(one.fields)) === JSON.stringify(canonical(other.fields))
}

export async function* compareDocuments(
  backup: AsyncIterator<RawDocument>,
  database: AsyncIterator<RawDocument>,
): AsyncGenerator<Comparison> {
  let [wanted, found] = [await backup.next(), await database.next()]
  for (;;) {
    if (wanted.done && found.done) return
    const order = wanted.done
      ? 1
      : found.done
        ? -1
        : comparePaths(wanted.value.path, found.value.path)
    if (order < 0) {
      yield { kind: 'missing', backedUp: wanted.value }
    } else if (order > 0) {
      yield { kind: 'extra', path: found.value.path }
    } else {
      const kind = haveEqualFields(wanted.value, found.value) ? 'equal' : 'different'
      yield { kind, backedUp: wanted.value }
    }
    if (order <= 0) wanted = await backup.next()
    if (order >= 0) found = await database.next()
  }
}

/** References into one database become references into another; those to elsewhere stay. */
export function moveReferences(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => moveReferences(entry, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      name === 'referenceValue' && typeof content === 'string' && content.startsWith(`${from}/`)
        ? to + content.slice(from.length)
        : moveReferences(content, from, to),
    ]),
  )
}
