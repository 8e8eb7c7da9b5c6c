/** When an article counts as read. Free of zod, because browsers load this file. */

/** Of the text's height: who has come that far has not turned back, whatever the last lines are. */
const readDepth = 0.8

/** Nobody who reads is faster; most take less than half as many. Who is has leafed through. */
const hastyWordsPerMinute = 600

/** Seconds in which the text can be read as far as it has to be. */
export function leastReadingSeconds(words: number): number {
  return (readDepth * words * 60) / hastyWordsPerMinute
}

/** `depth` is the part of the text that has come into sight, from 0 to 1; `seconds` were visible. */
export function isRead(reading: {
  readonly depth: number
  readonly seconds: number
  readonly words: number
}): boolean {
  return reading.depth >= readDepth && reading.seconds >= leastReadingSeconds(reading.words)
}

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
