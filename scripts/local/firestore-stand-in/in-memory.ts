/** A database of one test's own: the adapter over the stand-in's methods, without HTTP or a file. */
import { type Firestore, firestoreOver } from '../../../functions/adapters/firestore.ts'
import { failureOf } from '../../../functions/adapters/firestore-wire.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import { deployedIndexes } from './composite-index.ts'
import { failureAnswer } from './failure.ts'
import { getDocument, methods } from './methods.ts'
import { check, parentName } from './requests.ts'
import { openStore } from './store.ts'

export type InMemory = { readonly firestore: Firestore; close(): void }

export function inMemoryFirestore(indexes = deployedIndexes()): InMemory {
  const store = openStore(':memory:', indexes)
  const answer = (path: string, body: unknown) => {
    if (body === undefined) return getDocument(store, path, new URLSearchParams())
    const at = path.lastIndexOf(':')
    const parent = check(parentName, path.slice(0, at))
    if (!parent.ok) return parent
    // As it would travel.
    const request: unknown = JSON.parse(JSON.stringify(body))
    return methods[path.slice(at + 1) as keyof typeof methods](store, parent.value, request)
  }
  const firestore = firestoreOver({
    root: 'projects/demo-memory/databases/(default)/documents',
    async call(path, body) {
      const answered = answer(path, body)
      if (answered.ok) return succeed(JSON.parse(answered.value))
      const refusal = failureAnswer(answered.failure)
      return fail(failureOf(refusal.code, refusal.body))
    },
  })
  return { firestore, close: () => store.close() }
}
