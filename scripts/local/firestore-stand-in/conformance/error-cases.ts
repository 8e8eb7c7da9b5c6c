/** What is missing, wrong or too large, and the shape in which that is said. */
import { describe, expect, it } from 'vitest'
import { by, errorOf, from, int, list, type OpenDatabase, text, where } from './wire-client.ts'

export function errorCases(open: OpenDatabase) {
  const query = (parts: object) => ({ structuredQuery: { from: from('a'), ...parts } })
  const write = (parts: object) => ({ writes: [parts] })
  /** `NAME` stands for the documents of the case's database. */
  const update = (fields: unknown, name = 'NAME/a/x', parts: object = {}) =>
    write({ update: { name, fields }, ...parts })
  const transform = (parts: object) =>
    write({ transform: { document: 'NAME/a/x', fieldTransforms: [{ fieldPath: 'v', ...parts }] } })
  const cursor = (...values: object[]) => ({ startAt: { values } })

  const requests: [what: string, method: string, body: unknown][] = [
    ['what is not JSON', 'commit', '{"writes":'],
    ['a member that there is not', 'commit', { writez: [] }],
    ['a write without an operation', 'commit', write({})],
    [
      'a write with two operations',
      'commit',
      write({ delete: 'NAME/a/x', update: { name: 'NAME/a/x' } }),
    ],
    ['a value of no type', 'commit', update({ v: {} })],
    ['a value of two types', 'commit', update({ v: { integerValue: '1', stringValue: 'x' } })],
    ['a value of a type that there is not', 'commit', update({ v: { moneyValue: '1' } })],
    ['an integer beyond 64 bits', 'commit', update({ v: int('9223372036854775808') })],
    ['an integer that is none', 'commit', update({ v: int('x') })],
    ['a double that is none', 'commit', update({ v: { doubleValue: 'x' } })],
    ['a boolean that is none', 'commit', update({ v: { booleanValue: 'x' } })],
    ['a time that is none', 'commit', update({ v: { timestampValue: 'yesterday' } })],
    ['bytes that are no base64', 'commit', update({ v: { bytesValue: '@@' } })],
    ['a place beyond the pole', 'commit', update({ v: { geoPointValue: { latitude: 91 } } })],
    ['a list in a list', 'commit', update({ v: list(list(int(1))) })],
    ['a field without a name', 'commit', update({ '': int(1) })],
    ['a field of a reserved name', 'commit', update({ __v__: int(1) })],
    ['a name that is none', 'commit', update({}, 'nonsense')],
    ['the name of a collection', 'commit', update({}, 'NAME/a')],
    ['a name with an empty part', 'commit', update({}, 'NAME/a//b')],
    ['a name with a dot for a part', 'commit', update({}, 'NAME/a/.')],
    ['a reserved id', 'commit', update({}, 'NAME/a/__x__')],
    [
      'a mask of no path',
      'commit',
      update({}, 'NAME/a/x', { updateMask: { fieldPaths: ['a b'] } }),
    ],
    [
      'two preconditions',
      'commit',
      update({}, 'NAME/a/x', {
        currentDocument: { exists: true, updateTime: '2026-01-01T00:00:00Z' },
      }),
    ],
    [
      'a deletion with transforms',
      'commit',
      write({ delete: 'NAME/a/x', updateTransforms: [{ fieldPath: 'v', increment: int(1) }] }),
    ],
    ['an empty transform', 'commit', transform({})],
    ['an increment by what is no number', 'commit', transform({ increment: text('x') })],
    ['a maximum of what is no number', 'commit', transform({ maximum: text('x') })],
    ['a server value that there is not', 'commit', transform({ setToServerValue: 'RANDOM' })],
    ['a text of more than a megabyte', 'commit', update({ v: text('x'.repeat(2 ** 20)) })],
    [
      'a document of more than a megabyte',
      'commit',
      update({ v: text('x'.repeat(600_000)), w: text('x'.repeat(600_000)) }),
    ],
    ['batchGet of no name', 'batchGet', { documents: ['nonsense'] }],
    ['a query that is none', 'runQuery', {}],
    ['a query with a part that there is not', 'runQuery', query({ having: 1 })],
    ['a query of two collections', 'runQuery', query({ from: [...from('a'), ...from('b')] })],
    ['a query of a path', 'runQuery', query({ from: from('a/b') })],
    ['a negative limit', 'runQuery', query({ limit: -1 })],
    ['an operator that there is not', 'runQuery', query({ where: where('v', 'LIKE', int(1)) })],
    ['a filter of no path', 'runQuery', query({ where: where('a b', 'EQUAL', int(1)) })],
    ['an order of no path', 'runQuery', query({ orderBy: [by('a..b')] })],
    ['an order of a field twice', 'runQuery', query({ orderBy: [by('v'), by('v')] })],
    ['an order behind that of names', 'runQuery', query({ orderBy: [by('__name__'), by('v')] })],
    [
      'a cursor longer than the order',
      'runQuery',
      query({ orderBy: [by('v')], ...cursor(int(1), int(2)) }),
    ],
    [
      'a cursor of names that holds none',
      'runQuery',
      query({ orderBy: [by('__name__')], ...cursor(text('x')) }),
    ],
    [
      'a filter of names that holds none',
      'runQuery',
      query({ where: where('__name__', 'EQUAL', text('x')) }),
    ],
    ['IN of nothing', 'runQuery', query({ where: where('v', 'IN', list()) })],
    ['IN of no list', 'runQuery', query({ where: where('v', 'IN', int(1)) })],
    [
      'IN of 31 values',
      'runQuery',
      query({
        where: where('v', 'IN', list(...Array.from({ length: 31 }, (_, value) => int(value)))),
      }),
    ],
    [
      'a filter by a field of all collections',
      'runQuery',
      query({ from: [{ allDescendants: true }], where: where('v', 'EQUAL', int(1)) }),
    ],
    [
      'an order by a field of all collections',
      'runQuery',
      query({ from: [{ allDescendants: true }], orderBy: [by('v')] }),
    ],
  ]

  describe('errors', () => {
    it('a document that is missing is NOT_FOUND, with its name', async () => {
      const database = open()
      const answer = await database.tryGet('a/none')
      expect(answer.status).toBe(404)
      expect(errorOf(answer)).toMatchObject({ code: 404, status: 'NOT_FOUND' })
      expect(errorOf(answer).message).toContain(database.name('a/none'))
    })

    it.each(requests)('%s is refused', async (_, method, body) => {
      const database = open()
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const path = `${database.root}:${method}`
      const answer = await database.post(path, sent.replaceAll('NAME', database.root))
      expect(answer.status).toBe(400)
      const error = errorOf(answer)
      expect(error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
      expect(error.message).toMatch(/\w/)
      expect((await database.tryGet('a/x')).status).toBe(404)
    })

    // In production an index can be made for it.
    it('an order of names turned around is refused', async () => {
      const orderBy = [by('__name__', 'DESCENDING')]
      const answer = await open().tryQuery({ from: from('a'), orderBy })
      expect(errorOf(answer)).toMatchObject({ code: 400, status: 'FAILED_PRECONDITION' })
    })

    it('a query below a collection is refused', async () => {
      const database = open()
      const answer = await database.tryQuery({ from: from('b') }, database.name('a'))
      expect(errorOf(answer)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
    })
  })
}
