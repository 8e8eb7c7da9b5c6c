/** Transforms: what the server makes of a field that is there. */
import { describe, expect, it } from 'vitest'
import type { WireFields, WireValue } from '../values.ts'
import { double, int, list, map, nothing, type OpenDatabase, text } from './wire-client.ts'

type Transform = readonly [
  what: string,
  before: WireValue | null,
  transform: object,
  after: WireValue,
]

const numbers: Transform[] = [
  ['increment adds integers', int(2), { increment: int(3) }, int(5)],
  ['increment by a double makes a double', int(2), { increment: double(0.5) }, double(2.5)],
  ['increment of a double stays one', double(0.5), { increment: int(2) }, double(2.5)],
  ['increment begins at nothing', null, { increment: int(3) }, int(3)],
  ['increment takes the place of what is no number', text('x'), { increment: int(3) }, int(3)],
  [
    'increment stops at the greatest integer',
    int('9223372036854775807'),
    { increment: int(2) },
    int('9223372036854775807'),
  ],
  [
    'increment stops at the least integer',
    int('-9223372036854775808'),
    { increment: int(-2) },
    int('-9223372036854775808'),
  ],
  ['maximum takes the greater', int(2), { maximum: double(2.5) }, double(2.5)],
  ['maximum keeps what is equal', int(2), { maximum: double(2) }, int(2)],
  ['maximum begins at nothing', null, { maximum: int(2) }, int(2)],
  ['minimum takes the lesser', int(2), { minimum: double(1.5) }, double(1.5)],
  ['minimum keeps what is equal', double(2), { minimum: int(2) }, double(2)],
  ['minimum takes the place of what is no number', text('x'), { minimum: int(3) }, int(3)],
]

const added = { values: [int(1), int(2), double(2), text('a'), text('a')] }
const removed = { values: [double(1), text('a')] }
const lists: Transform[] = [
  [
    'appendMissingElements adds each once',
    list(int(1), nothing),
    { appendMissingElements: added },
    list(int(1), nothing, int(2), text('a')),
  ],
  [
    'appendMissingElements begins at nothing',
    null,
    { appendMissingElements: added },
    list(int(1), int(2), text('a')),
  ],
  [
    'appendMissingElements takes the place of what is no list',
    int(1),
    { appendMissingElements: { values: [int(2)] } },
    list(int(2)),
  ],
  [
    'removeAllFromArray removes every equal one',
    list(int(1), text('a'), int(2), int(1)),
    { removeAllFromArray: removed },
    list(int(2)),
  ],
  [
    'removeAllFromArray makes a list of nothing',
    null,
    { removeAllFromArray: removed },
    { arrayValue: {} },
  ],
]

export function transformCases(open: OpenDatabase) {
  /** The document before, one transform of its field `v`, and the document after. */
  async function run(before: WireValue | null, transform: object) {
    const database = open()
    const fields: WireFields = { kept: int(1), ...(before ? { v: before } : {}) }
    await database.commit(database.set('a/x', fields))
    const fieldTransforms = [{ fieldPath: 'v', ...transform }]
    const committed = await database.commit({
      transform: { document: database.name('a/x'), fieldTransforms },
    })
    const after = await database.get('a/x')
    return { after: after.fields, results: committed.writeResults[0]!.transformResults, committed }
  }

  describe('transforms', () => {
    it.each(numbers)('%s', async (_, before, transform, expected) => {
      const { after, results } = await run(before, transform)
      expect(after).toEqual({ kept: int(1), v: expected })
      expect(results).toEqual([expected])
    })

    it.each(lists)('%s', async (_, before, transform, expected) => {
      const { after, results } = await run(before, transform)
      expect(after).toEqual({ kept: int(1), v: expected })
      expect(results).toEqual([nothing])
    })

    it('setToServerValue is the time of the request, in milliseconds, for all fields one', async () => {
      const database = open()
      const at = (fieldPath: string) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })
      const write = database.set('a/x', {}, { updateTransforms: [at('one'), at('deep.other')] })
      const { commitTime, writeResults } = await database.commit(write)
      const { one, deep } = (await database.get('a/x')).fields!
      expect(deep).toEqual(map({ other: one! }))
      expect(writeResults[0]!.transformResults).toEqual([one, one])
      const { timestampValue } = one as { timestampValue: string }
      expect(timestampValue).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/)
      expect(Date.parse(timestampValue)).toBeLessThanOrEqual(Date.parse(commitTime))
    })

    it('of an update come after its fields, in order', async () => {
      const database = open()
      const step = { fieldPath: 'v', increment: int(1) }
      const write = database.set('a/x', { v: int(5) }, { updateTransforms: [step, step] })
      const { writeResults } = await database.commit(write)
      expect(writeResults[0]!.transformResults).toEqual([int(6), int(7)])
      expect((await database.get('a/x')).fields).toEqual({ v: int(7) })
    })

    it('create what is missing', async () => {
      const database = open()
      const fieldTransforms = [{ fieldPath: 'm.n', increment: int(1) }]
      await database.commit({ transform: { document: database.name('a/x'), fieldTransforms } })
      expect((await database.get('a/x')).fields).toEqual({ m: map({ n: int(1) }) })
    })

    it('that change nothing leave the time of the last change', async () => {
      const { committed, after } = await run(int(1), { increment: int(0) })
      expect(after).toHaveProperty('v', int(1))
      expect(committed.writeResults[0]!.updateTime).not.toBe(committed.commitTime)
    })

    it('20 increments at once are all counted', async () => {
      const database = open()
      const fieldTransforms = [{ fieldPath: 'v', increment: int(1) }]
      const write = { transform: { document: database.name('a/x'), fieldTransforms } }
      const commits = Array.from({ length: 20 }, () => database.commit(write))
      const results = (await Promise.all(commits)).map(({ writeResults }) => writeResults[0])
      expect((await database.get('a/x')).fields).toEqual({ v: int(20) })
      expect(new Set(results.map((result) => JSON.stringify(result!.transformResults))).size).toBe(
        20,
      )
    })
  })
}
