import type { Deps } from '../../identity/edge-context.ts'
import type { EventReceiver } from './event-receiver.ts'
import type { EventQueue } from './event-sums.ts'

/** The services that this folder's handlers use. */
export type CollectingDeps = Deps & {
  readonly eventQueue: EventQueue
  readonly eventReceiver: EventReceiver | null
  /** The limit of a network and day; null without one. */
  readonly maxNewVisitors: number | null
}
