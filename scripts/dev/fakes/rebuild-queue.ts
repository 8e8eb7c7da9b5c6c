/** Rebuilds of the stack's site: one at a time; requests in the meantime share the next one. */

export type RebuildCounts = {
  readonly started: number
  readonly failed: number
  readonly isRunning: boolean
}

export type RebuildQueue = {
  /** Resolves once a site is served that was built after the call. Fails if its build does. */
  rebuild(): Promise<void>
  /** Doesn't wait; a failure is reported. */
  requestDeploy(): void
  /** Since the stack's start. */
  counts(): RebuildCounts
  /** Starts no more builds and waits for the running one. */
  stop(): Promise<void>
}

export function createRebuildQueue(
  build: () => Promise<void>,
  report: (error: Error) => Promise<void>,
): RebuildQueue {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let reportedBuild: Promise<void> | null = null
  let isStopped = false
  const counts = { started: 0, failed: 0 }

  async function runOnce() {
    if (isStopped) throw new Error('The stack is stopping.')
    counts.started++
    try {
      await build()
    } catch (error) {
      counts.failed++
      throw error
    }
  }

  function rebuild(): Promise<void> {
    if (!running) {
      running = runOnce().finally(() => {
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
    requestDeploy() {
      const shared = rebuild()
      if (shared === reportedBuild) return
      reportedBuild = shared
      shared.catch((error) => (isStopped ? undefined : report(error)))
    },
    counts: () => ({ ...counts, isRunning: running !== null }),
    async stop() {
      isStopped = true
      await Promise.allSettled([running, next])
    },
  }
}
