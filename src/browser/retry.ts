/**
 * Does something again by itself after it failed: soon at first, then ever more seldom, at once when
 * the browser is online again, and never while nobody is looking at the page.
 */

/** Seconds before each further attempt; the last one stands for all that follow. */
export const retryDelays = [5, 10, 20, 40, 60] as const

export type Retry = {
  /** It failed: another attempt will follow. */
  schedule(): void
  /** It worked, or the reader has seen to it: none will follow. */
  reset(): void
}

/**
 * The page as far as it matters here; `attempt` calls `schedule` again where it fails again. `delays` are
 * seconds, as above.
 */
export function createRetry(
  attempt: () => void,
  page: { window: EventTarget; document: EventTarget & { readonly hidden: boolean } } = globalThis,
  delays: readonly number[] = retryDelays,
): Retry {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Time has come while the page was hidden. */
  let isDue = false

  function run() {
    settle()
    attempt()
  }
  function wake() {
    if (isDue && !page.document.hidden) run()
  }
  function settle() {
    clearTimeout(timer)
    timer = undefined
    isDue = false
    page.window.removeEventListener('online', run)
    page.document.removeEventListener('visibilitychange', wake)
  }

  return {
    schedule() {
      settle()
      const seconds = delays[Math.min(failures++, delays.length - 1)]!
      timer = setTimeout(() => {
        isDue = true
        wake()
      }, seconds * 1000)
      page.window.addEventListener('online', run)
      page.document.addEventListener('visibilitychange', wake)
    },
    reset() {
      failures = 0
      settle()
    },
  }
}
