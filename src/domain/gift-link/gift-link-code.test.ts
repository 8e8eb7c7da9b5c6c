import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createGiftLinkCode, getGiftLinkPath, parseGiftLinkCode } from './gift-link-code.ts'

it('a gift link’s code is unguessable, and is read from the link in upper or lower case', () => {
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 32 })
    .filter((all) => all.some((byte) => byte < 243))
  fc.assert(
    fc.property(bytes, (all) => {
      const code = createGiftLinkCode(() => all)
      expect(code).toHaveLength(20)
      expect(parseGiftLinkCode(code.toUpperCase())).toBe(code)
      expect(getGiftLinkPath(code)).toBe(`/g/${code}`)
    }),
  )
  // A code of 20 letters, each one of 27, has more than 80 bits.
  expect(20 * Math.log2(27)).toBeGreaterThan(80)
})

it.each([
  '',
  'bcdfghjkmnbcdfghjkm',
  'bcdfghjkmnbcdfghjkmnb',
  'abcdfghjkmnbcdfghjkm',
  '../../../../etc/psw',
])('%j isn’t a gift link’s code', (text) => expect(parseGiftLinkCode(text)).toBeNull())
