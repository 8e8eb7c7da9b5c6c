/** Creates a database for one test: the adapter over the fake's methods, without HTTP or a file. */
import {
  createFirestoreFrom,
  type Firestore,
} from '../../../../functions/platform/adapters/firestore.ts'
import { toFailure } from '../../../../functions/platform/adapters/firestore-rest.ts'
import { fail, succeed } from '../../../../src/domain/result.ts'
import { readDeployedIndexes } from './composite-index.ts'
import { openDocumentStore } from './document-store.ts'
import { parseRequest } from './request-schemas.ts'
import { parentName } from './resource-names.ts'
import { toErrorResponse } from './rpc-failure.ts'
import { getDocument, methods } from './rpc-methods.ts'

export type InMemoryFirestore = { readonly firestore: Firestore; close(): void }

export function createInMemoryFirestore(indexes = readDeployedIndexes()): InMemoryFirestore {
  const store = openDocumentStore(':memory:', indexes)
  const handleCall = (path: string, body: unknown) => {
    if (body === undefined) return getDocument(store, path)
    const at = path.lastIndexOf(':')
    const parent = parseRequest(parentName, path.slice(0, at))
    if (!parent.ok) return parent
    // Copies the body, as HTTP would.
    const request: unknown = JSON.parse(JSON.stringify(body))
    return methods[path.slice(at + 1) as keyof typeof methods](store, parent.value, request)
  }
  const firestore = createFirestoreFrom({
    root: 'projects/demo-memory/databases/(default)/documents',
    async call(path, body) {
      const result = handleCall(path, body)
      if (result.ok) return succeed(JSON.parse(result.value))
      const errorResponse = toErrorResponse(result.failure)
      return fail(toFailure(errorResponse.code, errorResponse.body))
    },
  })
  return { firestore, close: () => store.close() }
}
