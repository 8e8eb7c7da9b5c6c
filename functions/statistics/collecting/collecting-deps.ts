import type { Deps } from '../../identity/edge-context.ts'
import type { EventReceiver } from './event-receiver.ts'
import type { EventQueue } from './event-sums.ts'

/** The services that this folder's handlers use. */
export type CollectingDeps = Deps & {
  readonly eventQueue: EventQueue
  readonly eventReceiver: EventReceiver | null
  /** The limit per network and day; null if there is none. */
  readonly maxNewVisitors: number | null
}
