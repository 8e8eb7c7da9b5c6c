/** Converts objects to entries sorted by name. */
function canonize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonize)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { entries: entries.map(([name, inner]) => [name, canonize(inner)]) }
}

/** Whether JSON values are equal, in whatever order their names are. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(canonize(one)) === JSON.stringify(canonize(other))
