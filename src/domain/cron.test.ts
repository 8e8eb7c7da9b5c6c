import { describe, expect, it } from 'vitest'
import { delayOf, isJobDue, type JobReport } from './cron.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minute = 60_000
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)

const report = (own: Partial<JobReport>): JobReport => ({
  ranAt: ago(1),
  done: 0,
  failed: 0,
  waitingSince: null,
  error: null,
  ...own,
})

describe('a job', () => {
  it('is due in every run, or an hour after its last one', () => {
    expect(isJobDue('emails', undefined, now)).toBe(true)
    expect(isJobDue('emails', report({ ranAt: now }), now)).toBe(true)
    expect(isJobDue('outboxCheck', report({ ranAt: ago(58) }), now)).toBe(false)
    expect(isJobDue('outboxCheck', report({ ranAt: ago(59) }), now)).toBe(true)
  })

  it('is behind since its oldest record became due, or since it ought to have run', () => {
    expect(delayOf('emails', report({}), now)).toBe(0)
    expect(delayOf('emails', report({ waitingSince: ago(30) }), now)).toBe(30 * minute)
    expect(delayOf('emails', report({ ranAt: ago(21) }), now)).toBe(20 * minute)
    expect(delayOf('outboxCheck', report({ ranAt: ago(21) }), now)).toBe(0)
  })
})
