import { afterEach, describe, expect, it } from 'vitest'
import type { Query } from '../../../../functions/platform/adapters/firestore.ts'
import { type Indexes, readDeployedIndexes } from './composite-index.ts'
import { createInMemoryFirestore, type InMemoryFirestore } from './in-memory-firestore.ts'

let open: InMemoryFirestore | undefined
afterEach(() => open?.close())

async function runQuery(
  query: Omit<Query, 'collection'>,
  indexes?: Indexes,
  collection = 'articles',
) {
  open = createInMemoryFirestore(indexes)
  const answer = await open.firestore.query({ collection, ...query })
  if (answer.ok) return 'answered'
  return answer.failure.kind === 'rejected' ? answer.failure.reason : answer.failure.kind
}

const status = { field: 'status', is: 'EQUAL', value: 'draft' } as const
const access = { field: 'access', is: 'EQUAL', value: 'public' } as const
const since = { field: 'updatedAt', is: 'GREATER_THAN', value: new Date(0) } as const
const refusal = /FAILED_PRECONDITION|requires an index/

describe('a query', () => {
  it.each<[string, Omit<Query, 'collection'>]>([
    ['without filters', {}],
    ['with an equality', { where: [status] }],
    ['with two equalities and a cursor', { where: [status, access], afterId: 'a' }],
    ['in a field’s order', { orderBy: 'updatedAt' }],
    ['on a range, in its order', { where: [since], orderBy: 'updatedAt', newestFirst: true }],
    ['in the order of the equal field', { where: [status], orderBy: 'status' }],
  ])('needs no index of our own %s', async (_, query) => {
    expect(await runQuery(query, readDeployedIndexes())).toBe('answered')
  })

  it.each<[string, Omit<Query, 'collection'>]>([
    ['with an equality, in another order', { where: [status], orderBy: 'updatedAt' }],
    ['with an equality and a range', { where: [status, since], orderBy: 'updatedAt' }],
  ])('is refused %s, as in production', async (_, query) => {
    expect(await runQuery(query, { indexes: [], fieldOverrides: [] })).toMatch(refusal)
  })

  it('is refused for a field without an index', async () => {
    const where = [{ field: 'fields', is: 'EQUAL', value: '' } as const]
    expect(await runQuery({ where }, readDeployedIndexes(), 'revisions')).toMatch(refusal)
    expect(await runQuery({ where }, readDeployedIndexes(), 'others')).toBe('answered')
  })

  it('succeeds with the index that the refusal names, in both directions', async () => {
    const query: Omit<Query, 'collection'> = { where: [access, status], orderBy: 'updatedAt' }
    const refused = await runQuery(query, { indexes: [], fieldOverrides: [] })
    const index = JSON.parse(/index: (\{.*\})"/.exec(refused)![1]!.replaceAll('\\"', '"'))
    expect(index).toMatchObject({ collectionGroup: 'articles', queryScope: 'COLLECTION' })
    const listed = { indexes: [index], fieldOverrides: [] }
    expect(await runQuery(query, listed)).toBe('answered')
    expect(await runQuery({ ...query, newestFirst: true }, listed)).toBe('answered')
    expect(await runQuery(query, listed, 'pages')).toMatch(refusal)
    expect(await runQuery({ ...query, orderBy: 'publishedAt' }, listed)).toMatch(refusal)
    expect(await runQuery({ ...query, where: [status] }, listed)).toMatch(refusal)
  })
})
