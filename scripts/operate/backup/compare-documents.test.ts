import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { hasEqualFields, rewriteReferences } from './compare-documents.ts'
import { compareSorted } from './compare-sorted.ts'
import { comparePaths } from './document-order.ts'
import type { RawDocument } from './raw-database.ts'

const document = (path: string, fields: RawDocument['fields'] = {}): RawDocument => ({
  path,
  fields,
})

describe('two values', () => {
  it.each<[string, RawDocument['fields'], RawDocument['fields']]>([
    [
      'in another order',
      { a: { booleanValue: true }, b: {} },
      { b: {}, a: { booleanValue: true } },
    ],
    [
      'with zeros after a second',
      { t: { timestampValue: '2026-01-01T00:00:00.120Z' } },
      { t: { timestampValue: '2026-01-01T00:00:00.120000Z' } },
    ],
    [
      'with a whole second',
      { t: { timestampValue: '2026-01-01T00:00:00Z' } },
      { t: { timestampValue: '2026-01-01T00:00:00.000Z' } },
    ],
    [
      'with an empty list written out',
      { l: { arrayValue: {} } },
      { l: { arrayValue: { values: [] } } },
    ],
    ['with an empty map written out', { m: { mapValue: {} } }, { m: { mapValue: { fields: {} } } }],
  ])('are equal %s', (_, one, other) => {
    expect(hasEqualFields(document('a/b', one), document('a/b', other))).toBe(true)
  })

  it.each<[string, RawDocument['fields'], RawDocument['fields']]>([
    ['a whole number and a double', { n: { integerValue: '1' } }, { n: { doubleValue: 1 } }],
    [
      'times a microsecond apart',
      { t: { timestampValue: '2026-01-01T00:00:00.000001Z' } },
      { t: { timestampValue: '2026-01-01T00:00:00.000002Z' } },
    ],
    [
      'large whole numbers that a double doesn’t distinguish',
      { n: { integerValue: '9007199254740993' } },
      { n: { integerValue: '9007199254740992' } },
    ],
    ['an absent field and null', {}, { n: { nullValue: null } }],
    [
      'lists in another order',
      { l: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } } },
      { l: { arrayValue: { values: [{ stringValue: 'b' }, { stringValue: 'a' }] } } },
    ],
    [
      'fields that are named like kinds of values',
      { timestampValue: { integerValue: '1' } },
      { timestampValue: { integerValue: '2' } },
    ],
  ])('differ as %s', (_, one, other) => {
    expect(hasEqualFields(document('a/b', one), document('a/b', other))).toBe(false)
  })
})

describe('a backup and a database', () => {
  const one = { n: { integerValue: '1' } }
  const compare = (backup: readonly RawDocument[], database: readonly RawDocument[]) => {
    const [expected, actual] = [backup, database].map((documents) => Readable.from(documents))
    const byPath = (first: RawDocument, second: RawDocument) =>
      comparePaths(first.path, second.path)
    const compared = compareSorted(expected!.iterator(), actual!.iterator(), byPath, hasEqualFields)
    return Readable.from(compared).toArray()
  }

  it('are compared document by document, whichever ends first', async () => {
    const backup = [document('a/1', one), document('a/2', one), document('c/1')]
    const database = [document('a/1', one), document('a/2'), document('b/1')]
    expect(await compare(backup, database)).toMatchObject([
      { kind: 'equal', item: { path: 'a/1' } },
      { kind: 'different', item: { path: 'a/2', fields: one } },
      { kind: 'extra', item: { path: 'b/1' } },
      { kind: 'missing', item: { path: 'c/1' } },
    ])
  })

  it('don’t differ if both are empty', async () => {
    expect(await compare([], [])).toEqual([])
  })
})

describe('references', () => {
  const root = (project: string) => `projects/${project}/databases/(default)/documents`
  it('move with their database at any depth, unlike other values', () => {
    const fields = (own: string) => ({
      list: { arrayValue: { values: [{ referenceValue: `${root(own)}/a/b` }] } },
      other: { referenceValue: `${root('one-more')}/a/b` },
      text: { stringValue: `${root('one')}/a/b` },
      referenceValue: { stringValue: 'a name like any other' },
    })
    expect(rewriteReferences(fields('one'), root('one'), root('two'))).toEqual(fields('two'))
  })
})
