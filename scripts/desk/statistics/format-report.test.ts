import { expect, it, vi } from 'vitest'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { formatCsv, formatReport } from './format-report.ts'

/** An editor's own time zone changes nothing. */
vi.hoisted(() => vi.stubEnv('TZ', 'America/New_York'))

const report: Report = {
  title: 'Overview',
  at: '2026-11-23T04:00:00.000Z',
  today: '2026-11-23',
  timeZone: 'Asia/Colombo',
  summary: ['Much has changed.'],
  tables: [
    {
      id: 'stories',
      title: 'Stories',
      note: 'Seven days.',
      rowHeading: 'Story',
      columns: [
        { label: 'Views', figure: 'views', comparedWith: 'the days before' },
        { label: 'Read rate', figure: 'readRate' },
      ],
      rows: [
        {
          label: '=HYPERLINK("x")',
          cells: [{ value: 12, before: 10, isSmall: true }, { value: null }],
        },
        { label: 'Rain, “after”', cells: [{ value: 1200, before: 1000 }, { value: 0.25 }] },
      ],
    },
    {
      id: 'empty',
      title: 'None',
      note: 'Now.',
      rowHeading: 'Day',
      columns: [{ label: 'A' }],
      rows: [],
    },
  ],
}

it('a printed report has tables with changes, warnings and definitions', () => {
  const text = formatReport(report).join('\n')
  expect(text).toContain('23 November 2026 at 09:30. Days begin and end in Asia/Colombo.')
  expect(text).toContain('Much has changed.')
  expect(text).toMatch(/^=HYPERLINK\("x"\) +12† \(\+20%\) +–$/m)
  expect(text).toMatch(/^Rain, “after” +1,200 \(\+20%\) +25%$/m)
  expect(text).toContain('† Small numbers')
  expect(text).toContain('Nothing has been counted.')
  expect(text).toMatch(/^ {2}Read rate: Reads as a share of views\. Small: below 100\.$/m)
})

it('a report’s CSV contains nothing that a spreadsheet runs as a formula', () => {
  const [header, first, ...others] = formatCsv(report)
  expect(header).toBe('table,row,column,figure,value,before,few,definition')
  expect(first).toContain(`Stories,"'=HYPERLINK(""x"")",Views,views,12,10,yes,`)
  expect(others).toHaveLength(3)
  expect(others[1]).toContain('Stories,"Rain, “after”",Views,views,1200,1000,,')
})
