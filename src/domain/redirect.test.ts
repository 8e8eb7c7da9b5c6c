import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalAddress, redirectKey, redirectSchema } from './redirect.ts'

describe('an address as redirects know it', () => {
  it.each([
    ['/2019/05/The-Leak/', '/2019/05/the-leak'],
    ['/caf%C3%A9', '/café'],
    ['/cafe\u0301', '/café'],
    ['/a?p=1#b', '/a'],
    ['/a//', '/a'],
    ['/', null],
    ['//evil.example/x', null],
    ['a/b', null],
    ['https://other.example/a', null],
    ['/%', null],
    ['/a%00b', null],
    ['/a%5Cb', null],
    ['', null],
  ])('%j is %j', (path, normal) => {
    expect(normalAddress(path)).toBe(normal)
  })

  it('is the same again, whatever it was made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = normalAddress(`/${text}`)
        // What still has an encoding in it would be decoded a second time, and is not looked up so.
        fc.pre(once !== null && !once.includes('%'))
        expect(normalAddress(once!)).toBe(once)
      }),
    )
  })
})

describe('a redirect', () => {
  const updatedAt = new Date()
  it.each(['/a', '/a/b?c=d#e', '/', '/caf%C3%A9'])('may lead to %s', (to) => {
    expect(redirectSchema.safeParse({ from: '/old', to, updatedAt }).success).toBe(true)
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'a', '', '/a b', '/a\nb'])(
    'may not lead to %j',
    (to) => {
      expect(redirectSchema.safeParse({ from: '/old', to, updatedAt }).success).toBe(false)
    },
  )

  it('has a key made of where it comes from', async () => {
    expect(await redirectKey('/old')).toMatch(/^[0-9a-f]{32}$/)
    expect(await redirectKey('/old')).not.toBe(await redirectKey('/old2'))
  })
})
