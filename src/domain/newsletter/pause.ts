import type { NewsletterEntry } from './newsletter-entry.ts'

/** Includes at least four Sundays, and is the same for everybody. */
const pauseDays = 31

/** Returns null if the entry isn't confirmed, or isn't paused. */
export function setPause(
  entry: NewsletterEntry,
  isPaused: boolean,
  now: Date,
): NewsletterEntry | null {
  if (entry.state !== 'confirmed') return null
  const pausedUntil = isPaused ? new Date(now.getTime() + pauseDays * 24 * 60 * 60 * 1000) : null
  return { ...entry, pausedUntil }
}
