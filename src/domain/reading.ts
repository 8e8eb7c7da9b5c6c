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
