/** Defines when an article counts as read. Doesn't use zod, because browsers load this file. */

/** The share of the text's height that has to be visible. The rest may be notes. */
const readDepthThreshold = 0.8

/** Anything faster is skimming; most people read at less than half this speed. */
const maxWordsPerMinute = 600

export function getMinReadingSeconds(words: number): number {
  return (readDepthThreshold * words * 60) / maxWordsPerMinute
}

/** `depth` is the share of the text that was visible, from 0 to 1; `seconds` is the time spent on it. */
export function isRead(progress: {
  readonly depth: number
  readonly seconds: number
  readonly words: number
}): boolean {
  return (
    progress.depth >= readDepthThreshold && progress.seconds >= getMinReadingSeconds(progress.words)
  )
}
