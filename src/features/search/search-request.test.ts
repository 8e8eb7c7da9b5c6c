import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isEmpty,
  longestQuery,
  noFilters,
  normaliseQuery,
  readSearchAddress,
  searchAddress,
} from './search-request.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 600 })
const value = fc.option(fc.stringMatching(/^[\w-]{1,120}$/))

describe('a query', () => {
  it('is one line that means the same however often it is normalised', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const query = normaliseQuery(text)
        expect(normaliseQuery(query)).toBe(query)
        expect(query).toBe(query.trim())
        expect(query).not.toMatch(/[\p{Cc}\n]|\s\s/u)
        expect(query.isWellFormed()).toBe(true)
        expect([...query].length).toBeLessThanOrEqual(longestQuery)
      }),
    )
  })

  it.each([
    ['  two\t\nwords ', 'two words'],
    ['', ''],
    [' \u0000\u2028 ', ''],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['जलेबी 🥭', 'जलेबी 🥭'],
    ['half \ud83d', 'half \ufffd'],
    // The same letter in two ways.
    ['cafe\u0301', 'caf\u00e9'],
  ])('%j becomes %j', (typed, query) => {
    expect(normaliseQuery(typed)).toBe(query)
  })

  it('of 10,000 characters is cut between two of them', () => {
    expect(normaliseQuery('🥭'.repeat(10_000))).toBe('🥭'.repeat(longestQuery))
  })
})

describe('the address', () => {
  it('gives back every request that was written into it', () => {
    fc.assert(
      fc.property(anyText, value, value, value, value, (text, category, tag, author, year) => {
        const request = { query: normaliseQuery(text), filters: { category, tag, author, year } }
        const address = searchAddress(request)
        expect(address.startsWith('/search')).toBe(true)
        expect(readSearchAddress(address.slice('/search'.length))).toEqual(request)
      }),
    )
  })

  it('is read without harm, whatever stands in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const request = readSearchAddress(`?${text}`)
        expect(readSearchAddress(searchAddress(request).slice('/search'.length))).toEqual(request)
      }),
    )
  })

  it('keeps filters that could be ours and drops the others', () => {
    expect(readSearchAddress('?category=food&tag=sriLanka&author=<b>&year=2026%0a&x=1')).toEqual({
      query: '',
      filters: { ...noFilters, category: 'food', tag: 'sriLanka' },
    })
  })

  it('is short where nothing is asked for', () => {
    const nothing = { query: '', filters: noFilters }
    expect(isEmpty(nothing)).toBe(true)
    expect(searchAddress(nothing)).toBe('/search')
    expect(isEmpty({ query: '', filters: { ...noFilters, year: '2026' } })).toBe(false)
  })
})
