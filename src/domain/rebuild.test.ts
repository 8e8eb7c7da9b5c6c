import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildTimeout,
  decideNextStep,
  getRebuildStatus,
  type Rebuild,
  rebuildRetryDelays,
  recordFailure,
  recordStart,
  requestRebuild,
  resolveRebuild,
  startTimeout,
} from './rebuild.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 6) + seconds * 1000)
const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
const request = (seconds: number) => requestRebuild(null, at(seconds))!
const started = (rebuild: Rebuild, startedAt: Date): Rebuild => ({
  ...recordStart(rebuild),
  startedAt,
  isAccepted: true,
})
const failedAt = (rebuild: Rebuild, instant: Date) =>
  recordFailure(rebuild, { at: instant, kind: 'build', reason: 'a test' })

const stepOf = (rebuild: Rebuild, built: Date, now: Date) =>
  decideNextStep(resolveRebuild(rebuild, built, now), now)

describe('the next step of a rebuild', () => {
  const never = at(-1000)
  const running = started(request(0), at(2))
  const failed = failedAt(running, at(10))
  const secondFailure = failedAt(started(failed, at(70)), at(80))
  const newerRequest = requestRebuild(running, at(5))!
  const unconfirmed = { ...running, isAccepted: false }
  const afterDelay = later(at(3), buildTimeout + rebuildRetryDelays[0]!)
  const delays = rebuildRetryDelays.map((delay) => delay / 1000) as [number, number, number]

  it.each<[string, Rebuild, Date, Date, string]>([
    ['a request that is built already', request(0), at(1), at(2), 'skip'],
    ['a request committed at the time of the build', request(0), at(0), at(2), 'start'],
    ['a request that isn’t built', request(0), at(-1), at(2), 'start'],
    ['a running build', running, at(-1), at(30), 'wait'],
    ['a build that has arrived', running, at(3), at(30), 'skip'],
    ['a build that hasn’t reported yet', running, never, later(at(2), buildTimeout), 'wait'],
    // The timeout is recorded now, so its delay starts.
    ['a build that has timed out', running, never, afterDelay, 'wait'],
    ['a newer request while building', newerRequest, at(-1), at(9), 'wait'],
    ['a newer request after a build without it', newerRequest, at(4), at(9), 'start'],
    ['a start that wasn’t confirmed', unconfirmed, never, later(at(2), startTimeout), 'wait'],
    ['a failure, before its delay', failed, never, at(10 + delays[0] - 1), 'wait'],
    ['a failure, after its delay', failed, never, at(10 + delays[0]), 'start'],
    ['a second failure, after the first delay', secondFailure, never, at(140), 'wait'],
    ['a second failure, after its delay', secondFailure, never, at(80 + delays[1]), 'start'],
    ['a failure, after a newer request', requestRebuild(failed, at(12))!, never, at(13), 'start'],
  ])('follows from %s', (_, rebuild, built, now, step) => {
    expect(stepOf(rebuild, built, now)).toBe(step)
  })

  it('is to give up after three retries, until the next request', () => {
    let rebuild = request(0)
    let now = at(1)
    const steps: string[] = []
    for (let builds = 0; builds < 6; builds++) {
      const step = stepOf(rebuild, never, now)
      steps.push(step)
      if (step !== 'start') break
      rebuild = failedAt(started(rebuild, now), later(now, 1000))
      now = later(now, 24 * 60 * 60_000)
    }
    expect(steps).toEqual(['start', 'start', 'start', 'start', 'give up'])
    expect(getRebuildStatus(rebuild, never)).toMatchObject({ state: 'failed', failure: 'build' })
    const again = requestRebuild(rebuild, now)!
    expect(stepOf(again, never, now)).toBe('start')
    // The status remains `failed` until a build arrives.
    const retried = started(again, later(now, 1000))
    expect(getRebuildStatus(retried, never)).toMatchObject({ state: 'failed' })
    const withArrivedBuild = resolveRebuild(retried, later(now, 2000), later(now, 9000))
    const healthy = { state: 'ok', since: later(now, 2000), failure: null }
    expect(getRebuildStatus(withArrivedBuild, at(0))).toEqual(healthy)
  })
})

