import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { commitAll, readDocuments } from '../../../../operate/backup/raw-database.ts'
import type { WireValue } from '../wire-values.ts'
import type { OpenDatabase } from './open-database.ts'

const values: Readonly<Record<string, WireValue>> = {
  null: { nullValue: null },
  true: { booleanValue: true },
  false: { booleanValue: false },
  'an integer': { integerValue: '-42' },
  'the least integer': { integerValue: '-9223372036854775808' },
  'the greatest integer': { integerValue: '9223372036854775807' },
  'a fraction': { doubleValue: 0.1 },
  'a huge double': { doubleValue: 1e300 },
  NaN: { doubleValue: 'NaN' },
  Infinity: { doubleValue: 'Infinity' },
  '-Infinity': { doubleValue: '-Infinity' },
  'a string': { stringValue: 'Malayāḷam മലയാളം 🪔 "\\\n' },
  'a string with a zero character': { stringValue: 'a\u0000b' },
  'an empty string': { stringValue: '' },
  'a reference': { referenceValue: 'projects/p/databases/(default)/documents/a/b/c/d' },
  'an array of different types': {
    arrayValue: {
      values: [
        { integerValue: '1' },
        { stringValue: 'x' },
        { nullValue: null },
        { mapValue: { fields: { a: { booleanValue: true } } } },
      ],
    },
  },
  'an empty array': { arrayValue: {} },
  'a map in a map': {
    mapValue: {
      fields: {
        a: { mapValue: { fields: { b: { integerValue: '1' } } } },
        'odd `name`': { stringValue: 'x' },
      },
    },
  },
  'an empty map': { mapValue: {} },
}

/** Pairs of a time as sent and as read. */
const times = [
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.100Z', '2026-01-02T03:04:05.100Z'],
  ['2026-01-02T03:04:05.120300Z', '2026-01-02T03:04:05.120300Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
] as const

export function defineValueCases(open: OpenDatabase) {
  /** Stores and reads fields as backups do. */
  async function storeAndRead(fields: Readonly<Record<string, WireValue>>) {
    const { wire } = open()
    await commitAll(wire, Readable.from([{ set: { path: 'a/x', fields } }]))
    return Readable.from(readDocuments(wire)).toArray()
  }

  describe('field values', () => {
    it.each(Object.entries(values))('are returned unchanged: %s', async (_, v) => {
      expect(await storeAndRead({ v })).toEqual([{ path: 'a/x', fields: { v } }])
    })

    it.each(times)('include times, and %s is returned as %s', async (sent, received) => {
      expect(await storeAndRead({ v: { timestampValue: sent } })).toEqual([
        { path: 'a/x', fields: { v: { timestampValue: received } } },
      ])
    })
  })

  describe('reading documents', () => {
    it('returns the time of a document’s commit', async () => {
      const database = open()
      const { at, updateTimes } = await database.set('a/x', { v: 1 })
      expect(await database.get('a/x')).toEqual({ id: 'x', fields: { v: 1 }, updateTime: at })
      expect(updateTimes).toEqual([at])
    })

    it('finds an empty document, but not a missing one', async () => {
      const database = open()
      await database.set('a/x', {})
      expect(await database.readFields('a/x')).toEqual({})
      expect(await database.get('a/none')).toBeNull()
    })

    it('returns several documents in one call, with null for missing ones, even if only some fields are selected', async () => {
      const database = open()
      await database.set('a/x', { a: 1, b: 2 })
      const paths = ['a/x', 'a/none', 'a/x']
      const read = async (fields?: readonly string[]) =>
        (await database.getAll(paths, fields)).map((document) => document?.fields)
      expect(await read()).toEqual([{ a: 1, b: 2 }, undefined, { a: 1, b: 2 }])
      expect(await read(['b'])).toEqual([{ b: 2 }, undefined, { b: 2 }])
    })
  })
}
