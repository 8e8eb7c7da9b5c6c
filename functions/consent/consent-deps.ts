import type { Deps } from '../identity/edge-context.ts'
import type { EventReceiver } from '../statistics/collecting/event-receiver.ts'

/** What this folder's handlers use. */
export type ConsentDeps = Deps & {
  readonly eventReceiver: EventReceiver | null
}
