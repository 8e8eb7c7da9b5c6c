/**
 * How long closed text may lie on a reader's device without the edge having said again that it is
 * theirs to read. One lease for all of it. It is the reader's own device, so it is a promise of our
 * script and no lock.
 */

/** Milliseconds. */
export const leaseLength = 7 * 24 * 60 * 60 * 1000

/** `until` as it was written down; a lease longer than any that is given is one of a turned-back clock. */
export function isLeaseRunning(until: number, now: number): boolean {
  return until > now && until - now <= leaseLength
}
