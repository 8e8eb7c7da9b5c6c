/**
 * Counts several calls with one call to a rate limit. Suits limits that are much higher than the batch: such limits
 * protect against floods, and each call to a limit costs more than a cheap response itself (in wrangler's dev server,
 * an SQLite transaction).
 */
import { createLruCache } from '../lru-cache.ts'
import type { CountCall } from './rate-limits.ts'

/**
 * The batch size. Above a limit, an isolate lets through fewer calls than one batch, plus those that overlap with the
 * refusal.
 */
export const batchSize = 10

/** The maximum number of keys counted in one isolate, to limit its memory. Calls with an evicted key aren't counted. */
const maxKeys = 10_000

type Calls = { readonly uncounted: number; readonly isRefused: boolean }

/** Creates the state of one isolate. Keys must differ between limits. */
export function createBatchedCount(): CountCall {
  const callsByKey = createLruCache<string, Calls>(maxKeys, () => 1)
  return async (limit, key) => {
    const { uncounted, isRefused } = callsByKey.get(key) ?? { uncounted: 0, isRefused: false }
    const delta = uncounted + 1
    if (delta < batchSize && !isRefused) {
      callsByKey.set(key, { uncounted: delta, isRefused })
      return true
    }
    // The count is reset before the limit responds, because calls arriving in between would count these calls again.
    callsByKey.set(key, { uncounted: 0, isRefused })
    const { success } = await limit.limit({ key, delta })
    callsByKey.set(key, { uncounted: callsByKey.get(key)?.uncounted ?? 0, isRefused: !success })
    return success
  }
}
