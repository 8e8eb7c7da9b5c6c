/** Where arrow keys lead: from the field through the results and back. */

/** Null where the key has no meaning here, or the element with the focus is none of the stops. */
export function neighbourOf<Stop>(
  key: string,
  stops: readonly Stop[],
  current: unknown,
): Stop | null {
  const index = stops.indexOf(current as Stop)
  if (index < 0) return null
  switch (key) {
    case 'ArrowDown':
      return stops[index + 1] ?? null
    case 'ArrowUp':
      return stops[index - 1] ?? null
    // In the field they belong to the text.
    case 'Home':
      return index > 0 ? stops[1]! : null
    case 'End':
      return index > 0 ? stops.at(-1)! : null
    default:
      return null
  }
}
