import { outageRetryDelay } from '../identity/outage-tracker.ts'
import { cacheMilliseconds } from '../publishing/recent-changes.ts'

/**
 * For `expect.poll`, until a Worker that caches changes shows the latest. After a query that failed it doesn't ask
 * again for a while.
 */
export const changePoll = { timeout: outageRetryDelay + 4 * cacheMilliseconds, interval: 250 }
