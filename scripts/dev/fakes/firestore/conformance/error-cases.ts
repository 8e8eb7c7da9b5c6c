import { describe, expect, it } from 'vitest'
import { buildQuery, int, list, type OpenDatabase, readError, text, where } from './wire-client.ts'

export function defineErrorCases(open: OpenDatabase) {
  const query = (parts: object) => ({ structuredQuery: { ...buildQuery('a'), ...parts } })
  const filter = (...args: Parameters<typeof where>) => ({
    structuredQuery: buildQuery('a', { where: [where(...args)] }),
  })
  const write = (parts: object) => ({ writes: [parts] })
  /** `NAME` is replaced by the root of the case's database. */
  const update = (fields: unknown, name = 'NAME/a/x', parts: object = {}) =>
    write({ update: { name, fields }, ...parts })

  const requests: [what: string, method: string, body: unknown][] = [
    ['text that is not JSON', 'commit', '{"writes":'],
    ['a write without an operation', 'commit', write({})],
    [
      'a write with two operations',
      'commit',
      write({ delete: 'NAME/a/x', update: { name: 'NAME/a/x' } }),
    ],
    ['a value without a type', 'commit', update({ v: {} })],
    ['a value of two types', 'commit', update({ v: { integerValue: '1', stringValue: 'x' } })],
    ['an integer beyond 64 bits', 'commit', update({ v: int('9223372036854775808') })],
    ['text for an integer', 'commit', update({ v: int('x') })],
    ['text for a boolean', 'commit', update({ v: { booleanValue: 'x' } })],
    ['text for a time', 'commit', update({ v: { timestampValue: 'yesterday' } })],
    ['an array in an array', 'commit', update({ v: list(list(int(1))) })],
    ['a field without a name', 'commit', update({ '': int(1) })],
    ['a reserved field name', 'commit', update({ __v__: int(1) })],
    ['an invalid name', 'commit', update({}, 'nonsense')],
    ['the name of a collection', 'commit', update({}, 'NAME/a')],
    ['a name with an empty part', 'commit', update({}, 'NAME/a//b')],
    ['a name with a dot as a part', 'commit', update({}, 'NAME/a/.')],
    ['a reserved id', 'commit', update({}, 'NAME/a/__x__')],
    ['an invalid mask', 'commit', update({}, 'NAME/a/x', { updateMask: { fieldPaths: ['a b'] } })],
    [
      'two preconditions',
      'commit',
      update({}, 'NAME/a/x', {
        currentDocument: { exists: true, updateTime: '2026-01-01T00:00:00Z' },
      }),
    ],
    ['text of more than 1 MiB', 'commit', update({ v: text('x'.repeat(2 ** 20)) })],
    [
      'a document of more than 1 MiB',
      'commit',
      update({ v: text('x'.repeat(600_000)), w: text('x'.repeat(600_000)) }),
    ],
    ['batchGet of an invalid name', 'batchGet', { documents: ['nonsense'] }],
    ['no query', 'runQuery', {}],
    ['a query of a path', 'runQuery', query({ from: [{ collectionId: 'a/b' }] })],
    ['a negative limit', 'runQuery', query({ limit: -1 })],
    ['a filter of an invalid path', 'runQuery', filter('a b', 'EQUAL', int(1))],
    [
      'a cursor of names without a reference',
      'runQuery',
      query({ startAt: { values: [text('x')], before: false } }),
    ],
    ['no query to count', 'runAggregationQuery', {}],
    ['IN without values', 'runQuery', filter('v', 'IN', list())],
    ['IN without an array', 'runQuery', filter('v', 'IN', int(1))],
    [
      'IN with 31 values',
      'runQuery',
      filter('v', 'IN', list(...Array.from({ length: 31 }, (_, value) => int(value)))),
    ],
  ]

  describe('errors', () => {
    it('answers NOT_FOUND and the name for a missing document', async () => {
      const database = open()
      const response = await database.tryGet('a/none')
      expect(response.status).toBe(404)
      expect(readError(response)).toMatchObject({ code: 404, status: 'NOT_FOUND' })
      expect(readError(response).message).toContain(database.name('a/none'))
    })

    it.each(requests)('refuses %s', async (_, method, body) => {
      const database = open()
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const path = `${database.root}:${method}`
      const response = await database.post(path, sent.replaceAll('NAME', database.root))
      expect(response.status).toBe(400)
      const error = readError(response)
      expect(error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
      expect(error.message).toMatch(/\w/)
      expect((await database.tryGet('a/x')).status).toBe(404)
    })

    it('refuses a query below a collection', async () => {
      const database = open()
      const path = `${database.name('a')}:runQuery`
      const response = await database.post(path, { structuredQuery: buildQuery('b') })
      expect(readError(response)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
    })
  })
}
