/**
 * What the depth says at which an article was left: the part of its text that had come into sight, from
 * 0 to 1. Free of zod, because browsers load this file.
 */

/** How far it has to have gone before an article counts as finished: below it are notes and names. */
const finishedDepth = 0.9

/** Whether there is anything to go on with. */
export function isUnfinished(depth: number): boolean {
  return depth < finishedDepth
}

/** Less than this has not been read in, and a change by less is none worth a word. */
const leastDepth = 0.1

/**
 * Whether leaving an article at this depth is worth noting: `noted` is the depth that is known
 * already, null where there is none. What is finished is noted however little was missing.
 */
export function isWorthNoting(depth: number, noted: number | null): boolean {
  if (noted === null) return depth >= leastDepth
  return Math.abs(depth - noted) >= leastDepth || isUnfinished(depth) !== isUnfinished(noted)
}
