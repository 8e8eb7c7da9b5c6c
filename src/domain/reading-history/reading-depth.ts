/** Defines when a reading depth is stored. Doesn't use zod, because browsers load this file. */

/** Below this depth, only notes and credits follow. */
const finishedDepth = 0.9

export function isUnfinished(depth: number): boolean {
  return depth < finishedDepth
}

/** The minimum depth, and the minimum change, that is stored. */
const minDepth = 0.1

/** `storedDepth` is null if none is stored. Finishing an article is always stored. */
export function shouldStoreDepth(depth: number, storedDepth: number | null): boolean {
  if (storedDepth === null) return depth >= minDepth
  return (
    Math.abs(depth - storedDepth) >= minDepth || isUnfinished(depth) !== isUnfinished(storedDepth)
  )
}
