/**
 * Shares work between an isolate's requests: a request that arrives while the same work is running waits for its
 * result.
 */
import { waitAtMost } from './wait-at-most.ts'

/** Keeps work running after the response, as `waitUntil` does. */
export type KeepAlive = (work: Promise<unknown>) => void

/** Milliseconds for which a request waits for the work, whichever request started it. */
const maxWait = 10_000
/** Milliseconds after which the work is abandoned, because its request has ended. */
const workTimeout = 30_000

export function createSingleFlight<Value>(
  /** In milliseconds. */
  now: () => number = () => Date.now(),
) {
  const flights = new Map<string, { readonly startedAt: number; readonly result: Promise<Value> }>()

  function start(key: string, work: () => Promise<Value>, keepAlive: KeepAlive) {
    const flight = { startedAt: now(), result: work() }
    flights.set(key, flight)
    const end = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    // Other requests may wait for the work after this request has ended.
    keepAlive(flight.result.then(end, end))
    return flight
  }

  /** Returns null if the work takes too long. Throws if `work` throws. */
  return async function share(
    key: string,
    work: () => Promise<Value>,
    keepAlive: KeepAlive,
  ): Promise<Value | null> {
    const running = flights.get(key)
    const isAbandoned = running !== undefined && now() - running.startedAt > workTimeout
    const flight = running && !isAbandoned ? running : start(key, work, keepAlive)
    return waitAtMost(flight.result, maxWait)
  }
}
