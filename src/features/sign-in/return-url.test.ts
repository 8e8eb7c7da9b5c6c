import { describe, expect, it } from 'vitest'
import { getReturnUrl, getUrlAfterSignIn, withReturnTo } from './return-url.ts'

const origin = 'https://example.com'
const resolveReturnUrl = (returnTo: string | null) => getReturnUrl(returnTo, origin)

describe('getReturnUrl', () => {
  it('returns the page that the reader came from', () => {
    expect(resolveReturnUrl('/a-story?x=1#note')).toBe(`${origin}/a-story?x=1#note`)
    expect(resolveReturnUrl(null)).toBe(`${origin}/`)
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
  ])('never returns another site: %s', (returnTo) => {
    expect(resolveReturnUrl(returnTo)).toBe('/')
    expect(getUrlAfterSignIn(true, returnTo, origin)).toBe('/welcome')
  })

  it.each(['/.//evil.example', '/x/..//evil.example', '/x/%2e%2e//evil.example'])(
    'returns our own page for %s',
    (returnTo) => {
      expect(new URL(resolveReturnUrl(returnTo), origin).origin).toBe(origin)
      expect(resolveReturnUrl(returnTo)).toMatch(/^https:\/\/example\.com\//)
    },
  )

  it.each(['/login', '/login/new?return=%2Fx', '/magic', '/forgot?x=1'])(
    'never returns a sign-in page: %s',
    (returnTo) => {
      expect(resolveReturnUrl(returnTo)).toBe('/')
    },
  )

  it('leads new readers to the welcome, and keeps the page to return to', () => {
    expect(getUrlAfterSignIn(true, '/a-story?x=1#note', origin)).toBe(
      '/welcome?return=%2Fa-story%3Fx%3D1%23note',
    )
    expect(getUrlAfterSignIn(true, null, origin)).toBe('/welcome')
    expect(getUrlAfterSignIn(false, '/a-story', origin)).toBe(`${origin}/a-story`)
  })

  it('leads new readers back to the story that they were reading', () => {
    expect(getUrlAfterSignIn(true, '/a-story#continue', origin)).toBe(`${origin}/a-story#continue`)
    expect(getUrlAfterSignIn(true, '/a-story#save', origin)).toMatch(/^\/welcome/)
  })

  it('leads new readers back to their gift first', () => {
    const path = '/gift/7K2M9QXT4B6H0WZE'
    expect(getUrlAfterSignIn(true, path, origin)).toBe(origin + path)
    expect(getUrlAfterSignIn(true, '/gift-subscription', origin)).toMatch(/^\/welcome/)
  })
})

describe('withReturnTo', () => {
  it('keeps the page to return to', () => {
    expect(withReturnTo('/magic', '/a-story?x=1')).toBe('/magic?return=%2Fa-story%3Fx%3D1')
    expect(withReturnTo('/magic', null)).toBe('/magic')
  })
})
