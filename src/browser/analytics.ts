/**
 * Counts what readers do, as `track`, `page` and `identify`, and sends it to our own address in
 * batches. It never keeps a page waiting, and never fails anything that the reader does.
 */
import type { EventName, EventPayload } from '../contracts/analytics/events.ts'
import type { Screen } from '../contracts/screen.ts'
import type { User } from '../contracts/user.ts'

export function track<Name extends EventName>(_event: Name, _payload: EventPayload<Name>) {
  // Comes with the collector.
}

/** A view of a screen. */
export function page(_screen: Screen) {
  // Comes with the collector.
}

/** From here on, events belong to this reader. */
export function identify(_user: User) {
  // Comes with the collector.
}

/** From here on, events belong to nobody known: the reader has signed out. */
export function forgetIdentity() {
  // Comes with the collector.
}
