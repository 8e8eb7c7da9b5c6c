import { expect, it } from 'vitest'
import {
  addReport,
  markTold,
  maxReportsPerReason,
  type ProfileReports,
  selectUntold,
} from './profile-report.ts'

const start = new Date('2026-03-01T10:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3600_000)
const at = (now: Date, pageChangedAt = new Date(0)) => ({ now, pageChangedAt })
const spam = { reason: 'spam', details: '' } as const
const abuse = { reason: 'abuse', details: 'Rude words.' } as const

it('tells about the first report at once, about others a day later', () => {
  const first = addReport(null, spam, at(start))!
  expect(first).toMatchObject({ toldAt: null, dueAt: start })
  expect(selectUntold(first)).toHaveLength(1)
  const told = markTold(first, hours(1))
  expect(selectUntold(told)).toEqual([])
  const second = addReport(told, abuse, at(hours(2)))!
  expect(second.dueAt).toEqual(hours(25))
  expect(selectUntold(second)).toEqual([{ ...abuse, at: hours(2) }])
  expect(
    addReport(markTold(second, hours(25)), { ...spam, details: 'x' }, at(hours(60)))!.dueAt,
  ).toEqual(hours(60))
})

it('stores the same words once, and twenty reports of one reason until the editors are told', () => {
  let stored: ProfileReports = addReport(null, spam, at(start))!
  expect(addReport(stored, spam, at(hours(1)))).toBeNull()
  const addOthers = (from: number) => {
    for (let index = from; index < from + 30; index++) {
      const other = { reason: 'other', details: String(index) } as const
      stored = addReport(stored, other, at(hours(1))) ?? stored
    }
  }
  addOthers(0)
  expect(stored.reports).toHaveLength(1 + maxReportsPerReason)
  expect(selectUntold(addReport(stored, abuse, at(hours(2)))!)).toHaveLength(
    2 + maxReportsPerReason,
  )
  stored = markTold(stored, hours(3))
  const again = { reason: 'other', details: '0' } as const
  expect(addReport(stored, again, at(hours(4)))).toBeNull()
  expect(selectUntold(addReport(stored, abuse, at(hours(4)))!)).toEqual([
    { ...abuse, at: hours(4) },
  ])
  // However often somebody fills it, it stays small.
  for (let day = 1; day < 10; day++) {
    addOthers(100 * day)
    stored = markTold(stored, hours(24 * day))
  }
  expect(stored.reports.length).toBeLessThanOrEqual(1 + 2 * maxReportsPerReason)
})

it('is urgent while an impersonation waits', () => {
  const harmless = addReport(null, spam, at(start))!
  expect(harmless.isUrgent).toBe(false)
  const urgent = addReport(harmless, { reason: 'impersonation', details: '' }, at(start))!
  expect(urgent.isUrgent).toBe(true)
  expect(addReport(urgent, abuse, at(start))!.isUrgent).toBe(true)
  expect(markTold(urgent, start).isUrgent).toBe(false)
})

it('counts a page that was changed since the editors were told as another one', () => {
  let stored = addReport(null, spam, at(start))!
  for (let index = 1; index < 20; index++) {
    stored = addReport(stored, { reason: 'other', details: String(index) }, at(start))!
  }
  const told = markTold(stored, hours(1))
  expect(addReport(told, spam, at(hours(50), start))).toBeNull()
  const changed = addReport(told, spam, at(hours(50), hours(2)))!
  expect(changed).toMatchObject({ reports: [{ ...spam, at: hours(50) }], dueAt: hours(50) })
  expect(selectUntold(changed)).toHaveLength(1)
  // Nobody has read these yet.
  expect(selectUntold(addReport(stored, abuse, at(hours(50), hours(2)))!)).toHaveLength(21)
})
