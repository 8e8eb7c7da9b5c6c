import { afterEach, describe, expect, it } from 'vitest'
import type { Query } from '../../../functions/adapters/firestore.ts'
import { deployedIndexes, type Indexes } from './composite-index.ts'
import { type InMemory, inMemoryFirestore } from './in-memory.ts'

let open: InMemory | undefined
afterEach(() => open?.close())

async function ask(query: Omit<Query, 'collection'>, indexes?: Indexes, collection = 'articles') {
  open = inMemoryFirestore(indexes)
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
    ['of everything', {}],
    ['of what equals', { where: [status] }],
    ['of what equals in two fields, from a name on', { where: [status, access], afterId: 'a' }],
    ['in the order of a field', { orderBy: 'updatedAt' }],
    ['of a range in its order', { where: [since], orderBy: 'updatedAt', newestFirst: true }],
    ['of a range without an order', { where: [since] }],
    ['in the order of the field that equals', { where: [status], orderBy: 'status' }],
  ])('%s needs no index but Firestore’s own', async (_, query) => {
    expect(await ask(query, deployedIndexes())).toBe('answered')
  })

  it.each<[string, Omit<Query, 'collection'>]>([
    ['of what equals, in another order', { where: [status], orderBy: 'updatedAt' }],
    ['of what equals within a range', { where: [status, since] }],
    ['of a range in another order', { where: [since], orderBy: 'publishedAt' }],
  ])('%s is refused, as in production', async (_, query) => {
    expect(await ask(query, { indexes: [], fieldOverrides: [] })).toMatch(refusal)
  })

  it('by a field that has no index of its own is refused', async () => {
    const where = [{ field: 'fields', is: 'EQUAL', value: '' } as const]
    expect(await ask({ where }, deployedIndexes(), 'revisions')).toMatch(refusal)
    expect(await ask({ where }, deployedIndexes(), 'others')).toBe('answered')
  })

  it('is answered with the index that the refusal names, in either direction', async () => {
    const query: Omit<Query, 'collection'> = { where: [access, status], orderBy: 'updatedAt' }
    const refused = await ask(query, { indexes: [], fieldOverrides: [] })
    const index = JSON.parse(/index: (\{.*\})"/.exec(refused)![1]!.replaceAll('\\"', '"'))
    expect(index).toMatchObject({ collectionGroup: 'articles', queryScope: 'COLLECTION' })
    const listed = { indexes: [index], fieldOverrides: [] }
    expect(await ask(query, listed)).toBe('answered')
    expect(await ask({ ...query, newestFirst: true }, listed)).toBe('answered')
    expect(await ask(query, listed, 'pages')).toMatch(refusal)
    expect(await ask({ ...query, orderBy: 'publishedAt' }, listed)).toMatch(refusal)
    expect(await ask({ ...query, where: [status] }, listed)).toMatch(refusal)
  })
})
