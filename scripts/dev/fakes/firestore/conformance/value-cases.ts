import { describe, expect, it } from 'vitest'
import type { WireValue } from '../wire-values.ts'
import {
  bool,
  double,
  int,
  list,
  map,
  nullWireValue,
  type OpenDatabase,
  text,
  time,
} from './wire-client.ts'

const values: Readonly<Record<string, WireValue>> = {
  null: nullWireValue,
  true: bool(true),
  false: bool(false),
  'an integer': int(-42),
  'the least integer': int('-9223372036854775808'),
  'the greatest integer': int('9223372036854775807'),
  'a fraction': double(0.1),
  'a huge double': double(1e300),
  NaN: double('NaN'),
  Infinity: double('Infinity'),
  '-Infinity': double('-Infinity'),
  'a string': text('Malayāḷam മലയാളം 🪔 "\\\n'),
  'a string with a zero character': text('a\u0000b'),
  'an empty string': text(''),
  'a reference': { referenceValue: 'projects/p/databases/(default)/documents/a/b/c/d' },
  'an array of different types': list(int(1), text('x'), nullWireValue, map({ a: bool(true) })),
  'an empty array': { arrayValue: {} },
  'a map in a map': map({ a: map({ b: int(1) }), 'odd `name`': text('x') }),
  'an empty map': { mapValue: {} },
}

/** As sent, and as read. */
const times = [
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.100Z', '2026-01-02T03:04:05.100Z'],
  ['2026-01-02T03:04:05.120300Z', '2026-01-02T03:04:05.120300Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
]

export function defineValueCases(open: OpenDatabase) {
  describe('values', () => {
    it.each(Object.entries(values))('returns %s unchanged', async (_, value) => {
      const database = open()
      await database.commit(database.set('a/x', { v: value }))
      expect((await database.get('a/x')).fields).toEqual({ v: value })
    })

    it.each(times)('returns the time %s as %s', async (sent, received) => {
      const database = open()
      await database.commit(database.set('a/x', { v: time(sent) }))
      expect((await database.get('a/x')).fields).toEqual({ v: time(received) })
    })
  })

  describe('reads', () => {
    it('a document has its name and both times', async () => {
      const database = open()
      const { commitTime } = await database.commit(database.set('a/x', { v: int(1) }))
      expect(await database.get('a/x')).toEqual({
        name: database.name('a/x'),
        fields: { v: int(1) },
        createTime: commitTime,
        updateTime: commitTime,
      })
    })

    it('an empty document has no fields', async () => {
      const database = open()
      await database.commit(database.set('a/x', {}))
      expect(await database.get('a/x')).not.toHaveProperty('fields')
    })

    it('batchGet lists found and missing documents, each once', async () => {
      const database = open()
      await database.store('a', { x: int(1) })
      const documents = ['a/x', 'a/none', 'a/x'].map(database.name)
      const { body } = await database.post(`${database.root}:batchGet`, { documents })
      const rows = body as object[]
      expect(rows).toHaveLength(2)
      const readTime = expect.stringMatching(/^\d{4}-.*Z$/)
      expect(rows).toContainEqual({ missing: database.name('a/none'), readTime })
      const found = expect.objectContaining({ name: database.name('a/x'), fields: { v: int(1) } })
      expect(rows).toContainEqual({ found, readTime })
    })

    it('batchGet returns the fields of its mask only', async () => {
      const database = open()
      await database.commit(database.set('a/x', { a: int(1), b: int(2) }))
      const request = { documents: [database.name('a/x')], mask: { fieldPaths: ['b'] } }
      const { body } = await database.post(`${database.root}:batchGet`, request)
      expect((body as [{ found: object }])[0].found).toHaveProperty('fields', { b: int(2) })
    })
  })
}
