/**
 * Firestore over its v1 REST protocol, for the Worker and for the project's scripts. Knows nothing
 * of what it stores. Never logs a document.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { decodeFields, encodeFields, encodeValue, type Fields } from './firestore-values.ts'
import {
  createFirestoreWire,
  type FirestoreFailure,
  type FirestoreOptions,
  type FirestoreWire,
  isBatchAnswer,
  isCommitAnswer,
  isDocument,
  isQueryAnswer,
  notFirestore,
  type WireDocument,
} from './firestore-wire.ts'

export type { FirestoreFailure, FirestoreOptions } from './firestore-wire.ts'

export type StoredDocument = {
  /** The last segment of the path. */
  readonly id: string
  readonly fields: Fields
  /** As Firestore prints it: for preconditions, to the microsecond. */
  readonly updateTime: string
}

export type Write =
  | {
      readonly set: string
      readonly fields: Fields
      /** Fields that take the time of the commit by the database's clock. */
      readonly serverTimes?: readonly string[]
      readonly ifExists?: boolean
      readonly ifUpdatedAt?: string
      /** Leaves the document's other fields as they are. */
      readonly merge?: true
    }
  | { readonly remove: string; readonly ifUpdatedAt?: string }

type Operator =
  | 'EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  /** Any of the values in an array. */
  | 'IN'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'

export type Query = {
  readonly collection: string
  /** The document whose subcollection it is; the database's own collection without. */
  readonly under?: string
  readonly where?: readonly { field: string; is: Operator; value: unknown }[]
  /** Ascending; the document's name settles ties. */
  readonly orderBy?: string
  /** The other way round. */
  readonly newestFirst?: boolean
  /** So many documents at most, 500 or fewer. */
  readonly limit?: number
  /** Only these fields come with the documents. */
  readonly fields?: readonly string[]
  /** Only what comes after the document of this id: for queries that are in the order of their names. */
  readonly afterId?: string
}
export type QueryAnswer = { readonly documents: StoredDocument[]; readonly readAt: Date }

export type Committed = {
  /** The time of the commit by the database's clock: a read at this time or later sees it. */
  readonly at: string
  /** For the next precondition of each document written, in the order of the writes. */
  readonly updateTimes: readonly string[]
}

export type Firestore = {
  get(path: string): Promise<Result<StoredDocument | null, FirestoreFailure>>
  /** In the order of the paths, null where there is none; all of them as of one moment. */
  getAll(
    paths: readonly string[],
    /** Only these fields come with the documents. */
    fields?: readonly string[],
  ): Promise<Result<readonly (StoredDocument | null)[], FirestoreFailure>>
  /** All writes or none. */
  commit(writes: readonly Write[]): Promise<Result<Committed, FirestoreFailure>>
  /** Every document that matches. Costs one read a document. */
  query(query: Query): Promise<Result<QueryAnswer, FirestoreFailure>>
  /**
   * The same, page by page, for collections that need not fit into memory. `readAt` is that of the
   * first page. Ends after a failure.
   */
  pages(query: Query): AsyncGenerator<Result<QueryAnswer, FirestoreFailure>>
}

const pageSize = 500

const preconditionCodes = new Set(['FAILED_PRECONDITION', 'ALREADY_EXISTS', 'ABORTED'])

function decodeDocument({
  name,
  fields,
  updateTime,
}: WireDocument): Result<StoredDocument, FirestoreFailure> {
  const id = name.slice(name.lastIndexOf('/') + 1)
  try {
    return succeed({ id, fields: decodeFields(fields ?? {}), updateTime })
  } catch (error) {
    const reason = `${name}: ${error instanceof Error ? error.message : 'unreadable'}`
    return fail({ kind: 'rejected', status: 200, reason })
  }
}

export function createFirestore(options: FirestoreOptions): Firestore {
  return firestoreOver(createFirestoreWire(options))
}

