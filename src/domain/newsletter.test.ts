import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginsAnew, emailSchema } from './newsletter.ts'

describe('an address', () => {
  it.each([
    ['reader@example.com', 'reader@example.com'],
    ['  Reader@Example.COM\n', 'reader@example.com'],
    ['o’brien@example.com'.replace('’', "'"), "o'brien@example.com"],
    ['first.last+weekly@mail.example.co.uk', 'first.last+weekly@mail.example.co.uk'],
  ])('%j is kept as %s', (typed, kept) => {
    expect(emailSchema.parse(typed)).toBe(kept)
  })

  it.each([
    '',
    'reader',
    'reader@',
    '@example.com',
    'reader@localhost',
    'a b@example.com',
    'one@example.com, two@example.com',
    'reader@example.com\r\nBcc: all@example.com',
    `${'a'.repeat(250)}@example.com`,
    null,
    7,
  ])('%j is none', (typed) => {
    expect(emailSchema.safeParse(typed).success).toBe(false)
  })

  it('is the same however its letters are cased and spaced', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const kept = emailSchema.safeParse(address)
        const shouted = emailSchema.safeParse(` ${address.toUpperCase()}\t`)
        expect(shouted).toEqual(kept)
        if (kept.success) expect(emailSchema.parse(kept.data)).toBe(kept.data)
      }),
    )
  })
})

describe('who asks', () => {
  it.each([
    [null, true],
    ['pending', false],
    ['confirmed', false],
    ['unsubscribed', true],
  ] as const)('and is %s: begins anew %s', (state, expected) => {
    expect(beginsAnew(state)).toBe(expected)
  })
})
