import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearMatcher } from './linear-match.ts'

describe('a pattern of somebody else', () => {
  it('matches as the engine does', () => {
    const pattern = fc.constantFrom(
      ...[
        '\\.md$',
        '^a',
        '_files$',
        'a|b/c',
        '(a|bc)+x',
        '[a-c]{2,3}/',
        '^(?:a.*)?b$',
        '\\bc\\b',
        '',
      ],
      ...['a{2}', '(?:a|b)*c', '[^/]+\\.md', 'a+?b'],
    )
    const path = fc.string({ unit: fc.constantFrom(...'abcx/._md'), maxLength: 12 })
    fc.assert(
      fc.property(pattern, path, (source, text) => {
        expect(linearMatcher(source)!(text)).toBe(new RegExp(source).test(text))
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['(', '[a', 'a(?=b)', '(a)\\1', 'a{100000}', '(?:(?:a{99}){99}){99}'])(
    'is refused where it cannot be followed: %s',
    (source) => expect(linearMatcher(source)).toBeNull(),
  )

  it('is refused where it is longer than any that somebody writes', () => {
    expect(linearMatcher('a'.repeat(2_000))).toBeNull()
  })

  it('takes no time to speak of, however it repeats itself', () => {
    const text = `${'a'.repeat(5_000)}!`
    for (const source of ['^(a+)+$', '^(a|a)*$', '(?:a?){30}a{30}$', '(.*)*x']) {
      expect(linearMatcher(source)!(text)).toBe(false)
    }
  })
})
