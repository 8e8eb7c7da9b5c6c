import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideOutdated, mergeContent, mergeTexts } from './merge-content.ts'

const base = 'One.\n\nTwo.\n\nThree.\n\nFour.'

describe('two editors’ texts', () => {
  it.each([
    [
      'change different lines',
      base.replace('One', 'Won'),
      base.replace('Four', 'Fore'),
      'Won.\n\nTwo.\n\nThree.\n\nFore.',
      false,
    ],
    [
      'make the same change',
      base.replace('Two', '2'),
      base.replace('Two', '2'),
      base.replace('Two', '2'),
      false,
    ],
    [
      'change the same line',
      base.replace('Two', '2'),
      base.replace('Two', 'II'),
      base.replace('Two', '2'),
      true,
    ],
    [
      'add and remove',
      `${base}\n\nFive.`,
      base.replace('One.\n\n', ''),
      'Two.\n\nThree.\n\nFour.\n\nFive.',
      false,
    ],
    ['add at the same place', `${base}\nA`, `${base}\nB`, `${base}\nA`, true],
    ['are mine only', `${base}!`, base, `${base}!`, false],
    ['are theirs only', base, `${base}!`, `${base}!`, false],
  ])('%s', (_, mine, theirs, text, isContested) => {
    expect(mergeTexts({ base, mine, theirs })).toEqual({ text, isContested })
  })

  it('become one of the two if the other is unchanged', () => {
    const line = fc.constantFrom('', 'a', 'b', 'c\u{1F33F}', 'd')
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const merged = { text: after, isContested: false }
        expect(mergeTexts({ base: before, mine: after, theirs: before })).toEqual(merged)
        expect(mergeTexts({ base: before, mine: before, theirs: after })).toEqual(merged)
        expect(mergeTexts({ base: before, mine: after, theirs: after })).toEqual(merged)
      }),
    )
  })
})

const content = (fields: Record<string, string | string[]>, body = base) => ({ fields, body })

describe('two editors’ fields', () => {
  it('are merged by name, and this editor’s field is kept where both changed', () => {
    const merged = mergeContent({
      base: content({ title: 'A', dek: 'B', category: 'food', tags: ['x'] }),
      mine: content({ title: 'Mine', dek: 'B', category: 'culture', authors: ['m'] }),
      theirs: content({ title: 'Theirs', dek: 'New', category: 'food', tags: ['x'] }),
    })
    expect(merged).toEqual({
      content: content({ title: 'Mine', dek: 'New', category: 'culture', authors: ['m'] }),
      contested: ['title'],
    })
  })
})

describe('a refused save', () => {
  const known = content({ title: 'A' })
  const mine = content({ title: 'A' }, 'Mine')
  const state = (fields: Record<string, string>, body?: string) => ({
    revision: 0,
    base: 'v2',
    content: content(fields, body),
  })
  it.each([
    [
      'continue',
      'the story has gone live since',
      state({ title: 'A', publishedAt: '2026-11-30T09:00:00Z', status: 'published' }),
    ],
    ['adopt', 'the answer to an earlier save was lost', state({ title: 'A' }, 'Mine')],
    ['choose', 'somebody else has changed the text', state({ title: 'A' }, 'Theirs')],
    ['choose', 'somebody else has changed a field', state({ title: 'B' })],
  ])('leads to “%s” if %s', (decision, _, theirs) => {
    expect(decideOutdated(known, mine, theirs)).toBe(decision)
  })
})
