/** The arrow keys move from the search field through the results and back. */

/** Returns null for other keys, or if the focus is elsewhere. */
export function findArrowKeyTarget<Target>(
  key: string,
  targets: readonly Target[],
  current: unknown,
): Target | null {
  const index = targets.indexOf(current as Target)
  if (index < 0) return null
  switch (key) {
    case 'ArrowDown':
      return targets[index + 1] ?? null
    case 'ArrowUp':
      return targets[index - 1] ?? null
    // In the search field, these keys move the cursor.
    case 'Home':
      return index > 0 ? targets[1]! : null
    case 'End':
      return index > 0 ? targets.at(-1)! : null
    default:
      return null
  }
}
