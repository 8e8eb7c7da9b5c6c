/** Queries: what is found, and in which order. */
import { describe, expect, it } from 'vitest'
import type { WireValue } from '../values.ts'
import {
  all,
  bool,
  by,
  bytes,
  type Database,
  double,
  from,
  int,
  list,
  map,
  nothing,
  type OpenDatabase,
  place,
  text,
  time,
  where,
} from './wire-client.ts'

/** One or more of every type, in Firestore's order; equal ones in the order of their ids. */
const everything: Readonly<Record<string, WireValue>> = {
  null: nothing,
  false: bool(false),
  true: bool(true),
  nan: double('NaN'),
  lowest: double('-Infinity'),
  minusOne: int(-1),
  doubleZero: double(0),
  intZero: int(0),
  half: double(0.5),
  doubleOne: double(1),
  intOne: int(1),
  doubleBig: double(2 ** 53),
  intBig: int('9007199254740993'),
  intMost: int('9223372036854775807'),
  doubleMost: double(2 ** 63),
  highest: double('Infinity'),
  longAgo: time('0001-01-01T00:00:00Z'),
  before: time('1969-12-31T23:59:59.999999Z'),
  now: time('2026-01-01T00:00:00Z'),
  empty: text(''),
  a: text('a'),
  aZero: text('a\u0000'),
  ab: text('ab'),
  wide: text('\uff5e'),
  // By UTF-8 it is last, by UTF-16 it would stand before the one above.
  lamp: text('🪔'),
  noBytes: bytes(''),
  zeroByte: bytes('AA=='),
  manyBytes: bytes('/w=='),
  shortName: { referenceValue: 'projects/p/databases/(default)/documents/a/b' },
  longName: { referenceValue: 'projects/p/databases/(default)/documents/a/b/c/d' },
  dashName: { referenceValue: 'projects/p/databases/(default)/documents/a-/b' },
  south: place(-1, 5),
  west: place(1, -5),
  east: place(1, 5),
  noElements: list(),
  elements: list(int(1)),
  moreElements: list(int(1), int(2)),
  others: list(int(2)),
  noFields: map({}),
  fields: map({ a: text('b') }),
  moreFields: map({ a: text('b'), b: int(1) }),
  otherValue: map({ a: text('c') }),
  otherField: map({ b: int(0) }),
}
const order = Object.keys(everything)
const span = (first: string, last: string) =>
  order.slice(order.indexOf(first), order.indexOf(last) + 1).join(' ')
/** What has an order without one (filters by equality) comes by its id. */
const byId = (...ids: string[]) => ids.sort().join(' ')

const inequalities: [op: string, value: WireValue, expected: string][] = [
  ['GREATER_THAN', double(0.5), span('doubleOne', 'highest')],
  ['GREATER_THAN', double(2 ** 53), span('intBig', 'highest')],
  ['GREATER_THAN_OR_EQUAL', int(1), span('doubleOne', 'highest')],
  ['LESS_THAN', int(0), span('lowest', 'minusOne')],
  ['LESS_THAN_OR_EQUAL', double(0), span('lowest', 'intZero')],
  ['GREATER_THAN', bool(false), 'true'],
  ['LESS_THAN', time('2026-01-01T00:00:00Z'), 'longAgo before'],
  ['LESS_THAN', text('ab'), 'empty a aZero'],
  ['GREATER_THAN_OR_EQUAL', bytes('AA=='), 'zeroByte manyBytes'],
  ['GREATER_THAN', everything.shortName!, 'longName dashName'],
  ['GREATER_THAN', place(-1, 5), 'west east'],
  ['LESS_THAN_OR_EQUAL', list(int(1)), 'noElements elements'],
  ['GREATER_THAN', map({ a: text('b') }), 'moreFields otherValue otherField'],
  ['GREATER_THAN', nothing, ''],
  ['LESS_THAN_OR_EQUAL', double('NaN'), ''],
  ['NOT_EQUAL', int(1), [span('false', 'half'), span('doubleBig', 'otherField')].join(' ')],
  ['NOT_EQUAL', nothing, ''],
  [
    'NOT_IN',
    list(int(1), text('a')),
    [span('false', 'half'), span('doubleBig', 'empty'), span('aZero', 'otherField')].join(' '),
  ],
  ['NOT_IN', list(int(1), nothing), ''],
]

const equalities: [op: string, value: WireValue, expected: string][] = [
  ['EQUAL', int(1), byId('doubleOne', 'intOne')],
  ['EQUAL', double(0), byId('doubleZero', 'intZero')],
  ['EQUAL', int('9007199254740992'), 'doubleBig'],
  ['EQUAL', text('a'), 'a'],
  ['EQUAL', list(int(1)), 'elements'],
  ['EQUAL', map({ b: int(1), a: text('b') }), 'moreFields'],
  // These are asked with unary filters.
  ['EQUAL', nothing, ''],
  ['EQUAL', double('NaN'), ''],
  ['IN', list(double(1), text('a'), nothing), byId('a', 'doubleOne', 'intOne')],
  ['ARRAY_CONTAINS', double(2), byId('moreElements', 'others')],
  ['ARRAY_CONTAINS', text('a'), ''],
  ['ARRAY_CONTAINS_ANY', list(int(2), int(7)), byId('moreElements', 'others')],
]

