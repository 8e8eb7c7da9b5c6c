import { describe, expect, it } from 'vitest'
import { explainConflict } from './conflict.ts'

const page = { title: 'A', dek: 'B', body: 'One.\n\nTwo.', revisedAt: new Date('2026-01-01') }

describe('a conflict in words', () => {
  it('shows what is stored and what would have been, line by line, and the ways on', () => {
    const text = explainConflict({
      collection: 'pages',
      slug: 'about',
      mine: { ...page, body: 'One.\n\nMine.' },
      theirs: {
        id: 'about',
        fields: { ...page, title: 'Theirs' },
        updateTime: '2026-01-02T00:00:00Z',
      },
    })
    const lines = text.split('\n')
    expect(lines).toContain('-title: Theirs')
    expect(lines).toContain('+title: A')
    expect(lines).toContain('-Two.')
    expect(lines).toContain('+Mine.')
    expect(text).toContain('2026-01-02T00:00:00Z')
    expect(text).toContain('desk fetch about --collection pages --to FILE')
    expect(text).toContain('--overwrite')
  })

  it('says that what it is based on is gone', () => {
    const conflict = { collection: 'pages', slug: 'about', mine: page, theirs: null } as const
    expect(explainConflict(conflict)).toContain('not there any more')
  })
})