describe('a rebuild record', () => {
  it('keeps the latest request', () => {
    expect(requestRebuild(request(5), at(5))).toBeNull()
    expect(requestRebuild(request(5), at(4))).toBeNull()
    expect(requestRebuild(request(5), at(6))?.requestedUpTo).toEqual(at(6))
  })

  it('is unchanged without new events', () => {
    const withArrivedBuild = resolveRebuild(started(request(0), at(2)), at(3), at(4))
    expect(resolveRebuild(withArrivedBuild, at(3), at(5))).toBe(withArrivedBuild)
    // Neither a later unrelated build nor the previous version is recorded.
    expect(resolveRebuild(withArrivedBuild, at(9), at(10))).toBe(withArrivedBuild)
    expect(resolveRebuild(withArrivedBuild, at(-99), at(10))).toBe(withArrivedBuild)
    const running = started(request(0), at(2))
    expect(resolveRebuild(running, at(-1), at(3))).toBe(running)
  })

  it('keeps an arrived build after a rollback', () => {
    const withArrivedBuild = resolveRebuild(started(request(0), at(2)), at(3), at(4))
    expect(stepOf(withArrivedBuild, at(-99), at(5000))).toBe('skip')
    expect(stepOf(requestRebuild(withArrivedBuild, at(4999))!, at(-99), at(5000))).toBe('start')
  })

  it('doesn’t count an overtaken build as failed', () => {
    const supersededRequest = resolveRebuild(started(request(0), at(9)), at(5), at(10))
    expect(supersededRequest).toMatchObject({ startedAt: at(9), failure: null })
    const timedOut = resolveRebuild(supersededRequest, at(5), later(at(10), buildTimeout))
    expect(timedOut).toMatchObject({ startedAt: null, failure: null })
  })

  it('has a status, with the time since which it applies', () => {
    const running = started(request(0), at(2))
    const status = (rebuild: Rebuild | null) => {
      const { state, since } = getRebuildStatus(rebuild, at(1))
      return [state, since]
    }
    expect(status(null)).toEqual(['ok', at(1)])
    expect(status(request(7))).toEqual(['pending', at(7)])
    expect(status(running)).toEqual(['running', at(2)])
    expect(status(failedAt(running, at(4)))).toEqual(['pending', at(0)])
    expect(status(resolveRebuild(running, at(3), at(4)))).toEqual(['ok', at(3)])
  })
})

const events = fc.array(
  fc.record({
    kind: fc.constantFrom('request', 'check', 'fail', 'arrive', 'check, interrupted'),
    after: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 9000 })),
  }),
  { maxLength: 60 },
)

describe('in any sequence of events', () => {
  it('one build runs at a time, no request is lost, and nothing is built twice', () => {
    fc.assert(
      fc.property(events, (appliedEvents) => {
        let rebuild: Rebuild | null = null
        let built = at(0)
        let now = at(1)
        /** The start times of builds that are actually running. */
        let running: Date[] = []
        const checkStatus = (isInterrupted: boolean) => {
          if (!rebuild) return
          const current = resolveRebuild(rebuild, built, now)
          const step = decideNextStep(current, now)
          if (step !== 'start') {
            rebuild = current
            return step
          }
          expect(built > current.requestedUpTo).toBe(false)
          // A build that was silent for longer than the timeout has ended.
          running = running.filter(
            (startedBuilds) => now.getTime() - startedBuilds.getTime() <= buildTimeout,
          )
          expect(running).toEqual([])
          rebuild = { ...started(current, now), isAccepted: !isInterrupted }
          if (!isInterrupted) running = [now]
          return step
        }
        for (const { kind, after } of appliedEvents) {
          now = later(now, after * 1000)
          const before: Date | undefined = (rebuild as Rebuild | null)?.requestedUpTo
          if (kind === 'request') rebuild = requestRebuild(rebuild, now) ?? rebuild
          if (kind === 'check') checkStatus(false)
          if (kind === 'check, interrupted') checkStatus(true)
          if (kind === 'fail' && running.length > 0) {
            running = []
            if ((rebuild as Rebuild | null)?.startedAt) rebuild = failedAt(rebuild!, now)
          }
          if (kind === 'arrive' && running.length > 0) {
            built = later(running[0]!, 500)
            running = []
          }
          const wanted = (rebuild as Rebuild | null)?.requestedUpTo
          if (before) expect(wanted!.getTime()).toBeGreaterThanOrEqual(before.getTime())
        }
        // With a check every minute and successful builds, the record reaches a final state.
        for (let minutes = 0; rebuild && minutes < 60; minutes++) {
          now = later(now, 60_000)
          checkStatus(false)
          if (running.length > 0) built = later(now, 500)
          running = []
        }
        const end = rebuild as Rebuild | null
        if (!end) return
        const last = decideNextStep(resolveRebuild(end, built, now), now)
        expect(['skip', 'give up']).toContain(last)
        if (last === 'give up') expect(end.gaveUpAt).not.toBeNull()
        else expect(getRebuildStatus(resolveRebuild(end, built, now), built).state).toBe('ok')
      }),
      { numRuns: 500 },
    )
  })
})
