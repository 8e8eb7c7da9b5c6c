/**
 * Sends batches of events. Each stays on the device until the server has accepted it, so that none is lost by leaving a
 * page or by a bad answer; without a consent that is needed, in the page only. The server counts it once, by its first event.
 *     localStorage["events.2026-11-30T06:42:12.345Z.0b9c2f0e-…"] = [{"messageId":"0b9c2f0e-…",…},…]
 */
import type { CollectedEvent } from '../contracts/endpoints/collect-endpoints.ts'
import type { EndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { listDeviceKeys, removeDeviceItem, storeDeviceItem } from './device-storage.ts'
import { canDescribeVisit } from './visit-events.ts'

export type Batch = readonly CollectedEvent[]
export type BatchKey = `events.${string}`

/** With at most 20 events each (event-queue.ts). */
export const maxKept = 10

/** This page's; with the batch if its call has failed. */
export const unaccepted = new Map<BatchKey, Batch | undefined>()
let isStoring = true

/** Lists the batches of earlier pages and other tabs, too. */
const listStoredBatches = () =>
  listDeviceKeys().filter((key): key is BatchKey => key.startsWith('events.'))

/** The oldest first. */
export const listUnaccepted = () =>
  [...new Set([...unaccepted.keys(), ...listStoredBatches()])].sort()

/** Until the next page: for a reader who logs out. What is stored is erased with their other data. */
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
        // The oldest batch's id: all that are sent before the first answer, with its cookie, have the same.
        visitor: listUnaccepted()[0]!.slice(-messageId.length),
        sentAt: new Date().toISOString(),
      }),
      // The request is sent even if the page is closed.
      keepalive: true,
    })
    // Chromium keeps a connection open whose response is never read.
    await response.text()
    if (response.status < 500 && response.status !== 429) {
      unaccepted.delete(key)
      removeDeviceItem(key)
      return
    }
  } catch {
    // Sent again with later events.
  }
  if (isStoring) unaccepted.set(key, batch)
}
