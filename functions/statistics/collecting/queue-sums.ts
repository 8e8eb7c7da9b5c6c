import { getErrorName } from '../../platform/error-name.ts'
import type { CollectingDeps } from './collecting-deps.ts'
import type { EventSums } from './event-sums.ts'

/** Called after the response. Never fails, because readers must not notice failures to count. */
export function queueSums(
  { eventQueue, execution, log }: Pick<CollectingDeps, 'eventQueue' | 'execution' | 'log'>,
  sums: EventSums,
): void {
  const isEmpty = sums.figures.length === 0 && Object.keys(sums.rejections).length === 0
  if (isEmpty) return
  const send = async () => {
    try {
      await eventQueue.send(sums)
    } catch (error) {
      // Logs only the name, because the message may quote the batch.
      log('events_not_queued', { reason: getErrorName(error) })
    }
  }
  execution.waitUntil(send())
}
