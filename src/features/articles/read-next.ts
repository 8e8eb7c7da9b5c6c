/**
 * What to read after a story: the next older ones of its list, and where there are too few, the
 * nearest newer ones. Neighbours rather than the newest, so that a new story changes few pages.
 */
export function readNext<Item extends { readonly slug: string }>(
  newestFirst: readonly Item[],
  slug: string,
  count = 3,
): readonly Item[] {
  const place = newestFirst.findIndex((item) => item.slug === slug)
  const older = newestFirst.slice(place + 1, place + 1 + count)
  const newer = newestFirst.slice(0, Math.max(place, 0)).slice(older.length - count)
  return older.length < count ? [...older, ...newer.reverse()] : older
}
