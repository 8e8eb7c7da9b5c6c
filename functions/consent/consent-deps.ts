import type { Deps } from '../identity/edge-context.ts'

export type ConsentDeps = Deps & {
  /** Null if events aren't shared. */
  readonly eventReceiver: object | null
}
