import { describe, expect, it } from 'vitest'
import { shouldPrefetch } from './prefetch-links.ts'

describe('shouldPrefetch', () => {
  it.each(['slow-2g', '2g', '3g'])('refuses a %s connection', (effectiveType) => {
    expect(shouldPrefetch({ saveData: false, effectiveType })).toBe(false)
  })

  it('refuses readers who save data', () => {
    expect(shouldPrefetch({ saveData: true, effectiveType: '4g' })).toBe(false)
  })

  it('accepts other connections, and browsers that don’t report their connection', () => {
    expect(shouldPrefetch({ saveData: false, effectiveType: '4g' })).toBe(true)
    expect(shouldPrefetch({})).toBe(true)
    expect(shouldPrefetch(undefined)).toBe(true)
  })
})
