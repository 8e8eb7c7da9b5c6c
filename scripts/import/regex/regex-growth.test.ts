/** Every regular expression must take linear time, because texts are untrusted. Counts steps. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStepCounter } from './testing/count-steps.ts'
import { findWorstGrowth } from './testing/growth.ts'
import { findRegexLiterals } from './testing/regex-literals.ts'

/** Linear growth is 4; a bounded repetition adds a little. */
const maxGrowth = 5

const root = join(import.meta.dirname, '../../..')
const sources = ['src/**/*.{ts,tsx}', 'functions/**/*.ts', 'scripts/{desk,import}/**/*.ts']
const literals = globSync(sources, { cwd: root })
  .filter((path) => !/\.test\.ts$|^src\/journeys\/|\/testing\//.test(path))
  .sort()
  .flatMap((path) => findRegexLiterals(root, path))

describe('findWorstGrowth', () => {
  it.each([
    [/a+$/, 'a quadratic search'],
    [/^-+|-+$/, 'a quadratic search behind an alternative'],
    [/^(a+)+$/, 'nested repetitions'],
    [/<!--[\s\S]*?-->/, 'an unclosed opening'],
    [/^\s*#[ \t]+(.+?)[ \t]*#*\n/, 'three adjacent repetitions'],
    [/(?<!`)(`+)[^`]*\1x/, 'a backreference'],
    [/x[^y]{0,1000}y/, 'a large bound'],
    [/"(?:[^"\\]|\\.)*(?:"|$)/, 'an escape without a character after it'],
  ])('finds %s: %s', (regex) => {
    expect(findWorstGrowth(regex)!.factor).toBeGreaterThan(maxGrowth)
  })

  it.each([
    /^[a-z]+(?:-[a-z]+)*$/,
    /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)/,
    /(?<!a)a+$/,
    /\s+/,
    /<[^<>]*>/,
  ])('accepts %s', (regex) => {
    expect(findWorstGrowth(regex)!.factor).toBeLessThan(maxGrowth)
  })
})

describe('createStepCounter', () => {
  it('matches as the engine does', () => {
    const regexes = [
      /a(b|bc)*?c/g,
      /(?<=x)(y+)\1/g,
      /^\w{2,3}(?!\d)/gm,
      /\b[^\s]+?(?:$|,)/g,
      /(a?)*b/g,
      /(?<=\1(x|y))c{1,3}?/g,
    ]
    const text = fc.string({ unit: fc.constantFrom(...'abcxy1 ,\n'), maxLength: 20 })
    fc.assert(
      fc.property(fc.constantFrom(...regexes), text, (regex, sampleText) => {
        const matches = [...sampleText.matchAll(regex)].map((match) => [
          match.index,
          match[0].length,
        ])
        expect(createStepCounter(regex)(sampleText, 1e6).matches).toEqual(matches)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('every regular expression', () => {
  it.each(literals)('takes linear time: $place', ({ regex }) => {
    const growth = findWorstGrowth(regex)
    if (growth) expect(growth.factor, JSON.stringify(growth.text)).toBeLessThan(maxGrowth)
  })
})
