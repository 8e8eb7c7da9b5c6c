import { expect, it } from 'vitest'
import { addReport, markTold, type ProfileReports, selectUntold } from './profile-report.ts'

const start = new Date('2026-03-01T10:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3600_000)
const spam = { reason: 'spam', details: '' } as const
const abuse = { reason: 'abuse', details: 'Rude words.' } as const

it('tells about the first report at once, about others a day later', () => {
  const first = addReport(null, spam, start)!
  expect(first).toMatchObject({ toldAt: null, dueAt: start })
  expect(selectUntold(first)).toHaveLength(1)
  const told = markTold(first, hours(1))
  expect(selectUntold(told)).toEqual([])
  const second = addReport(told, abuse, hours(2))!
  expect(second.dueAt).toEqual(hours(25))
  expect(selectUntold(second)).toEqual([{ ...abuse, at: hours(2) }])
  expect(
    addReport(markTold(second, hours(25)), { ...spam, details: 'x' }, hours(60))!.dueAt,
  ).toEqual(hours(60))
})

it('stores the same words once, and twenty reports at most', () => {
  let stored: ProfileReports | null = addReport(null, spam, start)
  expect(addReport(stored, spam, hours(1))).toBeNull()
  for (let index = 0; index < 30; index++) {
    stored = addReport(stored, { reason: 'other', details: String(index) }, hours(index)) ?? stored
  }
  expect(stored!.reports).toHaveLength(20)
  expect(addReport(stored, abuse, hours(40))).toBeNull()
})
