/** Opens databases that nothing else uses, through the product's adapter and the protocol that backups use. */
import { randomUUID } from 'node:crypto'
import {
  createFirestoreFrom,
  type Query,
  type Write,
} from '../../../../../functions/platform/adapters/firestore.ts'
import {
  createFirestoreRest,
  type FirestoreFailure,
} from '../../../../../functions/platform/adapters/firestore-rest.ts'
import type { Fields } from '../../../../../functions/platform/adapters/firestore-values.ts'
import type { Result } from '../../../../../src/domain/result.ts'

function expectOk<Value>(result: Result<Value, FirestoreFailure>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

export function openDatabase(host: string, projectId = `demo-${randomUUID()}`) {
  const wire = createFirestoreRest({
    url: `http://${host}`,
    projectId,
    token: async () => 'owner',
    timeout: 60_000,
  })
  const firestore = createFirestoreFrom(wire)
  const commit = async (...writes: Write[]) => expectOk(await firestore.commit(writes))
  return {
    wire,
    projectId,
    tryCommit: (...writes: Write[]) => firestore.commit(writes),
    commit,
    set: (set: string, fields: Fields) => commit({ set, fields }),
    /** The values of a field `v`, by id. */
    store: (collection: string, values: Readonly<Record<string, unknown>>) =>
      commit(
        ...Object.entries(values).map(([id, v]) => ({ set: `${collection}/${id}`, fields: { v } })),
      ),
    get: async (path: string) => expectOk(await firestore.get(path)),
    readFields: async (path: string) => expectOk(await firestore.get(path))?.fields,
    getAll: async (...read: Parameters<typeof firestore.getAll>) =>
      expectOk(await firestore.getAll(...read)),
    tryQuery: firestore.query.bind(firestore),
    query: async (query: Query) => expectOk(await firestore.query(query)),
    count: async (query: Query) => expectOk(await firestore.count(query)),
    async ids(query: Query): Promise<string> {
      const { documents } = expectOk(await firestore.query(query))
      return documents.map(({ id }) => id).join(' ')
    },
  }
}

export type Database = ReturnType<typeof openDatabase>
export type OpenDatabase = () => Database
