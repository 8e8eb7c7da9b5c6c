/**
 * Counts several calls by one call of a rate limit. For limits that are much higher than the batch: they protect
 * against floods, and each call of a limit costs more than a cheap response itself (in wrangler's dev server a
 * transaction of SQLite).
 */
import { createLruCache } from '../lru-cache.ts'
import type { CountCall } from './rate-limits.ts'

/** An isolate lets fewer calls than this through above a limit, and those that overlap with the refusal. */
export const batchSize = 10

/** Keys that one isolate counts, to limit its memory. The calls of a key that is evicted aren't counted. */
const maxKeys = 10_000

type Calls = { readonly uncounted: number; readonly isRefused: boolean }

/** The state of one isolate. Keys must differ between limits. */
export function createBatchedCount(): CountCall {
  const callsByKey = createLruCache<string, Calls>(maxKeys, () => 1)
  return async (limit, key) => {
    const { uncounted, isRefused } = callsByKey.get(key) ?? { uncounted: 0, isRefused: false }
    const delta = uncounted + 1
    if (delta < batchSize && !isRefused) {
      callsByKey.set(key, { uncounted: delta, isRefused })
      return true
    }
    // Reset before the limit answers: otherwise calls that arrive in between would count these again.
    callsByKey.set(key, { uncounted: 0, isRefused })
    const { success } = await limit.limit({ key, delta })
    callsByKey.set(key, { uncounted: callsByKey.get(key)?.uncounted ?? 0, isRefused: !success })
    return success
  }
}
