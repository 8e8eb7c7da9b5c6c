/**
 * Batches analytics events for our own endpoint. Nothing is sent or stored in drafts, in builds, or for readers with
 * Global Privacy Control or Do Not Track.
 */

import type { EventName, EventPayload } from '../contracts/analytics/events.ts'
import type { PageName } from '../contracts/analytics/page-name.ts'
import type { User } from '../contracts/endpoints/account-endpoints.ts'
import type { CollectedEvent } from '../contracts/endpoints/collect-endpoints.ts'
import { previewBannerId } from '../contracts/pages/on-demand-page.ts'
import { listUnaccepted, sendBatch, stopStoringEvents } from './event-delivery.ts'
import { createEventQueue } from './event-queue.ts'
import { describeCurrentPage } from './page-context.ts'
import { endVisit } from './visit-events.ts'

const queue = createEventQueue<CollectedEvent>(sendBatch, resendUnaccepted)
/** Code that stores data only for analytics must check this first. */
export const isTrackingEnabled =
  typeof document !== 'undefined' && !document.getElementById(previewBannerId) && !hasOptedOut()

/** Sends waiting events, so that the reader's next answer about consent doesn't apply to them. */
export const flushEvents = () => runSafely(queue.flush)

if (isTrackingEnabled) {
  // Listens for both events, because each is missing in some browsers. The queue sends nothing twice.
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
    // Failing analytics must not break the page.
  }
}

function resendUnaccepted() {
  const keys = listUnaccepted()
  if (keys.length > 0)
    import('./resend-events.ts').then(({ resendEvents }) => resendEvents(keys)).catch(() => {})
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

/** The session identifies the reader to the server; `traits` must be the same reader's. */
export const identify = (traits: User) => add({ type: 'identify', traits })

/** Call this at sign-out while the session is still open, so that earlier events count for its reader. */
export function resetIdentity() {
  runSafely(() => {
    stopStoringEvents()
    queue.flush()
    endVisit()
  })
}
