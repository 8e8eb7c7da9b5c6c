/** Caches one result for all requests in an isolate. Requests that arrive during a look-up share its result. */
import { createSingleFlight, type KeepAlive } from './single-flight.ts'

export function createSingleFlightCache<Value>(
  /** In milliseconds. */
  timeToLive: number,
  now: () => number,
) {
  let cached: { readonly startedAt: number; readonly at: number; readonly value: Value } | undefined
  const share = createSingleFlight<Value>(now)

  /** Returns null if the look-up takes too long. Throws if `lookUp` throws. */
  return async function getShared(
    lookUp: () => Promise<Value>,
    keepAlive: KeepAlive,
  ): Promise<Value | null> {
    if (cached && now() - cached.at <= timeToLive) return cached.value
    const lookUpAndCache = async () => {
      const startedAt = now()
      const value = await lookUp()
      // An abandoned look-up may finish after a newer one.
      if (!cached || cached.startedAt <= startedAt) cached = { startedAt, at: now(), value }
      return value
    }
    return share('', lookUpAndCache, keepAlive)
  }
}
