import { describe, expect, it } from 'vitest'
import { findFacts } from './check-publication.ts'

const find = (source: string) => findFacts('src/a.ts', source)

describe('a fact of the publication', () => {
  it.each([
    ["const note = 'A free email every Sunday.'", 'a weekday, “Sunday”'],
    ['<p>Fridays at noon</p>', 'a weekday, “Fridays”'],
    ['<p>Readers outside the United States pay less.</p>', 'a country, “United States”'],
    ['<th>Outside the US</th>', 'a country, “the US”'],
    ["const name = 'Sri Lanka'", 'a country, “Sri Lanka”'],
    ["const money = { minorUnits, currency: 'USD' }", 'a currency, “USD”'],
    ["const help = 'in US dollars'", 'a currency, “US dollars”'],
    ['<p>Only $99 a year</p>', 'an amount, “$99”'],
    ['<p>From $8.25</p>', 'an amount, “$8.25”'],
    ['<p>Get $5 off</p>', 'an amount, “$5”'],
    ['<p>Give three months</p>', 'a length, “three months”'],
    ["const text = 'Twelve months for you'", 'a length, “Twelve months”'],
    ['<h1>A free month?</h1>', 'a length, “A free month”'],
    ['<h1>Give a year of stories</h1>', 'a length, “a year of”'],
    [
      'const address = "https://example.com/" // a comment\nconst a = "Monday"',
      'a weekday, “Monday”',
    ],
  ])('is found in %s', (source, expected) => {
    expect(find(source)).toEqual([`src/a.ts:${source.split('\n').length}: ${expected}`])
  })
})
