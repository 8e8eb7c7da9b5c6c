import type { Deps } from '../identity/edge-context.ts'

export type ConsentDeps = Deps & {
  /** Null if events are only counted. */
  readonly eventReceiver: object | null
}
