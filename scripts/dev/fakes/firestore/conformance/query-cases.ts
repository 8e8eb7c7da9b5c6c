import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Query } from '../../../../../functions/platform/adapters/firestore.ts'
import { readDocuments } from '../../../../operate/backup/raw-database.ts'
import type { Database, OpenDatabase } from './open-database.ts'

/** Values of every type by which the product sorts, in Firestore's order. */
const allValues: Readonly<Record<string, unknown>> = {
  null: null,
  false: false,
  true: true,
  lowest: Number.NEGATIVE_INFINITY,
  minusOne: -1,
  zero: 0,
  half: 0.5,
  one: 1,
  intMost: Number.MAX_SAFE_INTEGER,
  doubleMost: 2 ** 63,
  highest: Number.POSITIVE_INFINITY,
  longAgo: new Date('0001-01-01T00:00:00Z'),
  before: new Date('1969-12-31T23:59:59.999Z'),
  now: new Date('2026-01-01T00:00:00Z'),
  empty: '',
  a: 'a',
  aZero: 'a\u0000',
  ab: 'ab',
  wide: '\uff5e',
  // The last value in UTF-8; in UTF-16 it would precede the value above.
  lamp: '🪔',
  fields: { a: 'b' },
  moreFields: { a: 'b', b: 1 },
  otherValue: { a: 'c' },
}
const order = Object.keys(allValues)
const listRange = (first: string, last: string) =>
  order.slice(order.indexOf(first), order.indexOf(last) + 1).join(' ')

type Filter = NonNullable<Query['where']>[number]

const filters: readonly (readonly [is: Filter['is'], value: unknown, expected: string])[] = [
  ['GREATER_THAN', 0.5, listRange('one', 'highest')],
  ['GREATER_THAN_OR_EQUAL', 1, listRange('one', 'highest')],
  ['LESS_THAN', 0, listRange('lowest', 'minusOne')],
  ['LESS_THAN_OR_EQUAL', 0, listRange('lowest', 'zero')],
  ['GREATER_THAN', false, 'true'],
  ['LESS_THAN', new Date('2026-01-01T00:00:00Z'), 'longAgo before'],
  ['LESS_THAN', 'ab', 'empty a aZero'],
  ['EQUAL', 1, 'one'],
  ['EQUAL', 'a', 'a'],
  ['EQUAL', true, 'true'],
  ['IN', [1, 'a', 'none'], 'a one'],
]

