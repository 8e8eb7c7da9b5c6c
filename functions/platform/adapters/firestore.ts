/** The Firestore adapter, which never logs a document. */
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { createEncoder, type Position, type Query, type Write } from './firestore-requests.ts'
import {
  createFirestoreRest,
  type FirestoreFailure,
  type FirestoreOptions,
  type FirestoreRest,
  isBatchResponse,
  isCommitResponse,
  isDocument,
  isQueryResponse,
  notFirestoreFailure,
  parseCountResponse,
  type RestDocument,
} from './firestore-rest.ts'
import { decodeFields, type Fields } from './firestore-values.ts'

export type { Position, Query, Write } from './firestore-requests.ts'
export type { FirestoreFailure, FirestoreOptions } from './firestore-rest.ts'

export type StoredDocument = {
  /** The last segment of the document's path. */
  readonly id: string
  readonly fields: Fields
  /** A time to the microsecond in Firestore's format, for preconditions. */
  readonly updateTime: string
}

/**
 * Writes a document that hasn't changed since it was read; otherwise the commit fails with `conflict`. Without an
 * `updateTime`, the document must not exist.
 */
export const createSafeWrite = (
  path: string,
  updateTime: string | null | undefined,
  fields: object,
) => ({
  set: path,
  fields: { ...fields },
  ...(updateTime == null ? { ifExists: false } : { ifUpdatedAt: updateTime }),
})

type QueryResult = {
  readonly documents: StoredDocument[]
  /** The position of each document, if the query is ordered by a field. */
  readonly positions?: Position[]
  readonly readAt: Date
}

export type CommitResult = {
  /** The time of the commit. Later reads include it. */
  readonly at: string
  /** The update time of each document written, for preconditions. */
  readonly updateTimes: readonly string[]
}

export type Firestore = {
  get(path: string): Promise<Result<StoredDocument | null, FirestoreFailure>>
  /** Returns documents in the order of the paths, all from the same moment; null for a missing one. */
  getAll(
    paths: readonly string[],
    fields?: readonly string[],
  ): Promise<Result<readonly (StoredDocument | null)[], FirestoreFailure>>
  /** Stores all writes or none. */
  commit(writes: readonly Write[]): Promise<Result<CommitResult, FirestoreFailure>>
  /** Costs one read per document. */
  query(query: Query): Promise<Result<QueryResult, FirestoreFailure>>
  /** Counts the documents that a query finds. Costs a read per thousand, and at least one. */
  count(query: Omit<Query, 'limit' | 'fields'>): Promise<Result<number, FirestoreFailure>>
  /** Runs `query` in pages, for large collections. `readAt` is the first page's. Ends after a failure. */
  pages(query: Query): AsyncGenerator<Result<QueryResult, FirestoreFailure>>
}

const pageSize = 500

const preconditionCodes = new Set(['FAILED_PRECONDITION', 'ALREADY_EXISTS', 'ABORTED'])

function decodeDocument({
  name,
  fields,
  updateTime,
}: RestDocument): Result<StoredDocument, FirestoreFailure> {
  const id = name.slice(name.lastIndexOf('/') + 1)
  try {
    return succeed({ id, fields: decodeFields(fields ?? {}), updateTime })
  } catch (error) {
    const reason = `${name}: ${error instanceof Error ? error.message : 'unreadable'}`
    return fail({ kind: 'rejected', status: 200, reason })
  }
}

export function createFirestore(options: FirestoreOptions): Firestore {
  return createFirestoreFrom(createFirestoreRest(options))
}

export function createFirestoreFrom({ root, call }: FirestoreRest): Firestore {
  const { toDocumentName, encodeWrite, getParentName, createQueryBody } = createEncoder(root)

  return {
    async get(path) {
      const response = await call(toDocumentName(path))
      if (response.ok)
        return isDocument(response.value)
          ? decodeDocument(response.value)
          : fail(notFirestoreFailure)
      if (response.failure.kind === 'rejected' && response.failure.status === 404)
        return succeed(null)
      return response
    },

    async getAll(paths, fields) {
      if (paths.length === 0) return succeed([])
      const names = paths.map(toDocumentName)
      const response = await call(`${root}:batchGet`, {
        documents: names,
        ...(fields ? { mask: { fieldPaths: fields } } : {}),
      })
      if (!response.ok) return response
      if (!isBatchResponse(response.value)) return fail(notFirestoreFailure)
      const found = new Map<string, StoredDocument | null>()
      for (const row of response.value) {
        if (row.missing !== undefined) found.set(row.missing, null)
        if (!row.found) continue
        const decoded = decodeDocument(row.found)
        if (!decoded.ok) return decoded
        found.set(row.found.name, decoded.value)
      }
      const documents = names.map((name) => found.get(name))
      if (documents.includes(undefined)) return fail(notFirestoreFailure)
      return succeed(documents as (StoredDocument | null)[])
    },

    async commit(writes) {
      const response = await call(`${root}:commit`, { writes: writes.map(encodeWrite) })
      if (response.ok) {
        if (!isCommitResponse(response.value)) return fail(notFirestoreFailure)
        const { commitTime, writeResults = [] } = response.value
        // Deletions have no update time, so the commit's is used.
        const updateTimes = writeResults.map(({ updateTime }) => updateTime ?? commitTime)
        return succeed({ at: commitTime, updateTimes })
      }
      const { failure } = response
      // On other calls, FAILED_PRECONDITION means that an index is missing.
      const isConflict = failure.kind === 'rejected' && preconditionCodes.has(failure.code ?? '')
      return isConflict ? fail({ kind: 'conflict' }) : response
    },

    async query(query) {
      const documents: StoredDocument[] = []
      const positions: Position[] = []
      let readAt = new Date(0)
      for await (const page of this.pages(query)) {
        if (!page.ok) return page
        documents.push(...page.value.documents)
        positions.push(...(page.value.positions ?? []))
        readAt = page.value.readAt
      }
      return succeed({ documents, readAt, ...(query.orderBy ? { positions } : {}) })
    },

    async count(query) {
      const response = await call(`${getParentName(query)}:runAggregationQuery`, {
        structuredAggregationQuery: {
          ...createQueryBody(query),
          aggregations: [{ alias: 'count', count: {} }],
        },
      })
      if (!response.ok) return response
      const count = parseCountResponse(response.value)
      return count === null ? fail(notFirestoreFailure) : succeed(count)
    },

    async *pages(query) {
      let readAt: Date | undefined
      let after: Pick<RestDocument, 'name' | 'fields'> | undefined
      while (true) {
        const response = await call(
          `${getParentName(query)}:runQuery`,
          createQueryBody({ limit: pageSize, ...query }, after),
        )
        if (!response.ok) return yield response
        if (!isQueryResponse(response.value)) return yield fail(notFirestoreFailure)
        const rows = response.value
        // Changes made while later pages are being read will be read again next time.
        readAt ??= new Date(rows[0]!.readTime)
        const documents: StoredDocument[] = []
        const positions: Position[] = []
        let read = 0
        for (const { document } of rows) {
          if (!document) continue
          const decoded = decodeDocument(document)
          if (!decoded.ok) return yield decoded
          documents.push(decoded.value)
          if (query.orderBy)
            positions.push({ value: document.fields![query.orderBy]!, id: decoded.value.id })
          after = document
          read++
        }
        yield succeed({ documents, readAt, ...(query.orderBy ? { positions } : {}) })
        if (read < pageSize || query.limit !== undefined) return
      }
    },
  }
}
