import { describe, expect, it } from 'vitest'
import { getFreeMonthEnd, getPauseEnd } from './billing-hold.ts'
import { getPeriodEnd } from './plan.ts'

const now = new Date('2026-11-21T12:00:00Z')
const paidThrough = new Date('2026-12-31T08:00:00Z')
const pastDate = new Date('2026-11-03T08:00:00Z')

describe('a billing hold', () => {
  it('starts after the paid period', () => {
    expect(getFreeMonthEnd(paidThrough, now)).toEqual(new Date('2027-01-31T08:00:00Z'))
    const ends = getPauseEnd({ paidThrough, heldUntil: null }, 2, now)
    expect(ends).toEqual(new Date('2027-02-28T08:00:00Z'))
  })

  it('starts now if the paid period has ended', () => {
    expect(getFreeMonthEnd(pastDate, now)).toEqual(new Date('2026-12-21T12:00:00Z'))
    const ends = getPauseEnd({ paidThrough: pastDate, heldUntil: null }, 3, now)
    expect(ends).toEqual(new Date('2027-02-21T12:00:00Z'))
  })

  it('starts after a free month too', () => {
    const heldUntil = new Date('2027-01-31T08:00:00Z')
    const ends = getPauseEnd({ paidThrough, heldUntil }, 1, now)
    expect(ends).toEqual(new Date('2027-02-28T08:00:00Z'))
  })
})

describe('a period', () => {
  it('has the length of its plan', () => {
    expect(getPeriodEnd('monthly_13', paidThrough)).toEqual(new Date('2027-01-31T08:00:00Z'))
    expect(getPeriodEnd('student_45', paidThrough)).toEqual(new Date('2027-12-31T08:00:00Z'))
  })
})
