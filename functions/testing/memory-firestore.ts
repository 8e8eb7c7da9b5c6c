import { beforeEach } from 'vitest'
import {
  createInMemoryFirestore,
  type InMemoryFirestore,
} from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { unwrap } from './unwrap.ts'

export function useMemoryFirestore() {
  let database: InMemoryFirestore
  beforeEach(() => {
    database = createInMemoryFirestore()
  })

  const commit = async (writes: readonly Write[]) => unwrap(await database.firestore.commit(writes))
  return {
    get firestore() {
      return database.firestore
    },
    commit,
    store: (documents: Readonly<Record<string, Fields>>) =>
      commit(Object.entries(documents).map(([set, fields]) => ({ set, fields }))),
    async read(path: string): Promise<Fields | null> {
      return unwrap(await database.firestore.get(path))?.fields ?? null
    },
    async list(collection: string) {
      return unwrap(await database.firestore.query({ collection })).documents
    },
  }
}
