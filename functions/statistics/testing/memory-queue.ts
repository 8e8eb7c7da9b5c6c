/** The queue of event sums in one process. Like Cloudflare's, it may deliver anything again, in any order and grouping. */
import type { EventSums } from '../collecting/event-sums.ts'
import { type CountingDeps, handleEventMessages } from '../collecting/handle-event-messages.ts'

export type QueuedMessage = { readonly body: string; attempts: number }

export class MemoryQueue {
  messages: QueuedMessage[] = []

  async send(sums: EventSums) {
    // As Cloudflare does, in a form of its own.
    this.messages.push({ body: JSON.stringify(sums), attempts: 0 })
  }

  /** Delivers these messages together. Those that aren't acknowledged are queued again. */
  async deliver(deps: CountingDeps, delivered: readonly QueuedMessage[] = this.messages) {
    const pending = new Set(delivered)
    this.messages = this.messages.filter((message) => !pending.has(message))
    try {
      await handleEventMessages(
        deps,
        delivered.map((message) => ({
          body: JSON.parse(message.body),
          attempts: ++message.attempts,
          ack: () => void pending.delete(message),
          retry: () => {},
        })),
      )
    } finally {
      this.messages.push(...pending)
    }
  }
}
