import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasForeignMailbox, isEmail, normalizeEmail } from './name-and-email.ts'

describe('an address', () => {
  it.each([
    [' Ama@Example.COM ', 'ama@example.com'],
    ['r&d@example.com', 'r&d@example.com'],
    ["o'neil+news@example.co.in", "o'neil+news@example.co.in"],
    ['a@b.co', 'a@b.co'],
    ['anita@xn--11bx1g.xn--h2brj9c', 'anita@xn--11bx1g.xn--h2brj9c'],
    ['anita@मेल.भारत', 'anita@xn--r2bi6d.xn--h2brj9c'],
    ['ama@Exämple.com', 'ama@xn--exmple-cua.com'],
    // A domain in full-width letters is the same domain.
    ['ama@ｅｘａｍｐｌｅ.com', 'ama@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('is stored from %s as %s', (typed, stored) => {
    expect(normalizeEmail(typed)).toBe(stored)
    expect(isEmail(stored)).toBe(true)
    expect(normalizeEmail(stored)).toBe(stored)
  })

  it.each([
    '',
    'ama',
    '@example.com',
    'ama@',
    'ama@example',
    'ama@-example.com',
    'ama@example-.com',
    'ama@example..com',
    'ama@example.c',
    'ama@192.0.2.1',
    'ama@[192.0.2.1]',
    'ama@exa_mple.com',
    'ama@example.com.',
    '.ama@example.com',
    'ama.@example.com',
    'a..ma@example.com',
    'ama@home@example.com',
    'ama,ravi@example.com',
    '"ama"@example.com',
    'ama <ama@example.com>',
    'ama@example.com\nbcc:ravi@example.com',
    'ama@ä/b.com',
    'ama@ä:80.com',
    'ama@ä.com\nravi',
    'ama@ä.com\0',
    'ama@xn--.com@ä.com',
    'अनिता@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ama@${'a'.repeat(64)}.com`,
    `ama@${'a.'.repeat(125)}com`,
  ])('can’t be %s', (typed) => {
    expect(isEmail(normalizeEmail(typed))).toBe(false)
  })

  it('is the same in any case and with surrounding spaces', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(normalizeEmail(` ${address.toUpperCase()}\t`)).toBe(normalizeEmail(address))
        expect(isEmail(normalizeEmail(address))).toBe(isEmail(address.toLowerCase()))
      }),
    )
  })

  it('has a mailbox of ASCII letters only', () => {
    expect(hasForeignMailbox('अनिता@example.com')).toBe(true)
    expect(hasForeignMailbox('anita@मेल.भारत')).toBe(false)
    expect(hasForeignMailbox('अनिता')).toBe(false)
  })
})
