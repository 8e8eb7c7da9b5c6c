/**
 * Remembers, for one isolate, that the database has just failed, so that not every reader waits to
 * find that out again. It may shorten the wait of those who are let in either way; it must never
 * be the reason why somebody is turned away.
 */
export type Outage = {
  /** Whether to ask the database at `now`. During an outage one caller in a while finds out. */
  shouldAsk(now: Date): boolean
  /** What became of asking. */
  note(answered: boolean, now: Date): void
}

/** Milliseconds between two attempts while the database is away. */
export const outagePause = 10_000

export function createOutage(): Outage {
  let askAgainAt: number | null = null
  return {
    shouldAsk(now) {
      if (askAgainAt === null) return true
      if (now.getTime() < askAgainAt) return false
      // This caller asks; the others need not wait for what it finds.
      askAgainAt = now.getTime() + outagePause
      return true
    },
    note(answered, now) {
      askAgainAt = answered ? null : now.getTime() + outagePause
    },
  }
}
