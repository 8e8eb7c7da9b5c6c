import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCronClock } from './cron-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:00:17.400Z') })
})
afterEach(() => vi.useRealTimers())

describe('the cron clock', () => {
  it('fires at every full minute until it is stopped', () => {
    const ticks: string[] = []
    const clock = startCronClock(() => ticks.push(new Date().toISOString().slice(11, 19)))
    vi.advanceTimersByTime(3 * 60_000)
    expect(ticks).toEqual(['06:01:00', '06:02:00', '06:03:00'])
    clock.stop()
    vi.advanceTimersByTime(3 * 60_000)
    expect(ticks).toHaveLength(3)
  })
})
