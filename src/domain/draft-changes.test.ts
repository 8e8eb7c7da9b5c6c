import { describe, expect, it } from 'vitest'
import type { Draft } from './draft.ts'
import { isDraftFields } from './draft.ts'
import {
  applySave,
  decideSave,
  findOtherEditor,
  putIntoBin,
  type Save,
  takeOutOfBin,
} from './draft-changes.ts'
import { day, minute } from './duration.ts'

const at = new Date('2026-03-01T10:00:00Z')
const key = { collection: 'articles', slug: 'a' } as const
const save: Save = {
  fields: { title: 'A', tags: ['b'] },
  body: 'C',
  base: null,
  by: 'ama',
  revision: 0,
}
const draft: Draft = applySave(null, save, key, at)

describe('a save', () => {
  it.each<[string, Draft | null, Partial<Save>, boolean, string]>([
    ['the first', null, {}, false, 'write'],
    ['of a draft that is gone', null, { revision: 1 }, true, 'outdated'],
    ['repeated', draft, {}, false, 'same'],
    [
      'repeated with names in another order',
      draft,
      { fields: { tags: ['b'], title: 'A' } },
      false,
      'same',
    ],
    ['of the same text', draft, { revision: 1 }, false, 'same'],
    ['of another text', draft, { revision: 1, body: 'D' }, false, 'write'],
    ['from another version', draft, { revision: 1, base: 'x' }, false, 'write'],
    ['of the same text by somebody else', draft, { revision: 1, by: 'eva' }, true, 'write'],
    ['of the first text by somebody else', draft, { by: 'eva' }, true, 'outdated'],
    ['of an older draft', draft, { body: 'D' }, false, 'outdated'],
    ['of a newer draft', draft, { revision: 2 }, false, 'outdated'],
    ['over the bin', putIntoBin(draft, at), { revision: 1 }, false, 'write'],
    ['without knowing of the bin', putIntoBin(draft, at), {}, false, 'outdated'],
    [
      'of a scheduled draft',
      { ...draft, publishAt: at },
      { revision: 1, body: 'D' },
      false,
      'scheduled',
    ],
    [
      'of a scheduled draft by an editor',
      { ...draft, publishAt: at },
      { revision: 1, body: 'D' },
      true,
      'write',
    ],
  ])('is judged by the revision that it names: %s', (_, stored, change, isEditor, decision) => {
    expect(decideSave(stored, { ...save, ...change }, isEditor)).toBe(decision)
  })

  it('increments the revision, and keeps the draft’s owner and plan', () => {
    const planned = {
      ...draft,
      submitted: { at, by: 'ama', note: '' },
      publishAt: at,
      preview: 'x',
    }
    const later = new Date(at.getTime() + 1)
    const saved = applySave(planned, { ...save, by: 'eva', body: 'D' }, key, later)
    expect(saved).toEqual({ ...planned, body: 'D', revision: 2, savedAt: later, savedBy: 'eva' })
  })

  it('takes over a draft that was imported', () => {
    const imported = { ...draft, owner: '', savedBy: '' }
    expect(applySave(imported, save, key, at)).toMatchObject({ owner: 'ama', revision: 2 })
  })

  it('takes a draft out of the bin', () => {
    const saved = applySave(putIntoBin(draft, at), { ...save, body: 'D' }, key, at)
    expect(saved).toMatchObject({ deletedAt: null, expiresAt: null, revision: 2 })
  })
})

it('a draft in the bin is erased after 30 days, and loses what was planned with it', () => {
  const planned = { ...draft, submitted: { at, by: 'ama', note: '' }, publishAt: at, preview: 'x' }
  const binned = putIntoBin(planned, at)
  expect(binned.expiresAt).toEqual(new Date(at.getTime() + 30 * day))
  expect(takeOutOfBin(binned)).toEqual(draft)
})

it.each([
  ['eva', 0, 'ama'],
  ['eva', 2 * minute, null],
  ['ama', 0, null],
])('%s sees %i ms later that somebody else is writing: %s', (uid, later, expected) => {
  expect(findOtherEditor(draft, uid, new Date(at.getTime() + later))).toBe(expected)
})

it.each<[unknown, boolean]>([
  [{}, true],
  [{ image: { alt: 'A', width: 1 }, tags: ['a'], stories: [{ slug: 'a', line: null }] }, true],
  [{ a: 'tab\tand\nline' }, true],
  [{ a: { b: { c: { d: 1 } } } }, true],
  [{ a: { b: { c: { d: { e: 1 } } } } }, false],
  [{ a: [[1]] }, false],
  [{ a: Number.NaN }, false],
  [{ a: undefined }, false],
  [{ a: '\r' }, false],
  [{ 'a b': 1 }, false],
  [{ a: { 'x.y': 1 } }, false],
  [[], false],
  [null, false],
  ['a', false],
])('%j can be stored: %s', (fields, expected) => {
  expect(isDraftFields(fields)).toBe(expected)
})