/** The same over a wire of the caller's own. */
export function firestoreOver({ root, call }: FirestoreWire): Firestore {
  const nameOf = (path: string) => `${root}/${path}`

  function encodeWrite(write: Write) {
    if ('remove' in write) {
      const precondition = write.ifUpdatedAt && { updateTime: write.ifUpdatedAt }
      return {
        delete: nameOf(write.remove),
        ...(precondition ? { currentDocument: precondition } : {}),
      }
    }
    const precondition = {
      ...(write.ifExists === undefined ? {} : { exists: write.ifExists }),
      ...(write.ifUpdatedAt === undefined ? {} : { updateTime: write.ifUpdatedAt }),
    }
    return {
      update: { name: nameOf(write.set), fields: encodeFields(write.fields) },
      ...(write.merge ? { updateMask: { fieldPaths: Object.keys(write.fields) } } : {}),
      ...(write.serverTimes
        ? {
            updateTransforms: write.serverTimes.map((fieldPath) => ({
              fieldPath,
              setToServerValue: 'REQUEST_TIME',
            })),
          }
        : {}),
      ...(Object.keys(precondition).length > 0 ? { currentDocument: precondition } : {}),
    }
  }

  function structuredQuery(
    { collection, where = [], orderBy, newestFirst, limit = pageSize, fields }: Query,
    after?: Pick<WireDocument, 'name' | 'fields'>,
  ) {
    const filters = where.map(({ field, is, value }) => ({
      fieldFilter: { field: { fieldPath: field }, op: is, value: encodeValue(value) },
    }))
    const orders = [...(orderBy ? [orderBy] : []), '__name__']
    // As it came: decoded, an instant has lost its microseconds and would be passed again.
    const cursor = after && [
      ...(orderBy ? [after.fields![orderBy]!] : []),
      { referenceValue: after.name },
    ]
    return {
      structuredQuery: {
        from: [{ collectionId: collection }],
        // The cursor is made of the field that orders.
        ...(fields
          ? {
              select: {
                fields: [...fields, ...(orderBy && !fields.includes(orderBy) ? [orderBy] : [])].map(
                  (fieldPath) => ({ fieldPath }),
                ),
              },
            }
          : {}),
        ...(filters.length > 0 ? { where: { compositeFilter: { op: 'AND', filters } } } : {}),
        orderBy: orders.map((fieldPath) => ({
          field: { fieldPath },
          direction: newestFirst ? 'DESCENDING' : 'ASCENDING',
        })),
        limit,
        ...(cursor ? { startAt: { values: cursor, before: false } } : {}),
      },
    }
  }

  return {
    async get(path) {
      const answer = await call(nameOf(path))
      if (answer.ok)
        return isDocument(answer.value) ? decodeDocument(answer.value) : fail(notFirestore)
      if (answer.failure.kind === 'rejected' && answer.failure.status === 404) return succeed(null)
      return answer
    },

    async getAll(paths, fields) {
      if (paths.length === 0) return succeed([])
      const names = paths.map(nameOf)
      const answer = await call(`${root}:batchGet`, {
        documents: names,
        ...(fields ? { mask: { fieldPaths: fields } } : {}),
      })
      if (!answer.ok) return answer
      if (!isBatchAnswer(answer.value)) return fail(notFirestore)
      const found = new Map<string, StoredDocument | null>()
      for (const row of answer.value) {
        if (row.missing !== undefined) found.set(row.missing, null)
        if (!row.found) continue
        const decoded = decodeDocument(row.found)
        if (!decoded.ok) return decoded
        found.set(row.found.name, decoded.value)
      }
      const documents = names.map((name) => found.get(name))
      // What is neither found nor missing was not answered.
      if (documents.includes(undefined)) return fail(notFirestore)
      return succeed(documents as (StoredDocument | null)[])
    },

    async commit(writes) {
      const answer = await call(`${root}:commit`, { writes: writes.map(encodeWrite) })
      if (answer.ok) {
        if (!isCommitAnswer(answer.value)) return fail(notFirestore)
        const { commitTime, writeResults = [] } = answer.value
        // What removes has no time of its own.
        const updateTimes = writeResults.map(({ updateTime }) => updateTime ?? commitTime)
        return succeed({ at: commitTime, updateTimes })
      }
      const { failure } = answer
      // Elsewhere FAILED_PRECONDITION says that an index is missing.
      const isConflict = failure.kind === 'rejected' && preconditionCodes.has(failure.code ?? '')
      return isConflict ? fail({ kind: 'conflict' }) : answer
    },

    async query(query) {
      const documents: StoredDocument[] = []
      let readAt = new Date(0)
      for await (const page of this.pages(query)) {
        if (!page.ok) return page
        documents.push(...page.value.documents)
        readAt = page.value.readAt
      }
      return succeed({ documents, readAt })
    },

    async *pages(query) {
      let readAt: Date | undefined
      const parent = query.under === undefined ? root : nameOf(query.under)
      let after: Pick<WireDocument, 'name' | 'fields'> | undefined =
        query.afterId === undefined
          ? undefined
          : { name: `${parent}/${query.collection}/${query.afterId}` }
      while (true) {
        const answer = await call(`${parent}:runQuery`, structuredQuery(query, after))
        if (!answer.ok) return yield answer
        if (!isQueryAnswer(answer.value)) return yield fail(notFirestore)
        const rows = answer.value
        // The first page's time: what changes while later ones are read is read again next time.
        readAt ??= new Date(rows[0]!.readTime)
        const documents: StoredDocument[] = []
        let read = 0
        for (const { document } of rows) {
          if (!document) continue
          const decoded = decodeDocument(document)
          if (!decoded.ok) return yield decoded
          documents.push(decoded.value)
          after = document
          read++
        }
        yield succeed({ documents, readAt })
        if (read < pageSize || query.limit !== undefined) return
      }
    },
  }
}
