import { describe, expect, it, vi } from 'vitest'
import { createRebuilds } from './rebuilds.ts'

/** Builds that end when they are told to. */
function controlledBuilds() {
  const builds: PromiseWithResolvers<void>[] = []
  const reports: string[] = []
  const rebuilds = createRebuilds(
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
  it('run one at a time, and all who ask meanwhile share the next', async () => {
    const { builds, rebuilds } = controlledBuilds()
    const first = rebuilds.rebuild()
    const others = [rebuilds.rebuild(), rebuilds.rebuild(), rebuilds.rebuild()]
    expect(rebuilds.counts()).toEqual({ begun: 1, failed: 0, isRunning: true })
    builds[0]!.resolve()
    await first
    await Promise.resolve()
    expect(builds).toHaveLength(2)
    builds[1]!.resolve()
    await Promise.all(others)
    expect(rebuilds.counts()).toEqual({ begun: 2, failed: 0, isRunning: false })
  })

  it('go on after one that failed, and tell those who waited for it alone', async () => {
    const { builds, rebuilds } = controlledBuilds()
    const first = rebuilds.rebuild()
    const second = rebuilds.rebuild()
    builds[0]!.reject(new Error('a wrong category'))
    await expect(first).rejects.toThrow('a wrong category')
    builds[1]!.resolve()
    await second
    expect(rebuilds.counts()).toEqual({ begun: 2, failed: 1, isRunning: false })
  })

  it('are reported where nobody waits for them, once each, and only when they fail', async () => {
    const { builds, reports, rebuilds } = controlledBuilds()
    rebuilds.deploy()
    const second = rebuilds.rebuild()
    rebuilds.deploy()
    rebuilds.deploy()
    builds[0]!.resolve()
    await vi.waitUntil(() => builds.length === 2)
    builds[1]!.reject(new Error('a wrong category'))
    await expect(second).rejects.toThrow()
    expect(builds).toHaveLength(2)
    expect(reports).toEqual(['a wrong category'])
  })

  it('end with the stack', async () => {
    const { builds, reports, rebuilds } = controlledBuilds()
    rebuilds.deploy()
    rebuilds.deploy()
    const stopped = rebuilds.stop()
    builds[0]!.reject(new Error('killed'))
    await stopped
    expect(builds).toHaveLength(1)
    expect(reports).toEqual([])
  })
})
