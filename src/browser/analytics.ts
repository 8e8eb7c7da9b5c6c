/**
 * Batches analytics events for our own address. Drafts, builds, and readers with Global Privacy Control or Do
 * Not Track send and store nothing. Events that can't be sent are lost.
 */

import type { EventName, EventPayload } from '../contracts/analytics/events.ts'
import type { PageName } from '../contracts/analytics/page-name.ts'
import type { User } from '../contracts/endpoints/account-endpoints.ts'
import type { CollectedEvent } from '../contracts/endpoints/collect-endpoints.ts'
import type { EndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { previewBannerId } from '../contracts/pages/on-demand-page.ts'
import { createEventQueue } from './event-queue.ts'
import { describeCurrentPage } from './page-context.ts'
import { endVisit } from './visit-events.ts'

const queue = createEventQueue(sendBatch)
/** Code that stores something only for analytics has to check this. */
export const isTrackingEnabled =
  typeof document !== 'undefined' && !document.getElementById(previewBannerId) && !hasOptedOut()

/** Sends what is waiting, so that an answer about consent that follows doesn't count for it. */
export const flushEvents = () => runSafely(queue.flush)

if (isTrackingEnabled) {
  // Both events: each is missing in some browsers. The queue sends nothing twice.
  document.addEventListener('visibilitychange', () => document.hidden && flushEvents())
  addEventListener('pagehide', flushEvents)
}

function hasOptedOut(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    readonly globalPrivacyControl?: boolean
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}

function runSafely(action: () => void) {
  try {
    if (isTrackingEnabled) action()
  } catch {
    // Analytics must not break the page.
  }
}

const collectPath: EndpointPath<'POST /api/collect'> = '/api/collect'

/** A beacon is sent even if the page is closed. */
function sendBatch(batch: readonly CollectedEvent[]) {
  const body = JSON.stringify({ batch, sentAt: new Date().toISOString() })
  const json = new Blob([body], { type: 'application/json' })
  // The browser refuses beacons when too many are queued.
  if (navigator.sendBeacon?.(collectPath, json)) return
  const request = { method: 'POST', body: json, keepalive: document.hidden }
  fetch(collectPath, request).catch(() => {})
}

type EventDetails = CollectedEvent extends infer Event
  ? Event extends CollectedEvent
    ? Omit<Event, 'messageId' | 'timestamp' | 'context'>
    : never
  : never

function add(details: EventDetails) {
  runSafely(() =>
    queue.add({
      ...details,
      messageId: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
      context: { page: describeCurrentPage(location, document) },
    }),
  )
}

export const track = <Name extends EventName>(event: Name, properties: EventPayload<Name>) =>
  add({ type: 'track', event, properties })

export const page = (name: PageName) => add({ type: 'page', name })

/** The session tells the server whose events these are; `traits` must be the same reader's. */
export const identify = (traits: User) => add({ type: 'identify', traits })

/** To be called at sign-out while the session is still open, so that earlier events count for its reader. */
export function resetIdentity() {
  runSafely(() => {
    queue.flush()
    endVisit()
  })
}
