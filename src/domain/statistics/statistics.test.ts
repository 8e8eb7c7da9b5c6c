import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarDay, getCalendarHour } from '../time-zone.ts'
import { describeWeek } from './describe-week.ts'
import { formatChange, formatLabel, formatStatistic } from './format-statistic.ts'
import { countUntil, getClock, getPeriod, listDays } from './periods.ts'
import { createCount, createRate } from './report.ts'
import { getStatistic, statisticIds, statistics } from './statistic-definitions.ts'

describe('every statistic', () => {
  it.each(statisticIds)('%s has a label, a definition in sentences and a minimum', (id) => {
    const { label, definition, minimum } = getStatistic(id)
    expect(label).toMatch(/^[A-Z]/)
    expect(definition).toMatch(/^[A-Z].*\.$/)
    expect(minimum).toBeGreaterThan(0)
  })
})

describe('a period', () => {
  it('has whole days before today, and as many before', () => {
    expect(getPeriod('2026-03-02' as CalendarDay, 7)).toEqual({
      days: { from: '2026-02-23', until: '2026-03-02' },
      before: { from: '2026-02-16', until: '2026-02-23' },
    })
    expect(listDays(getPeriod('2026-03-02' as CalendarDay, 28).days)).toHaveLength(28)
  })
})

describe('the clock', () => {
  it('is the publication’s, also half an hour off', () => {
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
    // Clocks in London went back at 02:00; the day had 25 hours.
    const afterwards = new Date('2026-10-25T10:30:00Z')
    expect(getClock(afterwards, 'Europe/London')).toMatchObject({
      hour: 10,
      hourPart: 0.5,
      sameTimeYesterday: new Date('2026-10-24T09:30:00Z'),
    })
  })

  it('never counts more by a time of day than in the whole day', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.integer({ min: 0, max: 23 }).map(String), fc.nat(1000)),
        fc.integer({ min: 0, max: 23 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (counts, hour, hourPart) => {
          const byHour = new Map(Object.entries(counts).map(([key, value]) => [Number(key), value]))
          const whole = [...byHour.values()].reduce((sum, value) => sum + value, 0)
          const counted = countUntil({ hour, hourPart }, byHour)
          expect(counted).toBeGreaterThanOrEqual(0)
          expect(counted).toBeLessThanOrEqual(whole)
          expect(countUntil({ hour: 23, hourPart: 1 }, byHour)).toBe(whole)
        },
      ),
    )
  })
})

describe('a small sample', () => {
  const { minimum } = statistics.views
  it('is marked for comparisons and rates, not for exact counts', () => {
    expect(createCount('views', 1)).toEqual({ value: 1 })
    expect(createCount('views', 1, minimum - 1)).toMatchObject({ isSmall: true })
    expect(createCount('views', 1, minimum)).toEqual({ value: 1, before: minimum })
    expect(createCount('views', 0, 0)).toEqual({ value: 0, before: 0 })
    expect(createRate('readRate', { part: 1, whole: 99 })).toMatchObject({ isSmall: true })
    expect(createRate('readRate', { part: 1, whole: 100 })).toEqual({ value: 0.01 })
    expect(createRate('readRate', { part: 0, whole: 0 })).toEqual({ value: null })
  })
})

describe('numbers', () => {
  it('are formatted by their unit', () => {
    expect(formatStatistic(1234567, 'count')).toBe('1,234,567')
    expect(formatStatistic(0.1234, 'share')).toBe('12.3%')
    expect(formatStatistic(139_949, 'money')).toBe('$1,399')
    expect(formatStatistic(null, 'share')).toBe('–')
  })

  it('are compared as a percentage, shares in points', () => {
    expect(formatChange({ value: 112, before: 100 }, 'count')).toBe('+12%')
    expect(formatChange({ value: 0.25, before: 0.5 }, 'share')).toBe('\u221225 points')
    expect(formatChange({ value: 5, before: 0 }, 'count')).toBe('new')
    expect(formatChange({ value: 0, before: 0 }, 'count')).toBe('')
    expect(formatChange({ value: 5 }, 'count')).toBe('')
    expect(formatChange({ value: null, before: 1 }, 'share')).toBe('')
  })
})

it('days and months are written out, other labels aren’t touched', () => {
  expect(['2026-11-05', '2026-11', '2026-11-22: Rain', 'Direct'].map(formatLabel)).toEqual([
    '5 November',
    'November 2026',
    '2026-11-22: Rain',
    'Direct',
  ])
})

describe('the week in words', () => {
  const none = { value: 0, before: 0 }
  const week = {
    views: { value: 10_000, before: 8000 },
    reads: { value: 2000, before: 2010 },
    starts: { value: 40, before: 90 },
    cancellations: none,
    stories: [],
  }

  it('names only differences that aren’t chance', () => {
    expect(describeWeek(week)).toEqual([
      'In the last seven days, stories had 10,000 views, 25% more than the week before, and 2,000 reads, about as many as the week before.',
      '40 subscriptions started, 56% fewer than the week before, and none were cancelled, as in the week before.',
    ])
  })

  it('gives no share of views if only unlocks were counted', () => {
    const stories = [{ title: 'A story', value: 5, before: 0 }]
    expect(describeWeek({ ...week, views: none, stories }).join(' ')).not.toMatch(/NaN|A story/)
  })

  it('says if nothing has been counted', () => {
    expect(describeWeek({ ...week, views: none, starts: none })).toEqual([
      'Nothing has been counted in the last seven days.',
    ])
  })
})
