import { outageRetryDelay } from '../identity/outage-tracker.ts'
import { cacheMilliseconds } from '../publishing/recent-changes.ts'

/**
 * For `expect.poll`: waits until a Worker with cached changes shows the latest change. After a failed query, the Worker
 * waits before it tries again.
 */
export const changePoll = { timeout: outageRetryDelay + 4 * cacheMilliseconds, interval: 250 }
