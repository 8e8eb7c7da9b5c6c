import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildPatience,
  nextStep,
  type Rebuild,
  rebuildStanding,
  retryPauses,
  settled,
  startPatience,
  withFailure,
  withStart,
  withWish,
} from './rebuild.ts'

/** Seconds of one morning. */
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 6) + seconds * 1000)
const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
const wish = (seconds: number) => withWish(null, at(seconds))!
const started = (rebuild: Rebuild, startedAt: Date): Rebuild => ({
  ...withStart(rebuild),
  startedAt,
  isTaken: true,
})
const failedAt = (rebuild: Rebuild, instant: Date) =>
  withFailure(rebuild, { at: instant, kind: 'build', reason: 'a test' })

/** What is done at that time, with a site that holds everything up to `built`. */
const stepOf = (rebuild: Rebuild, built: Date, now: Date) =>
  nextStep(settled(rebuild, built, now), now)

describe('what to do about a wish', () => {
  const never = at(-1000)
  const running = started(wish(0), at(2))
  const failed = failedAt(running, at(10))
  const secondFailure = failedAt(started(failed, at(70)), at(80))
  const pauses = retryPauses.map((pause) => pause / 1000) as [number, number, number]

  it.each<[string, Rebuild, Date, Date, string]>([
    ['what is built already', wish(0), at(1), at(2), 'skip'],
    ['what may have been committed just after', wish(0), at(0), at(2), 'start'],
    ['what is not built', wish(0), at(-1), at(2), 'start'],
    ['one that is being built', running, at(-1), at(30), 'wait'],
    ['one that has arrived', running, at(3), at(30), 'skip'],
    ['a build of which nothing is heard yet', running, never, later(at(2), buildPatience), 'wait'],
    [
      'a build of which nothing was heard for too long',
      running,
      never,
      later(at(3), buildPatience + retryPauses[0]!),
      // Found out just now: its pause begins.
      'wait',
    ],
    ['a younger wish while one is being built', withWish(running, at(5))!, at(-1), at(9), 'wait'],
    [
      'a younger wish when it has arrived without it',
      withWish(running, at(5))!,
      at(4),
      at(9),
      'start',
    ],
    [
      'a start that nobody confirmed',
      { ...running, isTaken: false },
      never,
      later(at(2), startPatience),
      'wait',
    ],
    ['a failure, at first', failed, never, at(10 + pauses[0] - 1), 'wait'],
    ['a failure, after its pause', failed, never, at(10 + pauses[0]), 'start'],
    ['a second failure, after the pause of a first', secondFailure, never, at(140), 'wait'],
    ['a second failure, after its pause', secondFailure, never, at(80 + pauses[1]), 'start'],
    ['a failure, after a younger wish', withWish(failed, at(12))!, never, at(13), 'start'],
  ])('%s', (_, rebuild, built, now, step) => {
    expect(stepOf(rebuild, built, now)).toBe(step)
  })

  it('is dropped after three retries, until there is another wish', () => {
    let rebuild = wish(0)
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
    expect(rebuildStanding(rebuild, never)).toMatchObject({ state: 'failed', failure: 'build' })
    const again = withWish(rebuild, now)!
    expect(stepOf(again, never, now)).toBe('start')
    // Until one arrives, nobody knows that all is well.
    const retried = started(again, later(now, 1000))
    expect(rebuildStanding(retried, never)).toMatchObject({ state: 'failed' })
    const arrived = settled(retried, later(now, 2000), later(now, 9000))
    const well = { state: 'ok', since: later(now, 2000), failure: null }
    expect(rebuildStanding(arrived, at(0))).toEqual(well)
  })
})

