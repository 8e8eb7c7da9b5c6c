import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toSingleLine } from './single-line.ts'

it('a single line has one space for each run of spaces and control characters, and none at its ends', () => {
  const part = fc.constantFrom('a', 'é', ' ', '\n', '\t', '\u00a0', '\u0000', '\u0085', '\ufeff')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const words = parts.map((each) => (/[aé]/.test(each) ? each : '|')).join('')
      expect(toSingleLine(parts.join(''))).toBe(words.split('|').filter(Boolean).join(' '))
    }),
  )
})
