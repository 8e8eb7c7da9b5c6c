import { expect, it } from 'vitest'
import { type FieldKind, formatField, parseField } from './field-texts.ts'

const zone = 'Asia/Kolkata'

it.each<[FieldKind, string, unknown]>([
  ['line', 'Colombo', 'Colombo'],
  ['day', '2026-12-06', '2026-12-06'],
  ['number', '3', 3],
  ['number', 'three', 'three'],
  ['instant', '2026-12-12T18:30', '2026-12-12T13:00:00.000Z'],
  ['story', 'rain | What fell.', { slug: 'rain', line: 'What fell.' }],
  ['stories', 'rain\ntea | Hot', [{ slug: 'rain' }, { slug: 'tea', line: 'Hot' }]],
  [
    'programme',
    '18:30 | Doors\n19:00 | Readings | Mira Bai',
    [
      { at: '18:30', title: 'Doors', people: '' },
      { at: '19:00', title: 'Readings', people: 'Mira Bai' },
    ],
  ],
])('a %s is read from text, and shown as it was typed: %s', (kind, text, value) => {
  expect(parseField(kind, text, zone)).toEqual(value)
  expect(formatField(kind, value, zone)).toBe(text)
})

it.each<[FieldKind, unknown]>([
  ['line', undefined],
  ['number', undefined],
  ['instant', undefined],
  ['story', undefined],
  ['stories', []],
  ['programme', []],
])('an empty %s has no value', (kind, value) => {
  expect(parseField(kind, ' ', zone)).toEqual(value)
  expect(formatField(kind, undefined, zone)).toBe('')
})

it.each(['soon', null])('an unreadable time is shown as empty: %s', (value) =>
  expect(formatField('instant', value, zone)).toBe(''),
)
