/**
 * No regular expression of the product may take more than its text's length in work: what readers send,
 * what other systems export and what editors paste is matched by them. Steps are counted, not timed.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worstGrowth } from './testing/growth.ts'
import { regexLiterals } from './testing/literals.ts'
import { stepCounter } from './testing/steps.ts'

/** Linear growth is 4; a bounded repetition adds a little. */
const mostGrowth = 5

const root = join(import.meta.dirname, '../..')
const written = globSync(
  ['src/**/*.{ts,tsx}', 'functions/**/*.ts', 'scripts/{desk,regex}/**/*.ts'],
  {
    cwd: root,
  },
)
  .filter((path) => !/\.test\.ts$|^src\/journeys\/|\/testing\//.test(path))
  .sort()
  .flatMap((path) => regexLiterals(root, path))

describe('the counter of steps', () => {
  it.each([
    [/a+$/, 'a quadratic search'],
    [/^(a+)+$/, 'nested repetitions'],
    [/<!--[\s\S]*?-->/, 'an opening that is never closed'],
    [/^\s*#[ \t]+(.+?)[ \t]*#*\n/, 'three repetitions of the same'],
    [/(?<!`)(`+)[^`]*\1x/, 'a reference back'],
    [/x[^y]{0,1000}y/, 'a bound that is too far'],
  ])('finds %s: %s', (regex) => {
    expect(worstGrowth(regex)!.factor).toBeGreaterThan(mostGrowth)
  })

  it.each([
    [/^[a-z]+(?:-[a-z]+)*$/],
    [/"(?:[^"\\]|\\.)*(?:"|$)/],
    [/(?<!a)a+$/],
    [/\s+/],
    [/<[^<>]*>/],
  ])('passes %s', (regex) => {
    expect(worstGrowth(regex)!.factor).toBeLessThan(mostGrowth)
  })

  it('matches as the engine does', () => {
    const regexes = [
      /a(b|bc)*?c/g,
      /(?<=x)(y+)\1/g,
      /^\w{2,3}(?!\d)/gm,
      /\b[^\s]+?(?:$|,)/g,
      /(a?)*b/g,
    ]
    const text = fc.string({ unit: fc.constantFrom(...'abcxy1 ,\n'), maxLength: 20 })
    fc.assert(
      fc.property(fc.constantFrom(...regexes), text, (regex, given) => {
        const found = [...given.matchAll(regex)].map((match) => [match.index, match[0].length])
        expect(stepCounter(regex)(given, 1e6).matches).toEqual(found)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('every regular expression', () => {
  it.each(written)('costs no more than its text is long: $place', ({ regex }) => {
    const growth = worstGrowth(regex)
    if (growth) expect(growth.factor, JSON.stringify(growth.text)).toBeLessThan(mostGrowth)
  })
})
