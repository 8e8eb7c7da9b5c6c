/**
 * Sends batches of events. Each batch is stored on the device until the server has accepted it, so that none is lost if
 * the reader leaves the page or the response fails. Without the consent needed, batches are kept only in memory.
 * The server counts each batch once, by its first event.
 * localStorage["events.2026-11-30T06:42:12.345Z.0b9c2f0e-…"] = [{"messageId":"0b9c2f0e-…",…},…]
 */
import type { CollectedEvent } from '../contracts/endpoints/collect-endpoints.ts'
import type { EndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { listDeviceKeys, removeDeviceItem, storeDeviceItem } from './device-storage.ts'
import { canDescribeVisit } from './visit-events.ts'

export type Batch = readonly CollectedEvent[]
export type BatchKey = `events.${string}`

/** The maximum number of stored batches, each with at most 20 events (event-queue.ts). */
export const maxKept = 10

/** This page's unaccepted batches. The value is set if the batch's call has failed. */
export const unaccepted = new Map<BatchKey, Batch | undefined>()
let isStoring = true

/** Lists batches, including those of earlier pages and other tabs. */
const listStoredBatches = () =>
  listDeviceKeys().filter((key): key is BatchKey => key.startsWith('events.'))

/** Lists unaccepted batches, oldest first. */
export const listUnaccepted = () =>
  [...new Set([...unaccepted.keys(), ...listStoredBatches()])].sort()

/**
 * Stops storing events until the next page, for a reader who logs out. Stored events are deleted with the reader's
 * data.
 */
export function stopStoringEvents() {
  isStoring = false
  unaccepted.clear()
}

const collectPath: EndpointPath<'POST /api/collect'> = '/api/collect'

export async function sendBatch(batch: Batch) {
  const { timestamp, messageId } = batch[0]!
  const key: BatchKey = `events.${timestamp}.${messageId}`
  unaccepted.set(key, undefined)
  if (isStoring && canDescribeVisit() && listStoredBatches().length < maxKept)
    storeDeviceItem(key, JSON.stringify(batch))
  try {
    const response = await fetch(collectPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        batch,
        // The oldest batch's id: all batches sent before the first response sets a cookie have this id in common.
        visitor: listUnaccepted()[0]!.slice(-messageId.length),
        sentAt: new Date().toISOString(),
      }),
      // The request completes even if the page is closed.
      keepalive: true,
    })
    // Chromium keeps a connection open if its response is never read.
    await response.text()
    if (response.status < 500 && response.status !== 429) {
      unaccepted.delete(key)
      removeDeviceItem(key)
      return
    }
  } catch {
    // The batch is sent again with later events.
  }
  if (isStoring) unaccepted.set(key, batch)
}