export function defineQueryCases(open: OpenDatabase) {
  async function openWithAllValues(): Promise<Database> {
    const database = open()
    await database.store('all', allValues)
    await database.set('all/withoutTheField', { w: 1 })
    return database
  }
  const all = { collection: 'all' }
  const sorted = { collection: 'all', orderBy: 'v' }

  describe('the order of a query', () => {
    it('covers every type, and leaves out documents without the field', async () => {
      const database = await openWithAllValues()
      expect(await database.ids(sorted)).toBe(order.join(' '))
      const descending = await database.ids({ ...sorted, newestFirst: true })
      expect(descending).toBe(order.toReversed().join(' '))
    })

    it('can follow a field in a map', async () => {
      const database = await openWithAllValues()
      expect(await database.ids({ ...all, orderBy: 'v.a', limit: 9 })).toBe(
        'fields moreFields otherValue',
      )
    })

    it('follows the name if no field is given', async () => {
      const database = await openWithAllValues()
      expect(await database.ids(all)).toBe([...order, 'withoutTheField'].sort().join(' '))
    })
  })

  describe('the filters of a query', () => {
    it.each(filters)(
      'find only values of the operand’s type: %s %j',
      async (is, value, expected) => {
        const database = await openWithAllValues()
        const isInequality = is !== 'EQUAL' && is !== 'IN'
        const query = { ...(isInequality ? sorted : all), where: [{ field: 'v', is, value }] }
        expect(await database.ids(query)).toBe(expected)
      },
    )

    it('apply together', async () => {
      const database = await openWithAllValues()
      const find = (above: unknown, most: unknown) =>
        database.ids({
          ...sorted,
          where: [
            { field: 'v', is: 'GREATER_THAN', value: above },
            { field: 'v', is: 'LESS_THAN_OR_EQUAL', value: most },
          ],
        })
      expect(await find(0, 1)).toBe('half one')
      expect(await find(0, 'b')).toBe('')
    })

    it('match fields inside a map', async () => {
      const database = await openWithAllValues()
      const where = [{ field: 'v.a', is: 'EQUAL', value: 'b' }] as const
      expect(await database.ids({ ...all, where })).toBe('fields moreFields')
    })
  })

  describe('the results of a query', () => {
    it('end before a name, or begin after it, whether a document has that name or not', async () => {
      const database = open()
      await database.store('names', { a1: 1, b1: 2, b2: 3, c1: 4 })
      const find = (range: Pick<Query, 'afterId' | 'beforeId'>) =>
        database.ids({ collection: 'names', ...range })
      expect(await find({ afterId: 'b', beforeId: 'c' })).toBe('b1 b2')
      expect(await find({ beforeId: 'b2' })).toBe('a1 b1')
      expect(await find({ afterId: 'b1' })).toBe('b2 c1')
    })

    it('include everything page by page, even if many documents have the same value', async () => {
      const database = open()
      const ids = Array.from({ length: 1003 }, (_, index) => `d${index}`)
      for (let start = 0; start < ids.length; start += 500) {
        const part = ids.slice(start, start + 500).map((id, index) => [id, index % 3])
        await database.store('all', Object.fromEntries(part))
      }
      for (const newestFirst of [false, true]) {
        const { documents } = await database.query({ ...sorted, newestFirst })
        expect(documents.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
        const values = documents.map(({ fields }) => Number(fields.v))
        expect(values).toEqual(
          values.toSorted((one, other) => (newestFirst ? other - one : one - other)),
        )
      }
    })

    it('end at the limit', async () => {
      const database = open()
      await database.store('all', { a: 5, b: 4, c: 3, d: 2, e: 1 })
      expect(await database.ids({ ...sorted, limit: 3 })).toBe('e d c')
    })

    it('contain documents whose list has an entry', async () => {
      const database = open()
      await database.store('all', { a: ['x', 1], b: ['y'], c: [], d: 'x', e: ['z', 'x'] })
      const where = (value: unknown) => [{ field: 'v', is: 'ARRAY_CONTAINS', value } as const]
      expect(await database.ids({ ...all, where: where('x') })).toBe('a e')
      expect(await database.ids({ ...all, where: where(1) })).toBe('a')
      expect(await database.ids({ ...all, where: where('') })).toBe('')
    })

    it('continue after a document’s position, in both directions', async () => {
      const database = open()
      await database.store('all', { a: 1, b: 2, c: 2, d: 3 })
      for (const [newestFirst, following] of [
        [false, ['b c d', 'c d', 'd', '']],
        [true, ['c b a', 'b a', 'a', '']],
      ] as const) {
        const query = { ...sorted, newestFirst }
        const { positions } = await database.query(query)
        const found = positions!.map((after) => database.ids({ ...query, after }))
        expect(await Promise.all(found)).toEqual(following)
      }
    })

    it('have a read time, even without documents', async () => {
      const database = open()
      const { at } = await database.store('all', { x: 1 })
      for (const collection of ['all', 'none']) {
        const { readAt } = await database.query({ collection })
        expect(readAt.getTime()).toBeGreaterThanOrEqual(Date.parse(at))
      }
    })

    it('have the requested fields only', async () => {
      const database = open()
      await database.set('all/x', { v: 1, w: 2 })
      const { documents } = await database.query({ ...all, fields: ['w', 'none'] })
      expect(documents.map(({ fields }) => fields)).toEqual([{ w: 2 }])
    })
  })

  it('a count equals the number of documents that a query finds', async () => {
    const database = open()
    await database.store('all', { a: 1, b: 2, c: 1, d: 1 })
    await database.set('all/b/sub/x', { v: 1 })
    const where = (is: Filter['is']) => [{ field: 'v', is, value: 1 }]
    expect(await database.count(all)).toBe(4)
    expect(await database.count({ ...all, where: where('EQUAL') })).toBe(3)
    const range = { afterId: 'a', beforeId: 'd' }
    expect(await database.count({ ...all, where: where('EQUAL'), ...range })).toBe(1)
    expect(await database.count({ ...sorted, where: where('GREATER_THAN') })).toBe(1)
    expect(await database.count({ collection: 'none' })).toBe(0)
    expect(await database.count({ collection: 'sub', parent: 'all/b' })).toBe(1)
  })

  describe('the scope of a read', () => {
    const paths = ['g/1', 'g/1/sub/x', 'g/1/sub/x/sub/deep', 'g/2/sub/y', 'g-/2/sub/z', 'sub/0']
    async function openWithTree(): Promise<Database> {
      const database = open()
      await database.commit(...paths.map((set, v) => ({ set, fields: { v } })))
      return database
    }
    const readPaths = async ({ wire }: Database) =>
      (await Readable.from(readDocuments(wire)).toArray()).map(({ path }) => path)

    it('of a collection excludes its documents’ subcollections', async () => {
      const database = await openWithTree()
      expect(await database.ids({ collection: 'g' })).toBe('1')
      expect(await database.ids({ collection: 'sub' })).toBe('0')
      expect(await database.ids({ collection: 'sub', parent: 'g/1' })).toBe('x')
    })

    it('by a backup includes everything in one database, page by page', async () => {
      const database = await openWithTree()
      const ids = Array.from({ length: 400 }, (_, index) => String(index).padStart(3, '0'))
      await database.store('large', Object.fromEntries(ids.map((id) => [id, 1])))
      const large = ids.map((id) => `large/${id}`)
      expect(await readPaths(database)).toEqual([...paths.slice(0, -1), ...large, 'sub/0'])
      expect(await readPaths(open())).toEqual([])
    })
  })
}
