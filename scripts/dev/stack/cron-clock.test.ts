import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCronClock } from './cron-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:00:17.400Z') })
})
afterEach(() => vi.useRealTimers())

describe('the cron clock', () => {
  const readTime = () => new Date().toISOString().slice(11, 19)

  it('fires at every full minute until it is stopped', async () => {
    const ticks: string[] = []
    const clock = startCronClock(async () => void ticks.push(readTime()))
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(ticks).toEqual(['06:01:00', '06:02:00', '06:03:00'])
    clock.stop()
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(ticks).toHaveLength(3)
  })

  it('skips the minutes of a run that takes longer, and can be stopped during such a run', async () => {
    const ticks: string[] = []
    const clock = startCronClock(async () => {
      ticks.push(readTime())
      await new Promise((resolve) => setTimeout(resolve, 90_000))
    })
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(ticks).toEqual(['06:01:00', '06:03:00'])
    clock.stop()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(ticks).toHaveLength(2)
  })
})
