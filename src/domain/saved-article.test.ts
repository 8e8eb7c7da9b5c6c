import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { savingTime } from './saved-article.ts'

const createdAt = new Date('2026-01-10T08:00:00Z')
const now = new Date('2026-11-21T12:00:00Z')

describe('when an article counts as saved', () => {
  it('is now, or the time that it had before it was taken off', () => {
    expect(savingTime(undefined, { createdAt, now })).toEqual(now)
    const before = new Date('2026-05-01T00:00:00Z')
    expect(savingTime(before, { createdAt, now })).toEqual(before)
  })

  it('is never in times to come, nor before the reader was there', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (asked) => {
        const at = savingTime(asked, { createdAt, now })
        expect(at >= createdAt && at <= now).toBe(true)
      }),
    )
  })
})
