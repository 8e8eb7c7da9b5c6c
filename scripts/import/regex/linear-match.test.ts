import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLinearMatcher } from './linear-match.ts'

describe('createLinearMatcher', () => {
  it('matches as JavaScript does', () => {
    const pattern = fc.constantFrom(
      ...['\\.md$', '^a', '_files$', 'a|b/c', '(a|bc)+x', '[a-c]{2,3}/', '^(?:a.*)?b$'],
      ...['\\bc\\b', '', 'a{2}', '(?:a|b)*c', '[^/]+\\.md', 'a+?b'],
    )
    const path = fc.string({ unit: fc.constantFrom(...'abcx/._md'), maxLength: 12 })
    fc.assert(
      fc.property(pattern, path, (source, text) => {
        expect(createLinearMatcher(source)!(text)).toBe(new RegExp(source).test(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('matches as Go does where JavaScript differs', () => {
    expect(createLinearMatcher('(?i)^DRAFT\\z')!('draft')).toBe(true)
    expect(createLinearMatcher('^.$')!('😀')).toBe(true)
  })

  it.each(['(', '[a', 'a(?=b)', '(?<=a)b', '(a)\\1', 'a{100000}', '(?:(?:a{99}){99}){99}'])(
    'refuses %s, which is invalid, too large, or needs lookaround or backreferences',
    (source) => expect(createLinearMatcher(source)).toBeNull(),
  )

  it.each([
    ['a long expression', 'a'.repeat(2_000)],
    ['a short expression that compiles to a large program', 'a{999}'.repeat(150)],
  ])('refuses %s', (_, source) => expect(createLinearMatcher(source)).toBeNull())

  it('takes linear time, however the expression repeats itself', () => {
    const text = `${'a'.repeat(5_000)}!`
    for (const source of ['^(a+)+$', '^(a|a)*$', '(?:a?){30}a{30}$', '(.*)*x']) {
      expect(createLinearMatcher(source)!(text)).toBe(false)
    }
  })
})