describe('the record', () => {
  it('keeps the youngest wish', () => {
    expect(withWish(wish(5), at(5))).toBeNull()
    expect(withWish(wish(5), at(4))).toBeNull()
    expect(withWish(wish(5), at(6))?.wanted).toEqual(at(6))
  })

  it('is the same where nothing has become known', () => {
    const arrived = settled(started(wish(0), at(2)), at(3), at(4))
    expect(settled(arrived, at(3), at(5))).toBe(arrived)
    // A later build of something else, or the version before, is nothing to write down.
    expect(settled(arrived, at(9), at(10))).toBe(arrived)
    expect(settled(arrived, at(-99), at(10))).toBe(arrived)
    const running = started(wish(0), at(2))
    expect(settled(running, at(-1), at(3))).toBe(running)
  })

  it('remembers what has arrived when a version is taken back', () => {
    const arrived = settled(started(wish(0), at(2)), at(3), at(4))
    expect(stepOf(arrived, at(-99), at(5000))).toBe('skip')
    expect(stepOf(withWish(arrived, at(4999))!, at(-99), at(5000))).toBe('start')
  })

  it('does not hold a build to have failed that another one has overtaken', () => {
    const overtaken = settled(started(wish(0), at(9)), at(5), at(10))
    expect(overtaken).toMatchObject({ startedAt: at(9), failure: null })
    const lost = settled(overtaken, at(5), later(at(10), buildPatience))
    expect(lost).toMatchObject({ startedAt: null, failure: null })
  })

  it('says how it stands', () => {
    const running = started(wish(0), at(2))
    const standing = (rebuild: Rebuild | null) => {
      const { state, since } = rebuildStanding(rebuild, at(1))
      return [state, since]
    }
    expect(standing(null)).toEqual(['ok', at(1)])
    expect(standing(wish(7))).toEqual(['pending', at(7)])
    expect(standing(running)).toEqual(['running', at(2)])
    expect(standing(failedAt(running, at(4)))).toEqual(['pending', at(0)])
    expect(standing(settled(running, at(3), at(4)))).toEqual(['ok', at(3)])
  })
})

/** What may happen to a publication: in any order, and with any time in between. */
type Event =
  | { readonly kind: 'wish' | 'look' | 'fail' | 'arrive'; readonly after: number }
  | { readonly kind: 'look, and die'; readonly after: number }

const events = fc.array(
  fc.record({
    kind: fc.constantFrom<Event['kind']>('wish', 'look', 'fail', 'arrive', 'look, and die'),
    // Mostly seconds, now and then hours.
    after: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 9000 })),
  }),
  { maxLength: 60 },
)

describe('whatever happens', () => {
  it('one build runs at a time, no wish moves back or is lost, and what is built is not built again', () => {
    fc.assert(
      fc.property(events, (happened) => {
        let rebuild: Rebuild | null = null
        let built = at(0)
        let now = at(1)
        /** When the builds that are really running have begun. */
        let running: Date[] = []
        const look = (dies: boolean) => {
          if (!rebuild) return
          const current = settled(rebuild, built, now)
          const step = nextStep(current, now)
          if (step !== 'start') {
            rebuild = current
            return step
          }
          expect(built > current.wanted).toBe(false)
          // What was silent for longer than a build takes has ended.
          running = running.filter((begun) => now.getTime() - begun.getTime() <= buildPatience)
          expect(running).toEqual([])
          rebuild = { ...started(current, now), isTaken: !dies }
          if (!dies) running = [now]
          return step
        }
        for (const { kind, after } of happened) {
          now = later(now, after * 1000)
          const before: Date | undefined = (rebuild as Rebuild | null)?.wanted
          if (kind === 'wish') rebuild = withWish(rebuild, now) ?? rebuild
          if (kind === 'look') look(false)
          if (kind === 'look, and die') look(true)
          if (kind === 'fail' && running.length > 0) {
            running = []
            if ((rebuild as Rebuild | null)?.startedAt) rebuild = failedAt(rebuild!, now)
          }
          if (kind === 'arrive' && running.length > 0) {
            built = later(running[0]!, 500)
            running = []
          }
          const wanted = (rebuild as Rebuild | null)?.wanted
          if (before) expect(wanted!.getTime()).toBeGreaterThanOrEqual(before.getTime())
        }
        // Looked after every minute, and with builds that now succeed, it comes to rest.
        for (let minutes = 0; rebuild && minutes < 60; minutes++) {
          now = later(now, 60_000)
          look(false)
          if (running.length > 0) built = later(now, 500)
          running = []
        }
        const end = rebuild as Rebuild | null
        if (!end) return
        const last = nextStep(settled(end, built, now), now)
        expect(['skip', 'give up']).toContain(last)
        if (last === 'give up') expect(end.gaveUpAt).not.toBeNull()
        else expect(rebuildStanding(settled(end, built, now), built).state).toBe('ok')
      }),
      { numRuns: 500 },
    )
  })
})
