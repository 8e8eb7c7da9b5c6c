/** Rebuilds of the stack's site: one at a time, and whoever asks meanwhile shares the next one. */

export type RebuildCounts = {
  readonly begun: number
  readonly failed: number
  readonly isRunning: boolean
}

export type Rebuilds = {
  /** Done when a site is served that was built after the call. Fails as its build does. */
  rebuild(): Promise<void>
  /** The same for somebody who does not wait: a failure is reported. */
  deploy(): void
  /** Since the start of the stack. */
  counts(): RebuildCounts
  /** Begins no more, and waits for the one that runs. */
  stop(): Promise<void>
}

export function createRebuilds(
  build: () => Promise<void>,
  report: (error: Error) => Promise<void>,
): Rebuilds {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let reported: Promise<void> | null = null
  let isStopped = false
  const counts = { begun: 0, failed: 0 }

  async function once() {
    if (isStopped) throw new Error('The stack is ending.')
    counts.begun++
    try {
      await build()
    } catch (error) {
      counts.failed++
      throw error
    }
  }

  function rebuild(): Promise<void> {
    if (!running) {
      running = once().finally(() => {
        running = null
      })
      return running
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return rebuild()
      })
    return next
  }

  return {
    rebuild,
    deploy() {
      const shared = rebuild()
      // Several who share a build hear of its failure once.
      if (shared === reported) return
      reported = shared
      shared.catch((error) => (isStopped ? undefined : report(error)))
    },
    counts: () => ({ ...counts, isRunning: running !== null }),
    async stop() {
      isStopped = true
      await Promise.allSettled([running, next])
    },
  }
}
