import type { RawDocument } from './raw-database.ts'

/**
 * Returns a canonical form: servers print fields in any order, fractions of seconds with or without zeros, and empty
 * lists and maps with or without their members.
 */
function canonicalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalize)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.flatMap(([name, content]): unknown[] => {
    // A document's own field may have this name too; its value is an object then.
    if (name === 'timestampValue' && typeof content === 'string') {
      return [name, normalizeTimestamp(content)]
    }
    const isEmptyPart =
      (name === 'values' || name === 'fields') && Object.keys(content as object).length === 0
    return isEmptyPart ? [] : [name, canonicalize(content)]
  })
}

const normalizeTimestamp = (text: string) =>
  text.replace(/\.(\d*?)0*Z$/, (_, digits: string) => (digits ? `.${digits}Z` : 'Z'))

export function hasEqualFields(one: RawDocument, other: RawDocument): boolean {
  return JSON.stringify(canonicalize(one.fields)) === JSON.stringify(canonicalize(other.fields))
}

/** Changes references into one database to another; other references are kept. */
export function rewriteReferences(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => rewriteReferences(entry, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      name === 'referenceValue' && typeof content === 'string' && content.startsWith(`${from}/`)
        ? to + content.slice(from.length)
        : rewriteReferences(content, from, to),
    ]),
  )
}
