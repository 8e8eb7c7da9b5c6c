import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitFormulas } from './formulas.ts'

const formula = (text: string) => ({ formula: text, source: expect.stringContaining(text) })

describe('splitFormulas', () => {
  it.each([
    ['a $$x^2$$ b', ['a ', formula('x^2'), ' b']],
    ['$$\n\\frac{a}{b}\n$$', [formula('\\frac{a}{b}')]],
    ['\\(a = b\\) or \\[c_1\\]', [formula('a = b'), ' or ', formula('c_1')]],
    ['\\\\(a_1\\\\), \\\\[a + b\\\\]', [formula('a_1'), ', ', formula('a + b')]],
    ['$latex e$ is', [formula('e'), ' is']],
  ])('finds the formulas in %j', (text, parts) => expect(splitFormulas(text)).toEqual(parts))

  it.each([
    'between $$ and $$$',
    'about $5 and $6',
    '\\[sic\\] and \\(see below\\)',
    '\\[first_name\\]',
    '$$x^2',
    '$$ $$',
    '',
  ])('finds none in %j', (text) => expect(splitFormulas(text)).toEqual(text === '' ? [] : [text]))

  it('loses nothing but delimiters and spaces around formulas', () => {
    const part = fc.constantFrom(
      '$$',
      '\\(',
      '\\)',
      '\\[',
      '\\]',
      '\\',
      '$latex ',
      '$',
      'x_1',
      ' b ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        let at = 0
        for (const found of splitFormulas(text)) {
          const words = typeof found === 'string' ? found : found.formula
          const index = text.indexOf(words, at)
          expect(text.slice(at, index)).toMatch(/^(?:\$\$|\$latex|\$|\\+[()[\]]|\s)*$/)
          at = index + words.length
        }
        expect(text.slice(at)).toMatch(/^(?:\$\$|\$|\\+[()[\]]|\s)*$/)
      }),
    )
  })

  it.each(['$$', '\\(', '\\\\[', '$latex ', '$$a$$', '\\(a\\) '])(
    'takes linear time over many %j',
    (unit) => {
      const measure = (count: number) => {
        const text = unit.repeat(count)
        const startedAt = performance.now()
        splitFormulas(text)
        return performance.now() - startedAt
      }
      measure(1000)
      expect(measure(200_000)).toBeLessThan(2000)
    },
  )
})
