/** Queries: pages of a result, and where it comes from. */
import { describe, expect, it } from 'vitest'
import {
  by,
  type Database,
  double,
  from,
  int,
  nothing,
  type OpenDatabase,
  text,
  where,
} from './wire-client.ts'

export function pageCases(open: OpenDatabase) {
  describe('cursors', () => {
    /** Four documents of the value 1, two of 2, one of 3. */
    async function withTies() {
      const database = open()
      const values = {
        a: int(1),
        b: int(1),
        c: double(1),
        d: int(1),
        e: int(2),
        f: int(2),
        g: int(3),
      }
      await database.store('ties', values)
      return (orderBy: object[], cursors: object) =>
        database.ids({
          from: from('ties'),
          orderBy,
          ...JSON.parse(JSON.stringify(cursors).replaceAll('NAME/', database.name('ties/'))),
        })
    }
    const at = (id: string) => ({ referenceValue: `NAME/${id}` })
    const forward = [by('v'), by('__name__')]
    const backward = [by('v', 'DESCENDING'), by('__name__', 'DESCENDING')]
    const mixed = [by('v', 'DESCENDING'), by('__name__')]

    const cases: [what: string, orders: object[], cursors: object, expected: string][] = [
      ['after a tie', forward, { startAt: { values: [int(1), at('b')] } }, 'c d e f g'],
      [
        'at a tie',
        forward,
        { startAt: { values: [int(1), at('b')], before: true } },
        'b c d e f g',
      ],
      ['up to a tie', forward, { endAt: { values: [int(1), at('b')] } }, 'a b'],
      ['before a tie', forward, { endAt: { values: [int(1), at('b')], before: true } }, 'a'],
      ['after all of a value', forward, { startAt: { values: [int(1)] } }, 'e f g'],
      ['at all of a value', forward, { startAt: { values: [int(2)], before: true } }, 'e f g'],
      ['up to all of a value', [by('v')], { endAt: { values: [int(2)] } }, 'a b c d e f'],
      [
        'before all of a value',
        [by('v')],
        { endAt: { values: [int(2)], before: true } },
        'a b c d',
      ],
      ['after a tie, backward', backward, { startAt: { values: [int(1), at('c')] } }, 'b a'],
      ['up to a tie, backward', backward, { endAt: { values: [int(1), at('c')] } }, 'g f e d c'],
      [
        'after a tie, in both directions',
        mixed,
        { startAt: { values: [int(2), at('e')] } },
        'f a b c d',
      ],
      [
        'after what is not there',
        forward,
        { startAt: { values: [double(1.5), at('a')] } },
        'e f g',
      ],
      ['after a value of a greater type', [by('v')], { startAt: { values: [text('')] } }, ''],
      [
        'after a value of a lesser type',
        [by('v')],
        { startAt: { values: [nothing] } },
        'a b c d e f g',
      ],
      [
        'between two',
        [by('v')],
        { startAt: { values: [int(1)] }, endAt: { values: [int(2)] } },
        'e f',
      ],
    ]
    it.each(cases)('%s', async (_, orders, cursors, expected) => {
      const ids = await withTies()
      expect(await ids(orders, cursors)).toBe(expected)
    })

    it('lead through everything page by page, ties or not', async () => {
      const database = open()
      const ids = Array.from({ length: 25 }, (_, index) => `d${String(index).padStart(2, '0')}`)
      await database.store('p', Object.fromEntries(ids.map((id, index) => [id, int(index % 3)])))
      const read: string[] = []
      for (let after: string | undefined; ; ) {
        const v = after && (await database.get(after)).fields!.v!
        const rows = await database.find({
          from: from('p'),
          orderBy: forward,
          limit: 4,
          ...(v && after ? { startAt: { values: [v, database.reference(after)] } } : {}),
        })
        read.push(...rows)
        after = rows.at(-1)
        if (rows.length < 4) break
      }
      expect(read.map((path) => path.slice(2)).toSorted()).toEqual(ids)
      expect(new Set(read).size).toBe(25)
    })
  })

  describe('limits', () => {
    async function withFive() {
      const database = open()
      await database.store('all', { a: int(5), b: int(4), c: int(3), d: int(2), e: int(1) })
      return database
    }

    it('end a result', async () => {
      const database = await withFive()
      const query = { from: from('all'), orderBy: [by('v')], limit: 3 }
      expect(await database.ids(query)).toBe('e d c')
    })

    it('count behind an offset', async () => {
      const database = await withFive()
      const query = { from: from('all'), orderBy: [by('v')], offset: 2, limit: 2 }
      expect(await database.ids(query)).toBe('c b')
    })

    it('of none, and collections of nothing, still answer when they were read', async () => {
      const database = await withFive()
      const { commitTime } = await database.store('other', { x: int(1) })
      for (const query of [{ from: from('none') }, { from: from('all'), limit: 0 }]) {
        const rows = await database.rows(query)
        expect(rows).toHaveLength(1)
        expect(rows[0]).not.toHaveProperty('document')
        expect(Date.parse(rows[0]!.readTime)).toBeGreaterThanOrEqual(Date.parse(commitTime))
      }
    })

    it('every row says when it was read, all the same', async () => {
      const database = await withFive()
      const rows = await database.rows({ from: from('all'), limit: 3 })
      expect(new Set(rows.map(({ readTime }) => readTime)).size).toBe(1)
      expect(rows[0]!.readTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    })
  })

  describe('counts', () => {
    async function count(database: Database, structuredQuery: object, aggregation: object) {
      const { status, body } = await database.post(`${database.root}:runAggregationQuery`, {
        structuredAggregationQuery: { structuredQuery, aggregations: [aggregation] },
      })
      expect(status).toBe(200)
      return (body as { result: { aggregateFields: object } }[])[0]!.result.aggregateFields
    }

    it('are of what matches, and end where they are told to', async () => {
      const database = open()
      await database.store('all', { a: int(5), b: int(4), c: int(3) })
      const all = { from: from('all') }
      expect(await count(database, all, { alias: 'n', count: {} })).toEqual({ n: int(3) })
      const upTo = { alias: 'n', count: { upTo: '2' } }
      expect(await count(database, all, upTo)).toEqual({ n: int(2) })
      const large = { ...all, where: where('v', 'GREATER_THAN', int(4)) }
      expect(await count(database, large, upTo)).toEqual({ n: int(1) })
      expect(await count(database, { from: from('none') }, upTo)).toEqual({ n: int(0) })
    })
  })

  describe('projections', () => {
    it('show the fields that are asked for', async () => {
      const database = open()
      await database.commit(database.set('a/x', { v: int(1), w: int(2) }))
      const fields = [{ fieldPath: 'w' }, { fieldPath: 'none' }]
      const rows = await database.rows({ from: from('a'), select: { fields } })
      expect(rows[0]!.document!.fields).toEqual({ w: int(2) })
    })

    it('show names alone', async () => {
      const database = open()
      await database.store('a', { x: int(1) })
      const select = { fields: [{ fieldPath: '__name__' }] }
      const rows = await database.rows({ from: from('a'), select })
      expect(rows[0]!.document).not.toHaveProperty('fields')
      expect(rows[0]!.document!.name).toBe(database.name('a/x'))
    })
  })

  describe('places to look', () => {
    async function withTree(): Promise<Database> {
      const database = open()
      const paths = ['g/1', 'g/1/sub/x', 'g/1/sub/x/sub/deep', 'g/2/sub/y', 'g-/2/sub/z', 'sub/0']
      await database.commit(...paths.map((path, v) => database.set(path, { v: int(v) })))
      return database
    }
    const group = [{ collectionId: 'sub', allDescendants: true }]
    const whole = [{ allDescendants: true }]

    it('a collection does not hold what lies below its documents', async () => {
      const database = await withTree()
      expect(await database.find({ from: from('g') })).toEqual(['g/1'])
      expect(await database.find({ from: from('sub') })).toEqual(['sub/0'])
    })

    it('a collection below a document', async () => {
      const database = await withTree()
      const query = { from: from('sub') }
      expect(await database.find(query, database.name('g/1'))).toEqual(['g/1/sub/x'])
    })

    it('all collections of a name, by the parts of their paths', async () => {
      const database = await withTree()
      expect(await database.find({ from: group })).toEqual([
        'g/1/sub/x',
        'g/1/sub/x/sub/deep',
        'g/2/sub/y',
        'g-/2/sub/z',
        'sub/0',
      ])
    })

    it('all collections of a name, filtered and sorted by a field', async () => {
      const database = await withTree()
      const filter = where('v', 'GREATER_THAN', int(2))
      const query = { from: group, where: filter, orderBy: [by('v', 'DESCENDING')], limit: 2 }
      expect(await database.find(query)).toEqual(['sub/0', 'g-/2/sub/z'])
    })

    it('all collections of a name below a document', async () => {
      const database = await withTree()
      const below = await database.find({ from: group }, database.name('g/1'))
      expect(below).toEqual(['g/1/sub/x', 'g/1/sub/x/sub/deep'])
    })

    it('everything, in pages', async () => {
      const database = await withTree()
      const read: string[] = []
      for (let after: string | undefined; ; ) {
        const startAt = after && { startAt: { values: [database.reference(after)] } }
        const query = { from: whole, orderBy: [by('__name__')], limit: 4, ...startAt }
        const page = await database.find(query)
        read.push(...page)
        after = page.at(-1)
        if (page.length < 4) break
      }
      expect(read).toEqual([
        'g/1',
        'g/1/sub/x',
        'g/1/sub/x/sub/deep',
        'g/2/sub/y',
        'g-/2/sub/z',
        'sub/0',
      ])
    })

    it('nothing of another database', async () => {
      const database = await withTree()
      expect(await open().find({ from: whole, orderBy: [by('__name__')] })).toEqual([])
      expect(await database.find({ from: from('none') })).toEqual([])
    })
  })
}
