import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginsAnew,
  emailSchema,
  type NewsletterReader,
  newsletterReaderSchema,
  placeOnList,
  wantsWeekly,
} from './newsletter.ts'

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

describe('an account that says whether it wants the letter', () => {
  const email = 'reader@example.com'
  const consent = { consentedAt: new Date('2026-05-03'), ip: '203.0.113.7', userAgent: 'A browser' }
  const verified = { uid: 'one', email, emailVerified: true }
  const unverified = { ...verified, emailVerified: false }
  const listed = (state: NewsletterReader['state'], uid: string | null = null) =>
    newsletterReaderSchema.parse({
      email,
      state,
      source: 'footer',
      consentedAt: new Date('2026-01-01'),
      ip: '',
      userAgent: '',
      uid,
    })
  const anew = (state: NewsletterReader['state']) => ({
    ...consent,
    email,
    state,
    source: 'account',
    uid: 'one',
  })

  it.each([
    ['is on no list', null, anew('confirmed')],
    ['waits', listed('pending'), anew('confirmed')],
    ['left', listed('unsubscribed', 'one'), anew('confirmed')],
    ['reads as a guest', listed('confirmed'), listed('confirmed', 'one')],
    ['reads already', listed('confirmed', 'one'), null],
  ])('verified, and %s: joins', (_, before, after) => {
    expect(placeOnList(before, verified, true, consent)).toEqual(after)
  })

  it.each([
    ['is on no list', null, null],
    ['waits', listed('pending'), listed('unsubscribed', 'one')],
    ['reads', listed('confirmed'), listed('unsubscribed', 'one')],
    ['left', listed('unsubscribed'), null],
  ])('verified, and %s: leaves', (_, before, after) => {
    expect(placeOnList(before, verified, false, consent)).toEqual(after)
  })

  it.each([
    ['is on no list', null, anew('pending')],
    ['left', listed('unsubscribed', 'another'), anew('pending')],
    ['waits for somebody', listed('pending'), null],
    ['reads, whoever that is', listed('confirmed'), null],
  ])('unverified, and the address %s: asks as anybody can', (_, before, after) => {
    expect(placeOnList(before, unverified, true, consent)).toEqual(after)
  })

  it.each([
    ['has asked itself', listed('pending', 'one'), listed('unsubscribed', 'one')],
    ['finds somebody else’s question', listed('pending'), null],
    ['finds a reader', listed('confirmed'), null],
    ['finds another account', listed('pending', 'another'), null],
  ])('unverified, and %s: takes back its own word only', (_, before, after) => {
    expect(placeOnList(before, unverified, false, consent)).toEqual(after)
  })

  it('unverified, learns nothing of who is on the list', () => {
    for (const before of [null, listed('pending'), listed('confirmed'), listed('unsubscribed')]) {
      for (const asked of [true, false]) {
        expect(wantsWeekly(before, unverified, asked)).toBe(asked)
        expect(wantsWeekly(before, verified, asked)).toBe(before?.state === 'confirmed')
      }
    }
  })
})
