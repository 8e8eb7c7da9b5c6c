import { describe, expect, it } from 'vitest'
import { createRebuildQueue } from './rebuild-queue.ts'

/** Builds that end on command. */
function createControlledBuilds() {
  const builds: PromiseWithResolvers<void>[] = []
  const reports: string[] = []
  const rebuilds = createRebuildQueue(
    () => {
      const build = Promise.withResolvers<void>()
      builds.push(build)
      return build.promise
    },
    async (error) => {
      reports.push(error.message)
    },
  )
  return { builds, reports, rebuilds }
}

describe('rebuilds', () => {
  it('run one at a time, and requests made meanwhile share the next rebuild', async () => {
    const { builds, rebuilds } = createControlledBuilds()
    const first = rebuilds.rebuild()
    const others = [rebuilds.rebuild(), rebuilds.rebuild(), rebuilds.rebuild()]
    expect(rebuilds.counts()).toEqual({ started: 1, failed: 0, isRunning: true })
    builds[0]!.resolve()
    await first
    await Promise.resolve()
    expect(builds).toHaveLength(2)
    builds[1]!.resolve()
    await Promise.all(others)
    expect(rebuilds.counts()).toEqual({ started: 2, failed: 0, isRunning: false })
  })

  it('continue after a failure, and only its requesters see the failure', async () => {
    const { builds, rebuilds } = createControlledBuilds()
    const first = rebuilds.rebuild()
    const second = rebuilds.rebuild()
    builds[0]!.reject(new Error('a wrong category'))
    await expect(first).rejects.toThrow('a wrong category')
    builds[1]!.resolve()
    await second
    expect(rebuilds.counts()).toEqual({ started: 2, failed: 1, isRunning: false })
  })

  it('report their failures, once each, if no process waits', async () => {
    const { builds, reports, rebuilds } = createControlledBuilds()
    rebuilds.requestDeploy()
    const second = rebuilds.rebuild()
    rebuilds.requestDeploy()
    rebuilds.requestDeploy()
    builds[0]!.resolve()
    await expect.poll(() => builds.length).toBe(2)
    builds[1]!.reject(new Error('a wrong category'))
    await expect(second).rejects.toThrow()
    expect(builds).toHaveLength(2)
    expect(reports).toEqual(['a wrong category'])
  })

  it('stop with the stack', async () => {
    const { builds, reports, rebuilds } = createControlledBuilds()
    rebuilds.requestDeploy()
    rebuilds.requestDeploy()
    const stopped = rebuilds.stop()
    builds[0]!.reject(new Error('killed'))
    await stopped
    expect(builds).toHaveLength(1)
    expect(reports).toEqual([])
  })
})
