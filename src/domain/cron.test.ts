import { describe, expect, it } from 'vitest'
import { getDelay, isJobDue, type JobReport } from './cron.ts'
import { minute } from './duration.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minute)

const report = (reportWith: Partial<JobReport>): JobReport => ({
  ranAt: minutesAgo(1),
  done: 0,
  failed: 0,
  waitingSince: null,
  error: null,
  ...reportWith,
})

describe('a cron job', () => {
  it('is due in every run, or an hour after its last run', () => {
    expect(isJobDue('emails', undefined, now)).toBe(true)
    expect(isJobDue('emails', report({ ranAt: now }), now)).toBe(true)
    expect(isJobDue('outboxCheck', report({ ranAt: minutesAgo(58) }), now)).toBe(false)
    expect(isJobDue('outboxCheck', report({ ranAt: minutesAgo(59) }), now)).toBe(true)
  })

  it('counts as delayed from when its oldest record became due, or when it should have run', () => {
    expect(getDelay('emails', report({}), now)).toBe(0)
    expect(getDelay('emails', report({ waitingSince: minutesAgo(30) }), now)).toBe(30 * minute)
    expect(getDelay('emails', report({ ranAt: minutesAgo(21) }), now)).toBe(20 * minute)
    expect(getDelay('outboxCheck', report({ ranAt: minutesAgo(21) }), now)).toBe(0)
  })
})
