import { describe, expect, it } from 'vitest'
import { parseChanges, parseItems, parseSlugs, withChanges } from './changes.ts'

describe('what was pressed, over what the server has said', () => {
  const slugs = ['a', 'b', 'c']

  it('comes first, or leaves', () => {
    expect(withChanges(slugs, { new: { kind: 'save' } })).toEqual(['new', 'a', 'b', 'c'])
    expect(withChanges(slugs, { b: { kind: 'remove' } })).toEqual(['a', 'c'])
    expect(withChanges(slugs, { z: { kind: 'remove' } })).toEqual(slugs)
  })

  it('returns to its place when it is taken back', () => {
    expect(withChanges(['a', 'c'], { b: { kind: 'save', place: 1 } })).toEqual(slugs)
    expect(withChanges(['a'], { b: { kind: 'save', place: 9 } })).toEqual(['a', 'b'])
  })

  it('moves nothing that is saved already', () => {
    expect(withChanges(slugs, { c: { kind: 'save' } })).toEqual(slugs)
  })
})

describe('what lies on the device', () => {
  it.each([null, '', '{', 'null', '7', '{}', '[1]', '["a",null]'])('is no list: %s', (text) => {
    expect(parseSlugs(text)).toBeNull()
  })

  it.each([null, '[', '[]', '"x"', '{"a":1}', '{"a":{"kind":"eat"}}'])(
    'is no change: %s',
    (text) => {
      expect(parseChanges(text)).toBeNull()
    },
  )

  it('is taken where it is ours', () => {
    expect(parseSlugs('["a","b"]')).toEqual(['a', 'b'])
    expect(parseChanges('{"a":{"kind":"remove"}}')).toEqual({ a: { kind: 'remove' } })
    expect(parseItems('[{"slug":"a"}]')).toEqual([{ slug: 'a' }])
    expect(parseItems('["a"]')).toBeNull()
  })
})
