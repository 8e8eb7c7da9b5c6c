/**
 * Counts what readers do, as `track`, `page` and `identify`, and sends it to our own address in
 * batches (contracts/collect.ts). It never keeps a page waiting, and never fails anything that the
 * reader does: an event that cannot be sent is lost. What runs at build time counts nothing.
 *
 * Whoever asks by their browser not to be tracked (Global Privacy Control, Do Not Track) is not
 * counted at all, nor is anybody who looks at a draft, and this file is the one place that knows:
 * nothing is kept or sent.
 */
import type { EventName, EventPayload } from '../contracts/analytics/events.ts'
import type { CollectedEvent } from '../contracts/collect.ts'
import { collectPath } from '../contracts/collect-path.ts'
import { previewNoteId } from '../contracts/preview.ts'
import type { Screen } from '../contracts/screen.ts'
import type { User } from '../contracts/user.ts'
import { createAnonymousId } from './anonymous-id.ts'
import { createEventQueue } from './event-queue.ts'
import { currentPage } from './page-context.ts'
import { endVisit } from './visit.ts'

const anonymousId = createAnonymousId(() => localStorage, Date.now)
const queue = createEventQueue(send)
/** Whoever would keep something only to count has to ask. */
export const isCounting =
  typeof document !== 'undefined' &&
  !document.getElementById(previewNoteId) &&
  !asksNotToBeTracked()

if (isCounting) {
  // Both: some browsers leave out the one, some the other, and nothing is sent twice.
  document.addEventListener('visibilitychange', () => document.hidden && attempt(queue.flush))
  addEventListener('pagehide', () => attempt(queue.flush))
}

function asksNotToBeTracked(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    readonly globalPrivacyControl?: boolean
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}

function attempt(action: () => void) {
  try {
    if (isCounting) action()
  } catch {
    // Not worth a word to anybody: what the reader does goes on.
  }
}

/** Survives the page: a beacon is the browser's to send. */
function send(batch: readonly CollectedEvent[]) {
  const body = JSON.stringify({ batch, sentAt: new Date().toISOString() })
  const json = new Blob([body], { type: 'application/json' })
  // Refused where too much is on its way already; on a page that stays, that is no matter.
  if (navigator.sendBeacon?.(collectPath, json)) return
  const keepalive = document.hidden
  fetch(collectPath, { method: 'POST', body: json, keepalive }).catch(() => {})
}

const everyEvent = () => ({
  messageId: crypto.randomUUID(),
  anonymousId: anonymousId.read(),
  timestamp: new Date().toISOString(),
  context: { page: currentPage(location, document) },
})

export function track<Name extends EventName>(event: Name, properties: EventPayload<Name>) {
  attempt(() => queue.add({ type: 'track', event, properties, ...everyEvent() }))
}

/** A view of a screen. */
export function page(name: Screen) {
  attempt(() => queue.add({ type: 'page', name, ...everyEvent() }))
}

/**
 * What to call the reader who is signed in. That events are theirs, the session says, from the first
 * one on; it also has to be this reader's.
 */
export function identify(traits: User) {
  attempt(() => queue.add({ type: 'identify', traits, ...everyEvent() }))
}

/**
 * From here on, events belong to nobody known: the reader signs out. To be called while the session
 * is still open, so that what has happened until now arrives as theirs.
 */
export function forgetIdentity() {
  attempt(() => {
    queue.flush()
    anonymousId.renew()
    endVisit()
  })
}
