import { describe, expect, it } from 'vitest'
import { describeConflict } from './conflict.ts'

const page = { title: 'A', dek: 'B', body: 'One.\n\nTwo.', revisedAt: new Date('2026-01-01') }
const ref = { collection: 'pages', slug: 'about' } as const

describe('the description of a conflict', () => {
  it.each([
    ['published', 'Thiri changed it on'],
    ['draft', 'Thiri saved a draft on'],
  ] as const)(
    'shows both versions of a %s line by line, and the commands to resolve it',
    (kind, words) => {
      const at = new Date('2026-01-02T00:00:00Z')
      const fields = { ...page, title: 'Theirs' }
      const conflict = { kind, fields, at, by: 'Thiri' }
      const text = describeConflict(ref, { ...page, body: 'One.\n\nMine.' }, conflict)
      const lines = text.split('\n')
      expect(lines).toContain('-title: Theirs')
      expect(lines).toContain('+title: A')
      expect(lines).toContain('-Two.')
      expect(lines).toContain('+Mine.')
      expect(lines[0]).toBe(
        `pages/about: ${words} Fri 2026-01-02 05:30 Asia/Colombo. Your version wasn’t written.`,
      )
      expect(text).toContain('npm run desk -- fetch about --collection pages --to FILE')
      expect(text).toContain('--overwrite')
    },
  )

  it('reports that the base version no longer exists', () => {
    expect(describeConflict(ref, page, { kind: 'gone' })).toContain('no longer exists')
  })
})
