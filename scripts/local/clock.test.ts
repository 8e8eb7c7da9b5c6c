import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startClock } from './clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:00:17.400Z') })
})
afterEach(() => vi.useRealTimers())

describe('the clock', () => {
  it('strikes at every full minute, until it is stopped', () => {
    const struck: string[] = []
    const clock = startClock(() => struck.push(new Date().toISOString().slice(11, 19)))
    vi.advanceTimersByTime(3 * 60_000)
    expect(struck).toEqual(['06:01:00', '06:02:00', '06:03:00'])
    clock.stop()
    vi.advanceTimersByTime(3 * 60_000)
    expect(struck).toHaveLength(3)
  })
})
