/** Events per batch: far below what browsers can send while a page is being closed. */
const batchSize = 20
/** Milliseconds for which an event waits for others. */
const maxDelay = 5000

export type EventQueue<Event> = {
  add(event: Event): void
  flush(): void
}

export function createEventQueue<Event>(
  deliver: (batch: readonly Event[]) => void,
  /** Called before waiting events are sent, except when the page may be about to close. */
  prepare: () => void = () => {},
): EventQueue<Event> {
  let queued: Event[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (queued.length === 0) return
    const batch = queued
    // The queue is emptied before delivery, so that no event is delivered twice.
    queued = []
    deliver(batch)
  }

  return {
    add(event) {
      queued.push(event)
      if (queued.length >= batchSize) flush()
      else
        timer ??= setTimeout(() => {
          prepare()
          flush()
        }, maxDelay)
    },
    flush,
  }
}
