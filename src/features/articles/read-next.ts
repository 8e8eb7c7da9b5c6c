/**
 * What to read after the story at a place of its list: the next older ones, and where there are too
 * few, the nearest newer ones. Neighbours rather than the newest, so that a new story changes few
 * pages.
 */
export function readNext<Item>(
  newestFirst: readonly Item[],
  place: number,
  count = 3,
): readonly Item[] {
  const older = newestFirst.slice(place + 1, place + 1 + count)
  const missing = count - older.length
  return missing > 0
    ? [...older, ...newestFirst.slice(Math.max(place - missing, 0), place).reverse()]
    : older
}
