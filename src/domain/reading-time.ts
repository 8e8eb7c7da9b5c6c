/** Estimates reading times, without zod, because browsers load this file. */

const wordsPerMinute = 230

export function estimateReadingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}
