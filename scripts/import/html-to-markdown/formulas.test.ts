import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitFormulas } from './formulas.ts'

const delimiters = [
  ['$$', '$$'],
  ['$latex ', '$'],
  ['\\\\(', '\\\\)'],
  ['\\\\[', '\\\\]'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
] as const

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
  ])('finds no formula in %j', (text) =>
    expect(splitFormulas(text)).toEqual(text === '' ? [] : [text]),
  )

  it('loses only delimiters and spaces around formulas', () => {
    const part = fc.constantFrom(...'$$ \\( \\) \\[ \\] \\ $ x_1'.split(' '), ...['$latex ', ' b '])
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const found = splitFormulas(text)
        const sources = found.map((one) => (typeof one === 'string' ? one : one.source))
        expect(sources.join('')).toBe(text)
        for (const one of found) {
          if (typeof one === 'string') continue
          const [opening, closing] = delimiters.find(([first]) => one.source.startsWith(first))!
          expect(one.source.endsWith(closing)).toBe(true)
          expect(one.source.slice(opening.length, -closing.length).trim()).toBe(one.formula)
        }
      }),
    )
  })
})
