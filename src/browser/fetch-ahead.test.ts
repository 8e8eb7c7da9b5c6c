import { describe, expect, it } from 'vitest'
import { isWorthFetchingAhead } from './fetch-ahead.ts'

describe('fetching pages ahead', () => {
  it.each(['slow-2g', '2g', '3g'])('is not for a connection of %s', (effectiveType) => {
    expect(isWorthFetchingAhead({ saveData: false, effectiveType })).toBe(false)
  })

  it('is not for readers who save data', () => {
    expect(isWorthFetchingAhead({ saveData: true, effectiveType: '4g' })).toBe(false)
  })

  it('is for all others, also where the browser says nothing', () => {
    expect(isWorthFetchingAhead({ saveData: false, effectiveType: '4g' })).toBe(true)
    expect(isWorthFetchingAhead({})).toBe(true)
    expect(isWorthFetchingAhead(undefined)).toBe(true)
  })
})
