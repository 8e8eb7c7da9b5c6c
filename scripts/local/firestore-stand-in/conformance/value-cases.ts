/** Values of every type come back as they went in. */
import { describe, expect, it } from 'vitest'
import type { WireValue } from '../values.ts'
import {
  bool,
  bytes,
  double,
  int,
  list,
  map,
  nothing,
  type OpenDatabase,
  place,
  text,
  time,
} from './wire-client.ts'

const values: Readonly<Record<string, WireValue>> = {
  null: nothing,
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
  bytes: bytes('AAH/'),
  'a reference': { referenceValue: 'projects/p/databases/(default)/documents/a/b/c/d' },
  'a place': place(9.93, -76.26),
  'a list of different types': list(int(1), text('x'), nothing, map({ a: bool(true) })),
  'an empty list': { arrayValue: {} },
  'a map in a map': map({ a: map({ b: int(1) }), 'odd `name`': text('x') }),
  'an empty map': { mapValue: {} },
}

/** What is sent, and what comes back. */
const times = [
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.1Z', '2026-01-02T03:04:05.100Z'],
  ['2026-01-02T03:04:05.120300Z', '2026-01-02T03:04:05.120300Z'],
  ['2026-01-02T03:04:05.123456789Z', '2026-01-02T03:04:05.123456Z'],
  ['2026-01-02T03:04:05.000001+05:30', '2026-01-01T21:34:05.000001Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999Z'],
]

export function valueCases(open: OpenDatabase) {
  describe('values', () => {
    it.each(Object.entries(values))('%s comes back', async (_, value) => {
      const database = open()
      await database.commit(database.set('a/x', { v: value }))
      expect((await database.get('a/x')).fields).toEqual({ v: value })
    })

    it.each(times)('the time %s comes back as %s', async (sent, received) => {
      const database = open()
      await database.commit(database.set('a/x', { v: time(sent) }))
      expect((await database.get('a/x')).fields).toEqual({ v: time(received) })
    })

    it('an integer may be sent as a number', async () => {
      const database = open()
      await database.commit(database.set('a/x', { v: { integerValue: 5 as never } }))
      expect((await database.get('a/x')).fields).toEqual({ v: int(5) })
    })

    it('a document without fields has none to show', async () => {
      const database = open()
      await database.commit(database.set('a/x', {}))
      expect(await database.get('a/x')).not.toHaveProperty('fields')
    })

    it('a mask shows some fields alone', async () => {
      const database = open()
      await database.commit(
        database.set('a/x', { a: int(1), b: int(2), m: map({ c: int(3), d: int(4) }) }),
      )
      const path = `${database.name('a/x')}?mask.fieldPaths=b&mask.fieldPaths=m.d&mask.fieldPaths=no`
      const { body } = await database.request(path)
      expect(body).toMatchObject({ fields: { b: int(2), m: map({ d: int(4) }) } })
      expect(body).not.toHaveProperty('fields.a')
      expect(body).not.toHaveProperty('fields.m.mapValue.fields.c')
    })
  })

  describe('reading', () => {
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

    it('batchGet answers what is there and what is missing, each name once', async () => {
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

    it('batchGet shows the fields of its mask alone', async () => {
      const database = open()
      await database.commit(database.set('a/x', { a: int(1), b: int(2) }))
      const request = { documents: [database.name('a/x')], mask: { fieldPaths: ['b'] } }
      const { body } = await database.post(`${database.root}:batchGet`, request)
      expect((body as [{ found: object }])[0].found).toHaveProperty('fields', { b: int(2) })
    })

    it('batchGet of nothing is nothing', async () => {
      const database = open()
      const { status, body } = await database.post(`${database.root}:batchGet`, { documents: [] })
      expect({ status, body }).toEqual({ status: 200, body: [] })
    })
  })
}
