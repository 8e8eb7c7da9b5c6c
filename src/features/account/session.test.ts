import { describe, expect, it } from 'vitest'
import { returnAddress } from './session.ts'

const origin = 'https://example.com'
const returning = (wanted: string) => returnAddress(`?return=${encodeURIComponent(wanted)}`, origin)

describe('where a reader goes after signing in', () => {
  it('is the page they came from', () => {
    expect(returning('/a-story?x=1#note')).toBe(`${origin}/a-story?x=1#note`)
    expect(returnAddress('', origin)).toBe(`${origin}/`)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://example.com/',
    'https://example.com.evil.example/',
    'http://[',
  ])('is never another site: %s', (wanted) => {
    expect(returning(wanted)).toBe('/')
  })

  it.each(['/.//evil.example', '/x/..//evil.example', '/x/%2e%2e//evil.example'])(
    'stays here for %s',
    (wanted) => {
      expect(new URL(returning(wanted), origin).origin).toBe(origin)
      expect(returning(wanted)).toMatch(/^https:\/\/example\.com\//)
    },
  )
})
