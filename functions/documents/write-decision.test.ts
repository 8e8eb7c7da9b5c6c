import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideWrite } from './write-decision.ts'

const page = { title: 'A', dek: 'B', body: 'C', revisedAt: new Date('2026-01-01T00:00:00Z') }
const stored = (fields: Record<string, unknown>, updateTime = 'now') => ({
  id: 'a',
  fields: { ...fields, updatedAt: new Date() },
  updateTime,
})
const changed = { ...page, title: 'Another' }

describe('a change', () => {
  it.each([
    ['new', null, 'write'],
    ['new', stored(page), 'conflict'],
    ['now', stored(page), 'write'],
    ['earlier', stored(page), 'conflict'],
    ['earlier', null, 'conflict'],
    ['any', stored(page), 'write'],
    ['any', null, 'write'],
  ] as const)('based on “%s” is compared with the stored document', (base, before, decision) => {
    expect(decideWrite('pages', base, changed, before)).toBe(decision)
  })

  it('is skipped if nothing differs, whatever its base', () => {
    const base = fc.oneof(fc.constantFrom('new', 'any', 'now', 'earlier'), fc.string())
    fc.assert(
      fc.property(base, (any) => {
        expect(decideWrite('pages', any, page, stored(page))).toBe('skip')
        expect(decideWrite('pages', any, null, null)).toBe('skip')
      }),
    )
  })

  it('treats a default and a missing value as equal', () => {
    const article = { title: 'A', dek: 'B', body: 'C', category: 'food', tags: [], authors: ['a'] }
    const image = { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 }
    const bare = { ...article, image, status: 'draft' }
    const full = { ...bare, access: 'metered', editorsPick: false, corrections: [] }
    expect(decideWrite('articles', 'new', full, stored(bare))).toBe('skip')
    expect(decideWrite('articles', 'new', { ...full, access: 'public' }, stored(bare))).toBe(
      'conflict',
    )
  })

  it('doesn’t treat an identifier missing from a file as a difference', () => {
    expect(decideWrite('pages', 'any', page, stored({ ...page, identifier: 'a' }))).toBe('skip')
  })

  it('removes only the version it is based on', () => {
    expect(decideWrite('pages', 'now', null, stored(page))).toBe('write')
    expect(decideWrite('pages', 'earlier', null, stored(page))).toBe('conflict')
  })

  it('compares invalid documents as stored', () => {
    expect(decideWrite('pages', 'new', page, stored({ broken: true }))).toBe('conflict')
  })
})
