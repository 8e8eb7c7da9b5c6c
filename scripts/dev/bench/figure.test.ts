import { describe, expect, it } from 'vitest'
import { formatFigure, renderSection, replaceSection, summarise } from './figure.ts'

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

it('a table of figures replaces earlier results, or is added at the end', () => {
  const render = (name: string, value: string) =>
    renderSection(name, '2026-01-02, two cores', {
      tables: [{ title: 'T', head: ['a', 'b'], rows: [['one', value]] }],
      targets: [],
    })
  const [builds, edge, pages] = [render('builds', '1'), render('edge', '2'), render('pages', '3')]
  const results = ['# Results\n', builds, edge].join('\n')
  const measuredAgain = render('builds', '4')
  expect(measuredAgain).toContain('**T**\n\n| a | b |\n| --- | ---: |\n| one | 4 |\n')
  expect(replaceSection(results, measuredAgain)).toBe(
    ['# Results\n', measuredAgain, edge].join('\n'),
  )
  expect(replaceSection(results, pages)).toBe(['# Results\n', builds, edge, pages].join('\n'))
})
