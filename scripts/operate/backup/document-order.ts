/**
 * Firestore's order: segment by segment, by UTF-8 bytes (its page "Data types"), numeric ids first
 * (`ResourcePath.compareTo` of Google's Node library).
 */

const numericId = /^__id(-?\d+)__$/

function compareSegments(one: string, other: string): number {
  const [first, second] = [numericId.exec(one)?.[1], numericId.exec(other)?.[1]]
  if (first !== undefined && second !== undefined) return Number(BigInt(first) - BigInt(second))
  if (first !== undefined || second !== undefined) return first === undefined ? 1 : -1
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** Returns a negative number if `one` sorts first. Both paths are relative to the database. */
export function comparePaths(one: string, other: string): number {
  const [segments, others] = [one.split('/'), other.split('/')]
  for (const [index, segment] of segments.entries()) {
    const counterpart = others[index]
    if (counterpart === undefined) return 1
    const order = compareSegments(segment, counterpart)
    if (order !== 0) return order
  }
  return segments.length - others.length
}
