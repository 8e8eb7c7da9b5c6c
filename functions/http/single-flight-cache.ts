/** One cached result for all requests of an isolate. Requests that arrive during a look-up share it. */
import { waitAtMost } from './wait-at-most.ts'

/** `waitUntil`. */
type KeepAlive = (work: Promise<unknown>) => void

/** Milliseconds that a request waits for another one's look-up. */
const maxWait = 10_000
/** Milliseconds after which a look-up is abandoned: its request has ended. */
const lookUpTimeout = 30_000

export function createSingleFlightCache<Value>(
  /** Milliseconds. */
  timeToLive: number,
  now: () => number,
) {
  let cached: { readonly at: number; readonly value: Value } | undefined
  let inFlight: { readonly startedAt: number; readonly value: Promise<Value> } | undefined

  function startLookUp(lookUp: () => Promise<Value>, keepAlive: KeepAlive) {
    const pending = lookUp()
      .then((value) => {
        // Ignored if a newer look-up was started meanwhile.
        if (inFlight?.value === pending) cached = { at: now(), value }
        return value
      })
      .finally(() => {
        if (inFlight?.value === pending) inFlight = undefined
      })
    // Other requests may wait for it after this one has ended.
    keepAlive(pending.catch(() => {}))
    return { startedAt: now(), value: pending }
  }

  /** Null if it takes too long. Throws if `lookUp` throws. */
  return async function getShared(
    lookUp: () => Promise<Value>,
    keepAlive: KeepAlive,
  ): Promise<Value | null> {
    const at = now()
    if (cached && at - cached.at <= timeToLive) return cached.value
    if (inFlight && at - inFlight.startedAt > lookUpTimeout) inFlight = undefined
    inFlight ??= startLookUp(lookUp, keepAlive)
    return waitAtMost(inFlight.value, maxWait)
  }
}
