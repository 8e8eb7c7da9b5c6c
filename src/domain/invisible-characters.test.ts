import { describe, expect, it } from 'vitest'
import { findInvisibleCharacters, removeInvisibleCharacters } from './invisible-characters.ts'

describe('a text', () => {
  it.each([
    ['a bell\u0007 rings', 'U+0007', 'a bell rings'],
    ['a line\u0085break', 'U+0085', 'a line break'],
    ['a page\u000cbreak', 'U+000C', 'a page break'],
    ['an old line\rbreak', 'U+000D', 'an old line\nbreak'],
    ['turned \u202etxet', 'U+202E', 'turned txet'],
    ['none\ufffe', 'U+FFFE', 'none'],
    ['none\uffff', 'U+FFFF', 'none'],
    ['long\u200b\u200b\u200bword', 'U+200B', 'long\u200bword'],
    ['two\ufeff\ufeffmarks', 'U+FEFF', 'twomarks'],
    ['both\ufeff\u200b', 'U+FEFF', 'both\u200b'],
  ])('has an invisible character to remove: %j', (text, code, rest) => {
    expect(findInvisibleCharacters(text).map((found) => found.code)).toEqual([code])
    expect(removeInvisibleCharacters(text)).toBe(rest)
    expect(findInvisibleCharacters(rest)).toEqual([])
  })

  it.each([
    'tab\tand\nline',
    'क्\u200dष and می\u200cخواهم',
    '\u200fעברית\u200e',
    '\u2068Tea House\u2069',
    '\u061cعربي',
    'soft\u00adhyphen, non\u00a0breaking',
    'one\u200bbreak, one\ufeffmark',
    '👩\u200d🌾',
  ])('has no invisible character to remove: %j', (text) => {
    expect(findInvisibleCharacters(text)).toEqual([])
    expect(removeInvisibleCharacters(text)).toBe(text)
  })

  it('is searched in linear time, and only the first findings are reported', () => {
    const text = 'a\u0007'.repeat(500_000)
    expect(findInvisibleCharacters(text)).toHaveLength(20)
    expect(removeInvisibleCharacters(text)).toBe('a'.repeat(500_000))
  })

  it('has a position for each invisible character', () => {
    expect(
      findInvisibleCharacters('first\nThe second line of the story\u0000 ends\u202d here'),
    ).toEqual([
      {
        code: 'U+0000',
        index: 34,
        length: 1,
        description: 'a control character',
        before: 'nd line of the story',
        line: 2,
      },
      {
        code: 'U+202D',
        index: 40,
        length: 1,
        description: 'turns the text around it',
        before: 'ne of the story ends',
        line: 2,
      },
    ])
  })
})
