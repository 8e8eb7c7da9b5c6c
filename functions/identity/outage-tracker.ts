/** Tracks outages within one isolate, so that not every reader waits for the timeout. Never causes a refusal. */
export type OutageTracker = {
  /** Whether to call the service. During an outage, one caller per interval may. */
  shouldTry(now: Date): boolean
  recordAttempt(hasAnswered: boolean, now: Date): void
}

/** In milliseconds. */
export const outageRetryDelay = 10_000

export function createOutageTracker(): OutageTracker {
  let retryAt: number | null = null
  return {
    shouldTry(now) {
      if (retryAt === null) return true
      if (now.getTime() < retryAt) return false
      retryAt = now.getTime() + outageRetryDelay
      return true
    },
    recordAttempt(hasAnswered, now) {
      retryAt = hasAnswered ? null : now.getTime() + outageRetryDelay
    },
  }
}
