import { describe, expect, it } from 'vitest'
import { describeConflict } from './conflict.ts'

const updateTime = '2026-01-02T00:00:00Z'
const page = { title: 'A', dek: 'B', body: 'One.\n\nTwo.', revisedAt: new Date('2026-01-01') }

describe('the description of a conflict', () => {
  it('shows both versions line by line, and the commands to resolve it', () => {
    const text = describeConflict({
      collection: 'pages',
      slug: 'about',
      mine: { ...page, body: 'One.\n\nMine.' },
      theirs: { id: 'about', fields: { ...page, title: 'Theirs' }, updateTime },
      by: 'Thiri',
    })
    const lines = text.split('\n')
    expect(lines).toContain('-title: Theirs')
    expect(lines).toContain('+title: A')
    expect(lines).toContain('-Two.')
    expect(lines).toContain('+Mine.')
    expect(lines[0]).toBe(
      'pages/about: Thiri changed it on Fri 2026-01-02 05:30 Asia/Colombo. Your version was not written.',
    )
    expect(text).toContain(updateTime)
    expect(text).toContain('npm run desk -- fetch about --collection pages --to FILE')
    expect(text).toContain('--overwrite')
  })

  it('reports that the base version no longer exists', () => {
    const conflict = {
      collection: 'pages',
      slug: 'about',
      mine: page,
      theirs: null,
      by: null,
    } as const
    expect(describeConflict(conflict)).toContain('no longer exists')
  })
})
