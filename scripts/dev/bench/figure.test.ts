import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  compareFigures,
  formatFigure,
  renderFiguresAsMarkdown,
  renderFiguresAsText,
  summarise,
} from './figure.ts'
import figures from './figures.json' with { type: 'json' }

describe('a figure', () => {
  it('is the median of an even or odd number of runs', () => {
    expect(summarise([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3, runs: 3 })
    expect(summarise([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4, runs: 4 })
  })

  it('is missing if a run couldn’t be measured', () => {
    expect(summarise([])).toBeNull()
    expect(summarise([1, null, 2])).toBeNull()
    expect(formatFigure(null, 's')).toBe('–')
  })

  it('is printed with its unit and its range', () => {
    expect(formatFigure(summarise([1.24, 1.31, 2]), 's')).toBe('1.3 s (1.2–2)')
    expect(formatFigure(summarise([7]), 'ms')).toBe('7 ms')
    expect(formatFigure(summarise([2136, 2136]), '')).toBe('2,136')
    expect(formatFigure(summarise([1500, 1600, 1700]), '/s')).toBe('1,600/s (1,500–1,700)')
  })
})

describe('the tables', () => {
  const section = {
    at: '2026-01-02',
    machine: 'two cores',
    tables: [{ title: 'T', head: ['a', 'b'], rows: [['long one', '1']] }],
    targets: [],
  }

  it('have columns on the screen', () => {
    const text = renderFiguresAsText({ builds: section })
    expect(text).toContain('\nT\n─\na          b\nlong one   1')
  })

  it('compare with other programs in one table', () => {
    const compare = (what: string, theirs: number | null) =>
      compareFigures(what, summarise([3]), summarise([theirs]), 's')
    const hugo = { program: 'Hugo', rows: [compare('a build', 1.5), compare('memory', null)] }
    const ghost = { program: 'Ghost', rows: [compare('a check', 6)] }
    const text = renderFiguresAsText({
      builds: { ...section, comparison: hugo },
      pages: { ...section, comparison: null },
      edge: { ...section, comparison: ghost },
    })
    const rows = text.split('\n').map((line) => line.trim().split(/ {3,}/))
    expect(rows).toContainEqual(['a build', 'Hugo', '3 s', '1.5 s', '2.00x'])
    expect(rows).toContainEqual(['memory', 'Hugo', '3 s', '–', '–'])
    expect(rows).toContainEqual(['a check', 'Ghost', '3 s', '6 s', '0.50x'])
    expect(text.match(/Compared with other programs/g)).toHaveLength(1)
  })

  it('in benchmark-results.md are those of figures.json', () => {
    const results = readFileSync(join(import.meta.dirname, '../benchmark-results.md'), 'utf8')
    expect(results).toBe(renderFiguresAsMarkdown(figures))
  })
})
