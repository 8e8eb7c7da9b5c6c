/**
 * The lease limits how long closed parts may stay cached without confirmation. It isn't a protection, because readers
 * control their devices.
 */

/** Milliseconds. */
export const leaseLength = 7 * 24 * 60 * 60 * 1000

/** A lease that is longer than possible is from a clock that was set back. */
export function isLeaseRunning(until: number, now: number): boolean {
  return until > now && until - now <= leaseLength
}
