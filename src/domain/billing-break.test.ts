import { describe, expect, it } from 'vitest'
import { freeMonthEnds, pauseEnds } from './billing-break.ts'
import { periodEnd } from './plan.ts'

const now = new Date('2026-11-21T12:00:00Z')
const paidThrough = new Date('2026-12-31T08:00:00Z')
const gone = new Date('2026-11-03T08:00:00Z')

describe('a break of billing', () => {
  it('follows what is paid', () => {
    expect(freeMonthEnds(paidThrough, now)).toEqual(new Date('2027-01-31T08:00:00Z'))
    const ends = pauseEnds({ paidThrough, heldUntil: null }, 2, now)
    expect(ends).toEqual(new Date('2027-02-28T08:00:00Z'))
  })

  it('begins now where that is over', () => {
    expect(freeMonthEnds(gone, now)).toEqual(new Date('2026-12-21T12:00:00Z'))
    const ends = pauseEnds({ paidThrough: gone, heldUntil: null }, 3, now)
    expect(ends).toEqual(new Date('2027-02-21T12:00:00Z'))
  })

  it('follows a free month as well', () => {
    const heldUntil = new Date('2027-01-31T08:00:00Z')
    const ends = pauseEnds({ paidThrough, heldUntil }, 1, now)
    expect(ends).toEqual(new Date('2027-02-28T08:00:00Z'))
  })
})

describe('a period', () => {
  it('is as long as its plan says', () => {
    expect(periodEnd('monthly_13', paidThrough)).toEqual(new Date('2027-01-31T08:00:00Z'))
    expect(periodEnd('student_45', paidThrough)).toEqual(new Date('2027-12-31T08:00:00Z'))
  })
})
