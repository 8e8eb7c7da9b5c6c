/**
 * Returns the next older stories, then the nearest newer ones. The newest stories aren't used, so that a new story
 * changes few pages.
 */
export function pickReadNext<Item>(
  newestFirst: readonly Item[],
  position: number,
  count = 3,
): readonly Item[] {
  const olderItems = newestFirst.slice(position + 1, position + 1 + count)
  const missing = count - olderItems.length
  return missing > 0
    ? [...olderItems, ...newestFirst.slice(Math.max(position - missing, 0), position).reverse()]
    : olderItems
}
