import { describe, expect, it } from 'vitest'
import { keepingReturn, placeAfterSignIn, returnAddress } from './return-address.ts'

const origin = 'https://example.com'
const returning = (wanted: string | null) => returnAddress(wanted, origin)

describe('where a reader goes after signing in', () => {
  it('is the page they came from', () => {
    expect(returning('/a-story?x=1#note')).toBe(`${origin}/a-story?x=1#note`)
    expect(returning(null)).toBe(`${origin}/`)
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
    expect(placeAfterSignIn(true, wanted, origin)).toBe('/welcome')
  })

  it.each(['/.//evil.example', '/x/..//evil.example', '/x/%2e%2e//evil.example'])(
    'stays here for %s',
    (wanted) => {
      expect(new URL(returning(wanted), origin).origin).toBe(origin)
      expect(returning(wanted)).toMatch(/^https:\/\/example\.com\//)
    },
  )

  it.each(['/login', '/login/new?return=%2Fx', '/magic', '/forgot?x=1'])(
    'is no page about signing in: %s',
    (wanted) => {
      expect(returning(wanted)).toBe('/')
    },
  )

  it('is the welcome for who has never been here, which knows where they were going', () => {
    expect(placeAfterSignIn(true, '/a-story?x=1#note', origin)).toBe(
      '/welcome?return=%2Fa-story%3Fx%3D1%23note',
    )
    expect(placeAfterSignIn(true, null, origin)).toBe('/welcome')
    expect(placeAfterSignIn(false, '/a-story', origin)).toBe(`${origin}/a-story`)
  })
})

describe('the way between pages about signing in', () => {
  it('keeps where the reader was going', () => {
    expect(keepingReturn('/magic', '/a-story?x=1')).toBe('/magic?return=%2Fa-story%3Fx%3D1')
    expect(keepingReturn('/magic', null)).toBe('/magic')
  })
})
