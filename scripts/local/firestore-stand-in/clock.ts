/** Time in microseconds since 1970, as Firestore stamps commits. */

/** Times are the machine's, and no two of `next` are equal or out of order. */
export function createClock() {
  let last = 0
  // Date has milliseconds; the digits below are those of another clock, only to be there: code that
  // loses them on the way is to fail here, not in production.
  const machine = () => Date.now() * 1000 + Math.floor((performance.now() * 1000) % 1000)
  return {
    /** The time of a commit. */
    next() {
      last = Math.max(machine(), last + 1)
      return last
    },
    /** The time of a read: not before any commit that it sees. */
    now: () => Math.max(machine(), last),
  }
}
