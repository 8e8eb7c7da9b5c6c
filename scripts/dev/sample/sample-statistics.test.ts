import { expect, it } from 'vitest'
import {
  statisticsTables,
  storedStatistics,
} from '../../../src/domain/statistics/stored-statistics.ts'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import { createSampleStatistics } from './sample-statistics.ts'

const today = '2026-11-23' as CalendarDay
const stories = [
  { slug: 'old', publishedOn: '2025-01-01' as CalendarDay },
  { slug: 'new', publishedOn: '2026-11-20' as CalendarDay },
]
const sample = createSampleStatistics(stories, today)

it('sample statistics are the same each time, and fit the tables', () => {
  expect(createSampleStatistics(stories, today)).toEqual(sample)
  for (const table of statisticsTables) {
    const { keys, values } = storedStatistics[table]
    const found = new Set<string>()
    for (const row of sample[table] ?? []) {
      expect(row).toHaveLength(keys.length + values.length)
      found.add(row.slice(0, keys.length).join('|'))
    }
    expect(found.size).toBe(sample[table]?.length ?? 0)
  }
})

it('sample statistics cover published stories, on days that are over', () => {
  const rows = sample.daily!.filter(([, slug]) => slug === 'new')
  expect(rows.length).toBeGreaterThan(0)
  for (const [day] of rows) expect(day! >= '2026-11-20').toBe(true)
  for (const [day, , , , , , views, reads] of sample.daily!) {
    expect(day! < today).toBe(true)
    expect(reads!).toBeLessThanOrEqual(Number(views))
  }
})
