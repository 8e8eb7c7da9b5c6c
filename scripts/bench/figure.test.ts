import { describe, expect, it } from 'vitest'
import { figureOf, markdownTable, printFigure, screenTable } from './figure.ts'

describe('a figure', () => {
  it('is the median with its range, of an even and an odd number of runs', () => {
    expect(figureOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3, runs: 3 })
    expect(figureOf([4, 1, 2, 3])).toEqual({ median: 2.5, least: 1, most: 4, runs: 4 })
  })

  it('is not made up where a run could not be measured', () => {
    expect(figureOf([])).toBeNull()
    expect(figureOf([1, null, 2])).toBeNull()
    expect(printFigure(null, 's')).toBe('–')
  })

  it('is printed with its unit, and with a range where there is one', () => {
    expect(printFigure(figureOf([1.24, 1.31, 2]), 's')).toBe('1.3 s (1.2–2)')
    expect(printFigure(figureOf([7]), 'ms')).toBe('7 ms')
    expect(printFigure(figureOf([2136, 2136]), '')).toBe('2,136')
    expect(printFigure(figureOf([1500, 1600, 1700]), '/s')).toBe('1,600/s (1,500–1,700)')
  })
})

describe('a table', () => {
  const table = { title: 'T', head: ['a', 'b'], rows: [['long one', '1']] }

  it('is one of Markdown’s', () => {
    expect(markdownTable(table)).toBe('**T**\n\n| a | b |\n| --- | ---: |\n| long one | 1 |\n')
  })

  it('is in columns on the screen', () => {
    expect(screenTable(table)).toBe('\nT\n─\na          b\nlong one   1')
  })
})
