/**
 * Gathers what is counted and delivers it in batches: when there is enough of it, when the first of
 * it has waited a while, and whenever it is told to. Knows neither the page nor the network.
 */

/** Events that go together at most; far from what a browser sends for a page that is going away. */
const batchSize = 20
/** Milliseconds that an event waits for others. */
const patience = 5000

export type EventQueue<Event> = {
  add(event: Event): void
  /** Delivers what is waiting now. Without anything waiting it does nothing. */
  flush(): void
}

export function createEventQueue<Event>(
  deliver: (batch: readonly Event[]) => void,
): EventQueue<Event> {
  let waiting: Event[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const batch = waiting
    // Before it is delivered, so that nothing is delivered twice, whatever happens there.
    waiting = []
    deliver(batch)
  }

  return {
    add(event) {
      waiting.push(event)
      if (waiting.length >= batchSize) flush()
      else timer ??= setTimeout(flush, patience)
    },
    flush,
  }
}
