import { expect, it } from 'vitest'
import type { Query, Write } from '../../../../../functions/platform/adapters/firestore.ts'
import type { OpenDatabase } from './open-database.ts'

const write = (fields: object, set = 'a/x'): Write => ({ set, fields: { ...fields } })
const find = (is: 'EQUAL' | 'IN', value: unknown, field = 'v'): Query => ({
  collection: 'a',
  where: [{ field, is, value }],
})

const refused: readonly (readonly [what: string, request: Write | Query])[] = [
  ['an array in an array', write({ v: [[1]] })],
  ['a field without a name', write({ '': 1 })],
  ['a reserved field name', write({ __v__: 1 })],
  ['the name of a collection', write({}, 'a')],
  ['a name with an empty part', write({}, 'a//b')],
  ['a name with a dot as a part', write({}, 'a/.')],
  ['a reserved id', write({}, 'a/__x__')],
  ['an invalid mask', { ...write({ 'a b': 1 }), merge: true }],
  ['two preconditions', { ...write({}), ifExists: true, ifUpdatedAt: '2026-01-01T00:00:00Z' }],
  ['text of more than 1 MiB', write({ v: 'x'.repeat(2 ** 20) })],
  ['a document of more than 1 MiB', write({ v: 'x'.repeat(600_000), w: 'x'.repeat(600_000) })],
  ['a filter on an invalid path', find('EQUAL', 1, 'a b')],
  ['IN without values', find('IN', [])],
  [
    'IN with 31 values',
    find(
      'IN',
      Array.from({ length: 31 }, (_, value) => value),
    ),
  ],
  ['a query below a collection', { collection: 'b', parent: 'a' }],
]

export function defineErrorCases(open: OpenDatabase) {
  it.each(refused)('the database refuses %s', async (_, request) => {
    const database = open()
    const result = await ('collection' in request
      ? database.tryQuery(request)
      : database.tryCommit(request))
    expect(result).toMatchObject({
      failure: { kind: 'rejected', status: 400, code: 'INVALID_ARGUMENT' },
    })
    expect(await database.get('a/x')).toBeNull()
  })
}