const unary: [op: string, expected: string][] = [
  ['IS_NULL', 'null'],
  ['IS_NAN', 'nan'],
  ['IS_NOT_NULL', span('false', 'otherField')],
  ['IS_NOT_NAN', [span('false', 'true'), span('lowest', 'otherField')].join(' ')],
]

export function queryCases(open: OpenDatabase) {
  let stored: Promise<Database> | undefined
  /** Stored once: these cases only read it. */
  const withEverything = () => {
    stored ??= (async () => {
      const database = open()
      await database.store('all', everything)
      await database.commit(database.set('all/withoutTheField', { w: int(1) }))
      return database
    })()
    return stored
  }
  const named = (value: WireValue) => JSON.stringify(value).slice(0, 60)

  describe('orders', () => {
    it('sort values of all types, and leave out documents without the field', async () => {
      const database = await withEverything()
      const ids = await database.ids({ from: from('all'), orderBy: [by('v')] })
      expect(ids).toBe(order.join(' '))
    })

    it('turned around turn ties around too', async () => {
      const database = await withEverything()
      const ids = await database.ids({ from: from('all'), orderBy: [by('v', 'DESCENDING')] })
      expect(ids).toBe(order.toReversed().join(' '))
    })

    it('go by several fields, each in its direction', async () => {
      const database = open()
      const fields = (a: number, b: number) => ({ a: int(a), b: int(b) })
      await database.commit(
        database.set('c/one', fields(1, 1)),
        database.set('c/two', fields(1, 2)),
        database.set('c/three', fields(2, 1)),
        database.set('c/none', { a: int(3) }),
      )
      const orderBy = [by('a', 'DESCENDING'), by('b')]
      expect(await database.ids({ from: from('c'), orderBy })).toBe('three one two')
    })

    it('go by a field in a map', async () => {
      const database = await withEverything()
      const ids = await database.ids({ from: from('all'), orderBy: [by('v.a')] })
      expect(ids).toBe('fields moreFields otherValue')
    })

    it('go by the name where none is given', async () => {
      const database = await withEverything()
      const ids = await database.ids({ from: from('all') })
      expect(ids).toBe([...order, 'withoutTheField'].sort().join(' '))
    })

    it('may be of another field than an inequality', async () => {
      const database = open()
      const fields = (a: number, b: number) => ({ a: int(a), b: int(b) })
      await database.commit(
        database.set('c/one', fields(9, 2)),
        database.set('c/two', fields(1, 1)),
        database.set('c/three', fields(0, 0)),
      )
      const query = {
        from: from('c'),
        where: where('a', 'GREATER_THAN', int(0)),
        orderBy: [by('b')],
      }
      expect(await database.ids(query)).toBe('two one')
    })
  })

  describe('filters', () => {
    it.each(inequalities.map(([op, value, ids]) => [op, named(value), value, ids] as const))(
      '%s %s is an inequality, within its type and sorted by the field',
      async (op, _, value, expected) => {
        const database = await withEverything()
        expect(await database.ids({ from: from('all'), where: where('v', op, value) })).toBe(
          expected,
        )
      },
    )

    it.each(equalities.map(([op, value, ids]) => [op, named(value), value, ids] as const))(
      '%s %s is found',
      async (op, _, value, expected) => {
        const database = await withEverything()
        expect(await database.ids({ from: from('all'), where: where('v', op, value) })).toBe(
          expected,
        )
      },
    )

    it.each(unary)('%s is found', async (op, expected) => {
      const database = await withEverything()
      const filter = { unaryFilter: { op, field: { fieldPath: 'v' } } }
      expect(await database.ids({ from: from('all'), where: filter })).toBe(expected)
    })

    it('are joined by AND', async () => {
      const database = await withEverything()
      const range = all(
        where('v', 'GREATER_THAN', int(0)),
        where('v', 'LESS_THAN_OR_EQUAL', int(1)),
      )
      expect(await database.ids({ from: from('all'), where: range })).toBe('half doubleOne intOne')
      const mixed = all(where('v', 'GREATER_THAN', int(0)), where('v', 'LESS_THAN', text('b')))
      expect(await database.ids({ from: from('all'), where: mixed })).toBe('')
    })

    it('are joined by OR', async () => {
      const database = await withEverything()
      const filters = [where('v', 'EQUAL', text('a')), where('v', 'EQUAL', bool(true))]
      const either = { compositeFilter: { op: 'OR', filters } }
      expect(await database.ids({ from: from('all'), where: either })).toBe('a true')
    })

    it('of a map reach into it', async () => {
      const database = await withEverything()
      const query = { from: from('all'), where: where('v.a', 'EQUAL', text('b')) }
      expect(await database.ids(query)).toBe('fields moreFields')
    })

    it('of the name take references', async () => {
      const database = await withEverything()
      const filter = (op: string, value: WireValue) => ({
        from: from('all'),
        where: where('__name__', op, value),
      })
      const { reference } = database
      expect(await database.ids(filter('GREATER_THAN', reference('all/wide')))).toBe(
        'withoutTheField zeroByte',
      )
      expect(await database.ids(filter('EQUAL', reference('all/wide')))).toBe('wide')
      const both = list(reference('all/wide'), reference('all/a'), reference('all/none'))
      expect(await database.ids(filter('IN', both))).toBe('a wide')
    })
  })
}
