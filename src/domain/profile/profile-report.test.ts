import { expect, it } from 'vitest'
import {
  addReport,
  countLeft,
  markTold,
  maxCountedNetworks,
  maxReportsPerReason,
  type ProfileReports,
  selectUntold,
} from './profile-report.ts'

const start = new Date('2026-03-01T10:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3600_000)
let networks = 0
/** Returns the circumstances of a report, each time from a different network. */
const at = (now: Date, pageChangedAt = new Date(0), random = 0) => ({
  now,
  pageChangedAt,
  network: `network-${networks++}`,
  random,
})
const page = { handle: 'ama-reads', name: 'Ama S.', bio: '' }
const spam = { reason: 'spam', details: '', page } as const
const abuse = { reason: 'abuse', details: 'Rude words.', page } as const

it('the editors are told about the first report immediately, and about others a day later', () => {
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

it('reports in the same words are stored once, and at most twenty with one reason until the editors are told', () => {
  let stored: ProfileReports = addReport(null, spam, at(start))!
  expect(addReport(stored, spam, at(hours(1)))).toBeNull()
  const addOthers = (from: number) => {
    for (let index = from; index < from + 30; index++) {
      const other = { reason: 'other', details: String(index), page } as const
      stored = addReport(stored, other, at(hours(1))) ?? stored
    }
  }
  addOthers(0)
  expect(stored.reports).toHaveLength(1 + maxReportsPerReason)
  expect(selectUntold(addReport(stored, abuse, at(hours(2)))!)).toHaveLength(
    2 + maxReportsPerReason,
  )
  stored = markTold(stored, hours(3))
  const again = { reason: 'other', details: '20', page } as const
  expect(addReport(stored, again, at(hours(4)))).toBeNull()
  expect(selectUntold(addReport(stored, abuse, at(hours(4)))!)).toEqual([
    { ...abuse, at: hours(4) },
  ])
  // The record stays small, however many reports are added.
  for (let day = 1; day < 10; day++) {
    addOthers(100 * day)
    stored = markTold(stored, hours(24 * day))
  }
  expect(stored.reports.length).toBeLessThanOrEqual(1 + 2 * maxReportsPerReason)
})

it('a page is urgent while a report of an impersonation is pending', () => {
  const harmless = addReport(null, spam, at(start))!
  expect(harmless.isUrgent).toBe(false)
  const urgent = addReport(harmless, { reason: 'impersonation', details: '', page }, at(start))!
  expect(urgent.isUrgent).toBe(true)
  expect(addReport(urgent, abuse, at(start))!.isUrgent).toBe(true)
  expect(markTold(urgent, start).isUrgent).toBe(false)
})

it('a page that has changed since the editors were told counts as a different page', () => {
  let stored = addReport(null, spam, at(start))!
  for (let index = 1; index < 20; index++) {
    stored = addReport(stored, { reason: 'other', details: String(index), page }, at(start))!
  }
  const told = markTold(stored, hours(1))
  expect(addReport(told, spam, at(hours(50), start))).toBeNull()
  const changed = addReport(told, spam, at(hours(50), hours(2)))!
  expect(changed).toMatchObject({ reports: [{ ...spam, at: hours(50) }], dueAt: hours(50) })
  expect(selectUntold(changed)).toHaveLength(1)
  // The page was changed after the report, but before the editors were notified.
  const later = addReport(markTold(stored, hours(3)), spam, at(hours(50), hours(2)))!
  expect(selectUntold(later)).toEqual([{ ...spam, at: hours(50) }])
  // The same words are about a different state of the page.
  expect(selectUntold(addReport(stored, spam, at(hours(50), hours(2)))!)).toHaveLength(21)
  // The editors haven't received these reports yet.
  expect(selectUntold(addReport(stored, abuse, at(hours(50), hours(2)))!)).toHaveLength(21)
})

const impersonate = (index: number) =>
  ({ reason: 'impersonation', details: `It’s me, ${index}.`, page }) as const

it('one report from each network counts until the editors are told', () => {
  const here = { ...at(start), network: 'here' }
  const first = addReport(null, spam, here)!
  expect(addReport(first, abuse, here)).toBeNull()
  expect(addReport(first, abuse, at(start))).not.toBeNull()
  expect(addReport(markTold(first, start), abuse, here)).not.toBeNull()
  let stored: ProfileReports | null = null
  for (let index = 0; index < 2 * maxCountedNetworks; index++)
    stored = addReport(stored, impersonate(index), at(start)) ?? stored
  expect(stored!.networks).toHaveLength(maxCountedNetworks)
  expect(markTold(stored!, start).networks).toEqual([])
})

it('chance decides which of too many reports are stored, and the others are counted', () => {
  let stored: ProfileReports | null = null
  for (let index = 0; index < maxReportsPerReason; index++)
    stored = addReport(stored, impersonate(index), at(start))
  const add = (random: number) => addReport(stored, impersonate(99), at(start, start, random))!
  const details = ({ reports }: ProfileReports) => reports.map((one) => one.details)
  // One of 21 reports isn't stored.
  expect(details(add(0))).toEqual([...details(stored!).slice(1), 'It’s me, 99.'])
  expect(details(add(19.9 / 21))).toEqual([...details(stored!).slice(0, -1), 'It’s me, 99.'])
  expect(details(add(20.1 / 21))).toEqual(details(stored!))
  expect([add(0), add(0.99)].map(countLeft)).toEqual([1, 1])
  stored = add(0.99)
  // Reports with another reason are limited separately.
  expect(addReport(stored, abuse, at(start))).toMatchObject({ more: { impersonation: 1 } })
  // The 22nd report isn't stored.
  expect(details(add(20.1 / 22))).toEqual(details(stored))
  expect(countLeft(add(0))).toBe(2)
  expect(countLeft(markTold(stored, start))).toBe(0)
})

it('every report has the same chance of being stored, whether it’s early or late', () => {
  const kept = new Map<number, number>()
  const sent = 60
  const rounds = 600
  // Returns a fixed sequence of random numbers (mulberry32).
  let seed = 1
  const draw = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let round = 0; round < rounds; round++) {
    let stored: ProfileReports | null = null
    for (let index = 0; index < sent; index++)
      stored = addReport(stored, impersonate(index), at(start, start, draw()))
    for (const [index] of Array.from({ length: sent }).entries())
      if (stored!.reports.some((one) => one.details === impersonate(index).details))
        kept.set(index, (kept.get(index) ?? 0) + 1)
  }
  const expected = (rounds * maxReportsPerReason) / sent
  for (const index of [0, 19, 20, 40, 59]) {
    expect(kept.get(index)).toBeGreaterThan(expected * 0.7)
    expect(kept.get(index)).toBeLessThan(expected * 1.3)
  }
})
