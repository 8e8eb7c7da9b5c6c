import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSearchAddress,
  isEmptyRequest,
  maxQueryLength,
  noFilters,
  normaliseQuery,
  parseSearchAddress,
} from './search-request.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 600 })
const value = fc.option(fc.stringMatching(/^[\w-]{1,120}$/))

describe('normaliseQuery', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const query = normaliseQuery(text)
        expect(normaliseQuery(query)).toBe(query)
        expect(query).toBe(query.trim())
        expect(query).not.toMatch(/[\p{Cc}\n]|\s\s/u)
        expect(query.isWellFormed()).toBe(true)
        expect([...query].length).toBeLessThanOrEqual(maxQueryLength)
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
    // The same letter in two encodings.
    ['cafe\u0301', 'caf\u00e9'],
  ])('turns %j into %j', (typed, query) => {
    expect(normaliseQuery(typed)).toBe(query)
  })

  it('truncates a long query without splitting a character', () => {
    expect(normaliseQuery('🥭'.repeat(10_000))).toBe('🥭'.repeat(maxQueryLength))
  })
})

describe('the search address', () => {
  it('returns every request that was written into it', () => {
    fc.assert(
      fc.property(anyText, value, value, value, value, (text, category, tag, author, year) => {
        const request = { query: normaliseQuery(text), filters: { category, tag, author, year } }
        const address = buildSearchAddress(request)
        expect(address.startsWith('/search')).toBe(true)
        expect(parseSearchAddress(address.slice('/search'.length))).toEqual(request)
      }),
    )
  })

  it('is read whatever it contains', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const request = parseSearchAddress(`?${text}`)
        expect(parseSearchAddress(buildSearchAddress(request).slice('/search'.length))).toEqual(
          request,
        )
      }),
    )
  })

  it('keeps valid filters and drops the others', () => {
    expect(parseSearchAddress('?category=food&tag=sriLanka&author=<b>&year=2026%0a&x=1')).toEqual({
      query: '',
      filters: { ...noFilters, category: 'food', tag: 'sriLanka' },
    })
  })

  it('is short for an empty request', () => {
    const emptyRequest = { query: '', filters: noFilters }
    expect(isEmptyRequest(emptyRequest)).toBe(true)
    expect(buildSearchAddress(emptyRequest)).toBe('/search')
    expect(isEmptyRequest({ query: '', filters: { ...noFilters, year: '2026' } })).toBe(false)
  })
})
