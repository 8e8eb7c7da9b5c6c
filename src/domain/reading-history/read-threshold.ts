/** Free of zod, because browsers load this file. */

/** Part of the text's height. The rest may be notes. */
const readDepthThreshold = 0.8

/** Faster is skimming; most people read at less than half this speed. */
const maxWordsPerMinute = 600

export function getMinReadingSeconds(words: number): number {
  return (readDepthThreshold * words * 60) / maxWordsPerMinute
}

/** `depth` is the part of the text that was visible, from 0 to 1; `seconds` is how long. */
export function isRead(progress: {
  readonly depth: number
  readonly seconds: number
  readonly words: number
}): boolean {
  return (
    progress.depth >= readDepthThreshold && progress.seconds >= getMinReadingSeconds(progress.words)
  )
}
