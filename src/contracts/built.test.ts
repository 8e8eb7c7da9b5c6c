import { expect, it } from 'vitest'
import { builtNote, parseBuiltNote } from './built.ts'

it('says up to when a site holds everything, and nothing else passes for it', () => {
  const syncedAt = new Date('2026-11-21T12:00:00.123Z')
  expect(parseBuiltNote(builtNote(syncedAt))).toEqual(syncedAt)
  for (const text of ['', '{}', '{"syncedAt":"yesterday"}', '<html>']) {
    expect(() => parseBuiltNote(text)).toThrow()
  }
})
