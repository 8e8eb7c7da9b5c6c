import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type CalendarDay, getCalendarHour } from '../time-zone.ts'
import { describeWeek } from './describe-week.ts'
import { formatChange, formatLabel, formatStatistic } from './format-statistic.ts'
import { getFormula } from './formulas.ts'
import { getClock, getMonths, getPeriod, listDays } from './periods.ts'
import { createCell } from './report.ts'
import { getStatistic, statisticIds, statistics } from './statistic-definitions.ts'

/** The process's time zone makes no difference. */
vi.hoisted(() => vi.stubEnv('TZ', 'America/New_York'))

describe('every statistic', () => {
  it.each(statisticIds)(
    'has a formula, a label, a definition in sentences and a minimum: %s',
    (id) => {
      expect(getFormula(id).number).toEqual(expect.any(String))
      const { label, definition, minimum } = getStatistic(id)
      expect(label).toMatch(/^[A-Z]/)
      expect(definition).toMatch(/^[A-Z].*\.$/)
      expect(minimum).toBeGreaterThan(0)
    },
  )
})

describe('a period of statistics', () => {
  it('consists of whole days before today, compared with as many days before that', () => {
    expect(getPeriod('2026-03-02' as CalendarDay, 7)).toEqual({
      days: { from: '2026-02-23', until: '2026-03-02' },
      before: { from: '2026-02-16', until: '2026-02-23' },
    })
    expect(listDays(getPeriod('2026-03-02' as CalendarDay, 28).days)).toHaveLength(28)
  })

  it('begins on the first day of the oldest month and ends today, if it’s a number of months', () => {
    for (const today of ['2026-01-01', '2026-01-31'])
      expect(getMonths(today as CalendarDay, 3)).toEqual({
        months: ['2025-11', '2025-12', '2026-01'],
        days: { from: '2025-11-01', until: today === '2026-01-01' ? '2026-01-02' : '2026-02-01' },
      })
  })
})

describe('the clock of the statistics', () => {
  it('follows the publication’s time zone, even with an offset of half hours', () => {
    expect(getClock(new Date('2026-11-22T18:30:00Z'), 'Asia/Colombo')).toEqual({
      today: '2026-11-23',
      yesterday: '2026-11-22',
      hour: 0,
      hourPart: 0,
      sameTimeYesterday: new Date('2026-11-21T18:30:00Z'),
    })
    expect(getClock(new Date('2026-11-22T18:15:00Z'), 'Asia/Colombo')).toMatchObject({
      today: '2026-11-22',
      hour: 23,
      hourPart: 0.75,
    })
  })

  it('shows the same hour as the clocks by which events are counted, on every day of a year', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.constantFrom('Asia/Colombo', 'Europe/London', 'America/New_York', 'Asia/Kathmandu'),
        (now, timeZone) => {
          const { today, hour, hourPart, sameTimeYesterday } = getClock(now, timeZone)
          expect(getCalendarHour(now, timeZone)).toEqual({ day: today, hour })
          const minute = Number(
            new Intl.DateTimeFormat('en-GB', { timeZone, minute: 'numeric' }).format(now),
          )
          expect(Math.floor(hourPart * 60 + 1e-9)).toBe(minute)
          const ago = (now.getTime() - sameTimeYesterday.getTime()) / 3_600_000
          expect([23, 24, 25]).toContain(ago)
        },
      ),
      { numRuns: 1000 },
    )
    // Clocks in London went back at 02:00, so the day had 25 hours.
    const afterwards = new Date('2026-10-25T10:30:00Z')
    expect(getClock(afterwards, 'Europe/London')).toMatchObject({
      hour: 10,
      hourPart: 0.5,
      sameTimeYesterday: new Date('2026-10-24T09:30:00Z'),
    })
  })
})

describe('a small sample of events', () => {
  const { minimum } = statistics.views
  it('is flagged for comparisons and rates, not for exact counts', () => {
    const views = (value: number) => ({ views: value })
    expect(createCell('views', views(1))).toEqual({ value: 1 })
    expect(createCell('views', views(1), views(minimum - 1))).toMatchObject({ isSmall: true })
    expect(createCell('views', views(1), views(minimum))).toEqual({ value: 1, before: minimum })
    expect(createCell('views', {}, {})).toEqual({ value: 0, before: 0 })
    expect(createCell('readRate', { reads: 1, views: 99 })).toMatchObject({ isSmall: true })
    expect(createCell('readRate', { reads: 1, views: 100 })).toEqual({ value: 0.01 })
    expect(createCell('readRate', {}, { reads: 1, views: 99 })).toEqual({
      value: null,
      before: 1 / 99,
      isSmall: true,
    })
    // For money, the sample is the number of payments.
    const money = { revenue: 9900, payments: 1 }
    expect(createCell('revenue', money, money)).toEqual({
      value: 9900,
      before: 9900,
      isSmall: true,
    })
    expect(createCell('revenue', { ...money, payments: 20 }, money)).not.toHaveProperty('isSmall')
  })

  it('has no value if its number isn’t known', () => {
    expect(createCell('issueSent', { issueSent: null })).toEqual({ value: null })
    expect(createCell('issueViewRate', { issueSent: null, views: 9 })).toEqual({ value: null })
  })
})

describe('numbers in a report', () => {
  it('are formatted according to their unit', () => {
    expect(formatStatistic(1234567, 'count')).toBe('1,234,567')
    expect(formatStatistic(0.1234, 'share')).toBe('12.3%')
    expect(formatStatistic(139_949, 'money')).toBe('$1,399')
    expect(formatStatistic(null, 'share')).toBe('–')
  })

  it('are compared as a percentage, and shares in points', () => {
    expect(formatChange({ value: 112, before: 100 }, 'count')).toBe('+12%')
    expect(formatChange({ value: 0.25, before: 0.5 }, 'share')).toBe('\u221225 points')
    expect(formatChange({ value: 5, before: 0 }, 'count')).toBe('new')
    expect(formatChange({ value: 0, before: 0 }, 'count')).toBe('')
    expect(formatChange({ value: 5 }, 'count')).toBe('')
    expect(formatChange({ value: null, before: 1 }, 'share')).toBe('')
  })
})

it('days and months in a report are written out, and other labels stay unchanged', () => {
  expect(['2026-11-05', '2026-11', '2026-11-22: Rain', 'Direct'].map(formatLabel)).toEqual([
    '5 November',
    'November 2026',
    '2026-11-22: Rain',
    'Direct',
  ])
})

describe('the week in words', () => {
  const now = { views: 10_000, reads: 2000, starts: 40 }
  const before = { views: 8000, reads: 2010, starts: 90 }

  it('mentions only differences that can’t be chance', () => {
    expect(describeWeek({ now, before, stories: [] })).toEqual([
      'In the last seven days, stories had 10,000 views, 25% more than the week before, and 2,000 reads, about as many as the week before.',
      '40 subscriptions started, 56% fewer than the week before, and none were cancelled, as in the week before.',
    ])
  })

  it('leaves out the share of views if only unlocks were counted', () => {
    const stories = [{ title: 'A story', now: { views: 5 }, before: {} }]
    const week = { now: { starts: 40 }, before, stories }
    expect(describeWeek(week).join(' ')).not.toMatch(/NaN|A story/)
  })

  it('says when no events have been counted', () => {
    expect(describeWeek({ now: {}, before: {}, stories: [] })).toEqual([
      'Nothing has been counted in the last seven days.',
    ])
  })
})
