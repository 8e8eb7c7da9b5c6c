import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from './decision.ts'

const page = { title: 'A', dek: 'B', body: 'C', revisedAt: new Date('2026-01-01T00:00:00Z') }
const stored = (fields: Record<string, unknown>, updateTime = 'now') => ({
  id: 'a',
  fields: { ...fields, updatedAt: new Date() },
  updateTime,
})
const changed = { ...page, title: 'Another' }

describe('whether a change may be written', () => {
  it.each([
    ['new', null, 'write'],
    ['new', stored(page), 'conflict'],
    ['now', stored(page), 'write'],
    ['earlier', stored(page), 'conflict'],
    ['earlier', null, 'conflict'],
    ['any', stored(page), 'write'],
    ['any', null, 'write'],
  ] as const)('based on %s', (base, before, decision) => {
    expect(decide('pages', base, changed, before)).toBe(decision)
  })

  it('leaves what is the same, whatever it is based on', () => {
    const base = fc.oneof(fc.constantFrom('new', 'any', 'now', 'earlier'), fc.string())
    fc.assert(
      fc.property(base, (any) => {
        expect(decide('pages', any, page, stored(page))).toBe('leave')
        expect(decide('pages', any, null, null)).toBe('leave')
      }),
    )
  })

  it('takes a default and nothing for the same', () => {
    const article = { title: 'A', dek: 'B', body: 'C', category: 'food', tags: [], authors: ['a'] }
    const image = { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 }
    const bare = { ...article, image, status: 'draft' }
    const full = { ...bare, access: 'metered', editorsPick: false, corrections: [] }
    expect(decide('articles', 'new', full, stored(bare))).toBe('leave')
    expect(decide('articles', 'new', { ...full, access: 'public' }, stored(bare))).toBe('conflict')
  })

  it('removes only what it has seen', () => {
    expect(decide('pages', 'now', null, stored(page))).toBe('write')
    expect(decide('pages', 'earlier', null, stored(page))).toBe('conflict')
  })

  it('compares what no schema takes as it is', () => {
    expect(decide('pages', 'new', page, stored({ broken: true }))).toBe('conflict')
  })
})
