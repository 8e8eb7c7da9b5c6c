import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashRedirectPath, normalisePath, redirectSchema, resolveSitePath } from './redirect.ts'

describe('a normalised path', () => {
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
  ])('is made from %j: %j', (path, normal) => {
    expect(normalisePath(path)).toBe(normal)
  })

  it('is unchanged when normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = normalisePath(`/${text}`)
        // A path that still contains percent-encoding would be decoded twice, so it isn't looked up.
        fc.pre(once !== null && !once.includes('%'))
        expect(normalisePath(once!)).toBe(once)
      }),
    )
  })
})

describe('a redirect', () => {
  const updatedAt = new Date()
  it.each(['/a', '/a/b?c=d#e', '/', '/caf%C3%A9'])('may lead to %s', (to) => {
    expect(redirectSchema.safeParse({ from: '/old', to, updatedAt }).success).toBe(true)
  })

  it.each([
    '//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/a/%2E%2e//evil.example',
    '/\\evil.example',
    '/./\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'a',
    '',
    '/a b',
    '/a\nb',
  ])('may not lead to %j', (to) => {
    expect(redirectSchema.safeParse({ from: '/old', to, updatedAt }).success).toBe(false)
  })

  it('has a key derived from its source path', async () => {
    expect(await hashRedirectPath('/old')).toMatch(/^[0-9a-f]{32}$/)
    expect(await hashRedirectPath('/old')).not.toBe(await hashRedirectPath('/old2'))
  })
})

describe('the target of a redirect', () => {
  const origin = 'https://verandah.example'
  const piece = fc.oneof(
    fc.constantFrom(...'/ // . .. /./ /../ \\ @ : ? #'.split(' '), '\t', '\n', '\r', ' '),
    fc.constantFrom(...'%2f %2F %5c %2e %2E%2e %09 % %25 evil.example https:'.split(' ')),
    fc.constantFrom('\u3002', '\uff0f', '\uff0e', '\u00ad', '[::1]', 'a'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const target = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`)

  it('never leaves the site, whether as stored or as the Worker writes it', () => {
    fc.assert(
      fc.property(target, (to) => {
        const address = resolveSitePath(to)
        fc.pre(address !== null)
        expect(new URL(to, origin).origin).toBe(origin)
        expect(new URL(address!, origin).origin).toBe(origin)
        // A proxy or browser may normalise the address again without changing it.
        expect(resolveSitePath(address!)).toBe(address)
      }),
      { numRuns: 20_000 },
    )
  })

  it('is accepted by the schema if it is a path on this site', () => {
    fc.assert(
      fc.property(target, (to) => {
        const { success } = redirectSchema.safeParse({ from: '/old', to, updatedAt: new Date() })
        expect(success).toBe(resolveSitePath(to) !== null)
      }),
    )
  })

  it.each([
    ['/', '/'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/a/../b', '/b'],
    ['/a//b', '/a//b'],
    ['/?next=//evil.example', '/?next=//evil.example'],
  ])('is written from %j as %j', (to, address) => {
    expect(resolveSitePath(to)).toBe(address)
  })
})
