/** Retries after a failure: with growing delays, or once online again, but never on a hidden page. */

/** Seconds before each attempt; the last delay repeats. */
export const retryDelaysInSeconds = [5, 10, 20, 40, 60] as const

export type Retry = {
  schedule(): void
  /** Call this after a success, or when the reader has retried. */
  reset(): void
}

/** If `attempt` fails, `attempt` calls `schedule` again. `delays` are in seconds. */
export function createRetry(
  attempt: () => void,
  page: { window: EventTarget; document: EventTarget & { readonly hidden: boolean } } = globalThis,
  delays: readonly number[] = retryDelaysInSeconds,
): Retry {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the delay ended while the page was hidden. */
  let isDue = false

  function run() {
    cancelPending()
    attempt()
  }
  function runIfVisible() {
    if (isDue && !page.document.hidden) run()
  }
  function cancelPending() {
    clearTimeout(timer)
    timer = undefined
    isDue = false
    page.window.removeEventListener('online', run)
    page.document.removeEventListener('visibilitychange', runIfVisible)
  }

  return {
    schedule() {
      cancelPending()
      const seconds = delays[Math.min(failures++, delays.length - 1)]!
      timer = setTimeout(() => {
        isDue = true
        runIfVisible()
      }, seconds * 1000)
      page.window.addEventListener('online', run)
      page.document.addEventListener('visibilitychange', runIfVisible)
    },
    reset() {
      failures = 0
      cancelPending()
    },
  }
}
