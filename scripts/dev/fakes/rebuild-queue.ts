/** Rebuilds the stack's site, one rebuild at a time. Requests during a rebuild share the next rebuild. */

export function createRebuildQueue(
  build: () => Promise<void>,
  report: (error: Error) => Promise<void>,
) {
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

  /** Resolves once a site that was built after the call is served. Fails if that build fails. */
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
    /** Doesn't wait; a failure is reported. */
    requestDeploy() {
      const shared = rebuild()
      if (shared === reportedBuild) return
      reportedBuild = shared
      shared.catch((error) => (isStopped ? undefined : report(error)))
    },
    /** Counts since the stack's start. */
    counts: () => ({ ...counts, isRunning: running !== null }),
    /** Starts no more builds and waits for the running one. */
    async stop() {
      isStopped = true
      await Promise.allSettled([running, next])
    },
  }
}

export type RebuildQueue = ReturnType<typeof createRebuildQueue>
export type RebuildCounts = ReturnType<RebuildQueue['counts']>
