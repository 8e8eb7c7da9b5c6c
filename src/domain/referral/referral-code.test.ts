import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createReferralCode, parseReferralCode } from './referral-code.ts'

it('every created referral code is accepted, even in capitals', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(255)), (bytes) => {
      const code = createReferralCode(() => Uint8Array.of(bytes.next().value!))
      expect(parseReferralCode(code)).toBe(code)
      expect(parseReferralCode(code.toUpperCase())).toBe(code)
      expect(code).not.toMatch(/[aeiouly01]/)
    }),
  )
})

it('referral codes use each letter equally often', () => {
  const counts = new Map<string, number>()
  // Each byte occurs once. The highest are skipped, so that no letter is more likely than others.
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte).values()
  const next = () => Uint8Array.of(bytes.next().value ?? 255)
  for (let drawn = 0; drawn < 24; drawn++)
    for (const letter of createReferralCode(next)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1)
})

it.each(['', 'bcdfghjkm', 'bcdfghjkmnp', 'acdfghjkmn', '../bcdfghj', 'bcdfghjkm ', 'ｂcdfghjkmn'])(
  '%j isn’t a valid referral code',
  (text) => expect(parseReferralCode(text)).toBeNull(),
)
