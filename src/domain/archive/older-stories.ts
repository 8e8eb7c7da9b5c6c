/** The number of steps in the limit of prerendered stories. */
const stepsPerLimit = 50

/**
 * Returns how many of the oldest stories aren't prerendered. The number grows in steps, so that the boundary rarely
 * moves; up to one step more than `limit` are prerendered. Without a limit, all are.
 */
export function countOlderStories(stories: number, limit: number | undefined): number {
  if (limit === undefined) return 0
  const step = Math.ceil(limit / stepsPerLimit)
  return Math.max(0, Math.floor((stories - limit) / step) * step)
}
