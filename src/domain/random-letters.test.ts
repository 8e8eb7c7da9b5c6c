import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createGiftLinkCode,
  getGiftLinkPath,
  parseGiftLinkCode,
} from './gift-link/gift-link-code.ts'
import { createReferralCode, getReferralPath, parseReferralCode } from './referral/referral-code.ts'

const codes = [
  ['a gift link’s code', 20, createGiftLinkCode, parseGiftLinkCode],
  ['a referral code', 10, createReferralCode, parseReferralCode],
] as const

describe.each(codes)('%s', (_, length, create, parse) => {
  it('is accepted, even in capitals, and spells no word', () => {
    const bytes = fc
      .uint8Array({ minLength: 1, maxLength: 32 })
      .filter((all) => all.some((byte) => byte < 243))
    fc.assert(
      fc.property(bytes, (all) => {
        const code = create(() => all)
        expect(code).toHaveLength(length)
        expect([parse(code), parse(code.toUpperCase())]).toEqual([code, code])
        expect(code).not.toMatch(/[aeiouly01]/)
      }),
    )
  })

  it('uses each letter equally often', () => {
    const counts = new Map<string, number>()
    // Each byte occurs once. The highest are skipped, so that no letter is more likely than others.
    const bytes = Uint8Array.from({ length: 256 }, (_byte, index) => index).values()
    const next = () => Uint8Array.of(bytes.next().value ?? 255)
    for (let drawn = 0; drawn < Math.floor(243 / length); drawn++)
      for (const letter of create(next)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1)
  })

  const valid = 'bcdfghjkmn'.repeat(length / 10)
  it.each([
    '',
    valid.slice(1),
    `${valid}p`,
    `a${valid.slice(1)}`,
    `../${valid.slice(3)}`,
    `${valid} `,
    `ｂ${valid.slice(1)}`,
  ])('isn’t %j', (text) => expect(parse(text)).toBeNull())
})

it('gift links and referral links have short addresses', () => {
  expect([getGiftLinkPath('b'), getReferralPath('b')]).toEqual(['/g/b', '/r/b'])
})
