/** Reads and writes whole databases. Values are never decoded, so they keep their last digit. */
import {
  type FirestoreRest,
  isCommitResponse,
  isQueryResponse,
  notFirestoreFailure,
  type QueryRow,
} from '../../../functions/platform/adapters/firestore-rest.ts'
import { CommandError } from '../../shared/command-error.ts'
import { connectFirestoreWire } from '../../shared/connect-firestore.ts'
import { describeFirestoreFailure } from '../../shared/describe-firestore-failure.ts'
import {
  type Environment,
  operatorVariables,
  parseOperatorEnvironment,
} from '../../shared/operator-environment.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import { comparePaths } from './document-order.ts'

export type RawDocument = {
  /** Relative to the database: `articles/a-slug`. */
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

export type RawWrite = { readonly set: RawDocument } | { readonly remove: string }

export type Database = { readonly projectId: string; readonly wire: FirestoreRest }

const variablesSchema = operatorVariables.pick({
  FIREBASE_PROJECT_ID: true,
  FIREBASE_SERVICE_ACCOUNT: true,
  FIRESTORE_URL: true,
})

export function openDatabase(source?: Environment): Database {
  const environment = parseOperatorEnvironment(variablesSchema, source)
  const wire = withRetries(connectFirestoreWire(environment))
  return { projectId: environment.FIREBASE_PROJECT_ID, wire }
}

/** Retries while Firestore is unavailable. Must only wrap repeatable calls, as all calls in this file are. */
export function withRetries(wire: FirestoreRest, delays = [1000, 2000, 4000, 8000]): FirestoreRest {
  return {
    root: wire.root,
    call: (path, body) =>
      repeatWhile(
        (response) => !response.ok && response.failure.kind === 'unavailable',
        () => wire.call(path, body),
        { delays },
      ),
  }
}

/** The response's shape is checked: another server's empty list would make an empty backup. */
async function callFirestore(
  wire: FirestoreRest,
  method: 'commit' | 'runQuery',
  body: unknown,
  isValidResponse: (value: unknown) => boolean,
): Promise<unknown> {
  const response = await wire.call(`${wire.root}:${method}`, body)
  if (response.ok && isValidResponse(response.value)) return response.value
  const failure = response.ok ? notFirestoreFailure : response.failure
  const activity = method === 'commit' ? 'Writing to the database' : 'Reading the database'
  throw new CommandError(describeFirestoreFailure(activity, failure))
}

const pageSize = 200

/**
 * Yields all collections and subcollections, ordered by path, at one read per document. It isn't a snapshot: a
 * document that changes meanwhile is in either state. Google's recursive deletion uses this query.
 */
export async function* readDocuments(wire: FirestoreRest): AsyncGenerator<RawDocument> {
  let last: RawDocument | undefined
  for (;;) {
    const cursor = last && { values: [{ referenceValue: `${wire.root}/${last.path}` }] }
    const structuredQuery = {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      limit: pageSize,
      ...(cursor ? { startAt: { ...cursor, before: false } } : {}),
    }
    const rows = await callFirestore(wire, 'runQuery', { structuredQuery }, isQueryResponse)
    let rowCount = 0
    for (const { document } of rows as QueryRow[]) {
      if (!document) continue
      const path = document.name.slice(wire.root.length + 1)
      if (last && comparePaths(last.path, path) >= 0) {
        throw new CommandError(
          `Firestore returned documents out of order: ${path} after ${last.path}. Run the same command again.`,
        )
      }
      last = { path, fields: document.fields ?? {} }
      rowCount++
      yield last
    }
    if (rowCount < pageSize) return
  }
}

/** Firestore accepts 10 MiB per commit, its emulator 4 MiB. */
const writesPerCommit = 400
const bytesPerCommit = 3 * 1024 * 1024

/** Commits writes in batches. Repeating them changes nothing. */
export async function commitAll(wire: FirestoreRest, writes: AsyncIterable<RawWrite>) {
  let batch: unknown[] = []
  let bytes = 0
  const commit = async () => {
    if (batch.length > 0) await callFirestore(wire, 'commit', { writes: batch }, isCommitResponse)
    batch = []
    bytes = 0
  }
  for await (const write of writes) {
    const encoded =
      'remove' in write
        ? { delete: `${wire.root}/${write.remove}` }
        : { update: { name: `${wire.root}/${write.set.path}`, fields: write.set.fields } }
    const size = Buffer.byteLength(JSON.stringify(encoded))
    if (batch.length === writesPerCommit || bytes + size > bytesPerCommit) await commit()
    batch.push(encoded)
    bytes += size
  }
  await commit()
}
