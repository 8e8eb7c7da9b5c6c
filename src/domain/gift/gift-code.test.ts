import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createGiftCode, formatGiftCode, parseGiftCode } from './gift-code.ts'

it('a gift code has 80 bits, all of which vary in a thousand codes', () => {
  const codes = new Set(Array.from({ length: 1000 }, createGiftCode))
  expect(codes.size).toBe(1000)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
})

it('a gift code is read however people type it', () => {
  const separator = fc.constantFrom('', ' ', '-', '–', '  ')
  fc.assert(
    fc.property(
      fc.array(separator, { minLength: 16, maxLength: 16 }),
      fc.boolean(),
      (gaps, isSmall) => {
        const code = createGiftCode()
        const typed = gaps.map((gap, index) => code[index] + gap).join('')
        const withLetters = typed.replaceAll('0', 'O').replaceAll('1', 'l')
        expect(parseGiftCode(isSmall ? withLetters.toLowerCase() : withLetters)).toBe(code)
      },
    ),
  )
})

it.each([
  '',
  '7K2M',
  '7K2M9QXT4B6H0WZU',
  `${'7K2M9QXT4B6H0WZE'}1`,
  '7K2M/9QXT4B6H0WZE',
  '💝'.repeat(60),
])('no gift code is found in %j', (input) => expect(parseGiftCode(input)).toBeNull())

it('a gift code is shown in groups of four', () => {
  expect(formatGiftCode(parseGiftCode('7k2m9qxt4b6h0wze')!)).toBe('7K2M-9QXT-4B6H-0WZE')
})
