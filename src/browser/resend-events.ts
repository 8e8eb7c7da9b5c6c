/** Sends batches of events again that the server hasn't accepted. Imported when there are some. */
import { maxBatchAge } from '../domain/statistics/collecting.ts'
import { attempt } from './attempt.ts'
import { readDeviceItem, removeDeviceItem } from './device-storage.ts'
import { type Batch, type BatchKey, maxKept, sendBatch, unaccepted } from './event-delivery.ts'
import { canDescribeVisit } from './visit-events.ts'

/** Readers can edit it. */
function readStored(key: BatchKey): Batch | undefined {
  const batch: unknown = attempt(() => JSON.parse(readDeviceItem(key) ?? ''))
  return Array.isArray(batch) && key === `events.${batch[0]?.timestamp}.${batch[0]?.messageId}`
    ? batch
    : undefined
}

/** The oldest first. */
export function resendEvents(keys: readonly BatchKey[]) {
  const oldest = `events.${new Date(Date.now() - maxBatchAge).toISOString()}`
  // Before the first answer has set these cookies, it isn't known whether a consent is needed.
  const isForbidden = !canDescribeVisit() && /(^| )(country|consent)=/.test(document.cookie)
  for (const [index, key] of keys.entries()) {
    if (isForbidden) removeDeviceItem(key)
    const isThisPages = unaccepted.has(key)
    const batch = isThisPages ? unaccepted.get(key) : readStored(key)
    if (batch && key > oldest && keys.length - index <= maxKept) void sendBatch(batch)
    else if (!isThisPages || batch) {
      unaccepted.delete(key)
      removeDeviceItem(key)
    }
  }
}
