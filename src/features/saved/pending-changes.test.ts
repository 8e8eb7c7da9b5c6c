import { describe, expect, it } from 'vitest'
import { applyChanges, parseChanges, parseItems, parseSlugs } from './pending-changes.ts'

describe('pending changes to saved articles', () => {
  const slugs = ['a', 'b', 'c']

  it('put an article first, or remove it', () => {
    expect(applyChanges(slugs, { new: { kind: 'save' } })).toEqual(['new', 'a', 'b', 'c'])
    expect(applyChanges(slugs, { b: { kind: 'remove' } })).toEqual(['a', 'c'])
    expect(applyChanges(slugs, { z: { kind: 'remove' } })).toEqual(slugs)
  })

  it('restore an undone removal to its place', () => {
    expect(applyChanges(['a', 'c'], { b: { kind: 'save', index: 1 } })).toEqual(slugs)
    expect(applyChanges(['a'], { b: { kind: 'save', index: 9 } })).toEqual(['a', 'b'])
  })

  it('don’t move a saved article', () => {
    expect(applyChanges(slugs, { c: { kind: 'save' } })).toEqual(slugs)
  })
})

describe('the stored changes to saved articles', () => {
  it.each([null, '', '{', 'null', '7', '{}', '[1]', '["a",null]'])(
    'aren’t read if they aren’t a list: %s',
    (text) => {
      expect(parseSlugs(text)).toBeNull()
    },
  )

  it.each([null, '[', '[]', '"x"', '{"a":1}', '{"a":{"kind":"eat"}}'])(
    'aren’t read if they aren’t changes: %s',
    (text) => {
      expect(parseChanges(text)).toBeNull()
    },
  )

  it('are read only if they are valid', () => {
    expect(parseSlugs('["a","b"]')).toEqual(['a', 'b'])
    expect(parseChanges('{"a":{"kind":"remove"}}')).toEqual({ a: { kind: 'remove' } })
    expect(parseItems('[{"slug":"a"}]')).toEqual([{ slug: 'a' }])
    expect(parseItems('["a"]')).toBeNull()
  })
})
