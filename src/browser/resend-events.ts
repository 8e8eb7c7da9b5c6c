/** Resends batches of events that the server hasn't accepted. This file is imported only if there are any. */
import { maxBatchAge } from '../domain/statistics/collecting.ts'
import { attempt } from './attempt.ts'
import { readDeviceItem, removeDeviceItem } from './device-storage.ts'
import { type Batch, type BatchKey, maxKept, sendBatch, unaccepted } from './event-delivery.ts'
import { canDescribeVisit } from './visit-events.ts'

/** Validates the batch, because readers can edit storage. */
function readStored(key: BatchKey): Batch | undefined {
  const batch: unknown = attempt(() => JSON.parse(readDeviceItem(key) ?? ''))
  return Array.isArray(batch) && key === `events.${batch[0]?.timestamp}.${batch[0]?.messageId}`
    ? batch
    : undefined
}

/** Resends batches, oldest first. */
export function resendEvents(keys: readonly BatchKey[]) {
  const oldest = `events.${new Date(Date.now() - maxBatchAge).toISOString()}`
  // Until the first response has set these cookies, it's unknown whether consent is needed.
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
