import { describe, expect, it } from 'vitest'
import type { WireValue } from '../wire-values.ts'
import {
  bool,
  buildBackupQuery,
  buildQuery,
  type Database,
  double,
  int,
  list,
  map,
  nullWireValue,
  type OpenDatabase,
  text,
  time,
  where,
} from './wire-client.ts'

/** One or more of every type, in Firestore's order; equal ones by id. */
const allValues: Readonly<Record<string, WireValue>> = {
  null: nullWireValue,
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
  // Last in UTF-8; in UTF-16 it would be before the one above.
  lamp: text('🪔'),
  shortName: { referenceValue: 'projects/p/databases/(default)/documents/a/b' },
  longName: { referenceValue: 'projects/p/databases/(default)/documents/a/b/c/d' },
  dashName: { referenceValue: 'projects/p/databases/(default)/documents/a-/b' },
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
const order = Object.keys(allValues)
const listRange = (first: string, last: string) =>
  order.slice(order.indexOf(first), order.indexOf(last) + 1).join(' ')
/** Equalities leave the order to the ids. */
const sortIds = (...ids: string[]) => ids.sort().join(' ')

const filters: [op: string, value: WireValue, expected: string][] = [
  ['GREATER_THAN', double(0.5), listRange('doubleOne', 'highest')],
  ['GREATER_THAN', double(2 ** 53), listRange('intBig', 'highest')],
  ['GREATER_THAN_OR_EQUAL', int(1), listRange('doubleOne', 'highest')],
  ['LESS_THAN', int(0), listRange('lowest', 'minusOne')],
  ['LESS_THAN_OR_EQUAL', double(0), listRange('lowest', 'intZero')],
  ['GREATER_THAN', bool(false), 'true'],
  ['LESS_THAN', time('2026-01-01T00:00:00Z'), 'longAgo before'],
  ['LESS_THAN', text('ab'), 'empty a aZero'],
  ['EQUAL', int(1), sortIds('doubleOne', 'intOne')],
  ['EQUAL', double(0), sortIds('doubleZero', 'intZero')],
  ['EQUAL', int('9007199254740992'), 'doubleBig'],
  ['EQUAL', text('a'), 'a'],
  ['EQUAL', bool(true), 'true'],
  ['IN', list(double(1), text('a'), text('none')), sortIds('a', 'doubleOne', 'intOne')],
]

export function defineQueryCases(open: OpenDatabase) {
  async function openWithAllValues(): Promise<Database> {
    const database = open()
    await database.store('all', allValues)
    await database.commit(database.set('all/withoutTheField', { w: int(1) }))
    return database
  }

  describe('orders', () => {
    it('sort every type, without the documents that have no such field', async () => {
      const database = await openWithAllValues()
      expect(await database.ids('all', { by: 'v' })).toBe(order.join(' '))
      const descending = await database.ids('all', { by: 'v', direction: 'DESCENDING' })
      expect(descending).toBe(order.toReversed().join(' '))
    })

    it('sort by a field in a map', async () => {
      const database = await openWithAllValues()
      expect(await database.ids('all', { by: 'v.a' })).toBe('fields moreFields otherValue')
    })

    it('sort by name without a field', async () => {
      const database = await openWithAllValues()
      expect(await database.ids('all')).toBe([...order, 'withoutTheField'].sort().join(' '))
    })
  })

  describe('filters', () => {
    it.each(filters)('%s %j finds values of its type', async (op, value, expected) => {
      const database = await openWithAllValues()
      const isInequality = op !== 'EQUAL' && op !== 'IN'
      const query = { where: [where('v', op, value)], ...(isInequality ? { by: 'v' } : {}) }
      expect(await database.ids('all', query)).toBe(expected)
    })

    it('apply together', async () => {
      const database = await openWithAllValues()
      const find = (...values: [WireValue, WireValue]) =>
        database.ids('all', {
          where: [
            where('v', 'GREATER_THAN', values[0]),
            where('v', 'LESS_THAN_OR_EQUAL', values[1]),
          ],
          by: 'v',
        })
      expect(await find(int(0), int(1))).toBe('half doubleOne intOne')
      expect(await find(int(0), text('b'))).toBe('')
    })

    it('reach into a map', async () => {
      const database = await openWithAllValues()
      const query = { where: [where('v.a', 'EQUAL', text('b'))] }
      expect(await database.ids('all', query)).toBe('fields moreFields')
    })
  })

  describe('cursors', () => {
    const ties = {
      a: int(1),
      b: int(1),
      c: double(1),
      d: int(1),
      e: int(2),
      f: int(2),
      g: int(3),
    }
    it.each<[what: string, after: [WireValue, string], 'ASCENDING' | 'DESCENDING', string]>([
      ['after a tie', [int(1), 'b'], 'ASCENDING', 'c d e f g'],
      ['after a tie, descending', [int(1), 'c'], 'DESCENDING', 'b a'],
      ['after a missing value', [double(1.5), 'a'], 'ASCENDING', 'e f g'],
      ['after a value of a greater type', [text(''), 'a'], 'ASCENDING', ''],
      ['after a value of a lesser type', [nullWireValue, 'a'], 'ASCENDING', 'a b c d e f g'],
    ])('start %s', async (_, [value, id], direction, expected) => {
      const database = open()
      await database.store('ties', ties)
      const after = [value, database.reference(`ties/${id}`)]
      expect(await database.ids('ties', { by: 'v', direction, after })).toBe(expected)
    })

    it('end before a name, whether it exists or not', async () => {
      const database = open()
      await database.store('names', { a1: int(1), b1: int(2), b2: int(3), c1: int(4) })
      const name = (id: string) => database.reference(`names/${id}`)
      const range = { after: [name('b')], before: name('c') }
      expect(await database.ids('names', range)).toBe('b1 b2')
      expect(await database.ids('names', { before: name('b2') })).toBe('a1 b1')
      expect(await database.ids('names', { after: [name('b1')] })).toBe('b2 c1')
    })

    it('lead through everything page by page, ties or not', async () => {
      const database = open()
      const ids = Array.from({ length: 25 }, (_, index) => `d${String(index).padStart(2, '0')}`)
      await database.store('p', Object.fromEntries(ids.map((id, index) => [id, int(index % 3)])))
      const read: string[] = []
      for (let after: WireValue[] | undefined; ; ) {
        const query = buildQuery('p', { by: 'v', limit: 4, ...(after ? { after } : {}) })
        const page = (await database.rows(query)).flatMap(({ document }) => document ?? [])
        read.push(...page.map(({ name }) => name.slice(-3)))
        if (page.length < 4) break
        const { fields, name } = page.at(-1)!
        after = [fields!.v!, { referenceValue: name }]
      }
      expect(read.toSorted()).toEqual(ids)
      expect(new Set(read).size).toBe(25)
    })
  })

  describe('results', () => {
    async function openWithFive() {
      const database = open()
      await database.store('all', { a: int(5), b: int(4), c: int(3), d: int(2), e: int(1) })
      return database
    }

    it('end at the limit', async () => {
      const database = await openWithFive()
      expect(await database.ids('all', { by: 'v', limit: 3 })).toBe('e d c')
    })

    it('have a read time without documents too', async () => {
      const database = await openWithFive()
      const { commitTime } = await database.store('other', { x: int(1) })
      const rows = await database.rows(buildQuery('none'))
      expect(rows).toHaveLength(1)
      expect(rows[0]).not.toHaveProperty('document')
      expect(Date.parse(rows[0]!.readTime)).toBeGreaterThanOrEqual(Date.parse(commitTime))
    })

    it('have one read time in all rows', async () => {
      const database = await openWithFive()
      const rows = await database.rows(buildQuery('all', { limit: 3 }))
      expect(new Set(rows.map(({ readTime }) => readTime)).size).toBe(1)
      expect(rows[0]!.readTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    })

    it('have the requested fields only', async () => {
      const database = open()
      await database.commit(database.set('a/x', { v: int(1), w: int(2) }))
      const rows = await database.rows(buildQuery('a', { select: ['w', 'none'] }))
      expect(rows[0]!.document!.fields).toEqual({ w: int(2) })
    })
  })

  describe('counts', () => {
    it('are those of what a query finds, without the documents', async () => {
      const database = open()
      await database.store('all', { a: int(1), b: int(2), c: int(1), d: int(1) })
      await database.commit(database.set('all/b/sub/x', { v: int(1) }))
      const name = (id: string) => database.reference(`all/${id}`)
      const isOne = where('v', 'EQUAL', int(1))
      const count = (...query: Parameters<typeof buildQuery>) =>
        database.count(buildQuery(...query))
      expect(await count('all')).toBe('4')
      expect(await count('all', { where: [isOne] })).toBe('3')
      expect(await count('all', { where: [isOne], after: [name('a')], before: name('d') })).toBe(
        '1',
      )
      expect(await count('all', { where: [where('v', 'GREATER_THAN', int(1))], by: 'v' })).toBe('1')
      expect(await count('none')).toBe('0')
      expect(await database.count(buildQuery('sub'), database.name('all/b'))).toBe('1')
    })
  })

  describe('scopes', () => {
    const paths = ['g/1', 'g/1/sub/x', 'g/1/sub/x/sub/deep', 'g/2/sub/y', 'g-/2/sub/z', 'sub/0']
    async function openWithTree(): Promise<Database> {
      const database = open()
      await database.commit(...paths.map((path, v) => database.set(path, { v: int(v) })))
      return database
    }

    it('a collection excludes its documents’ subcollections', async () => {
      const database = await openWithTree()
      expect(await database.find(buildQuery('g'))).toEqual(['g/1'])
      expect(await database.find(buildQuery('sub'))).toEqual(['sub/0'])
    })

    it('a subcollection is read from its document', async () => {
      const database = await openWithTree()
      const found = await database.find(buildQuery('sub'), database.name('g/1'))
      expect(found).toEqual(['g/1/sub/x'])
    })

    it('a backup reads everything in pages', async () => {
      const database = await openWithTree()
      const read: string[] = []
      for (let after: string | undefined; ; after = read.at(-1)) {
        const cursor = after === undefined ? undefined : database.reference(after)
        const page = await database.find(buildBackupQuery(4, cursor))
        read.push(...page)
        if (page.length < 4) break
      }
      expect(read).toEqual(paths)
    })

    it('another database is not read', async () => {
      const database = await openWithTree()
      expect(await open().find(buildBackupQuery(4))).toEqual([])
      expect(await database.find(buildQuery('none'))).toEqual([])
    })
  })
}
