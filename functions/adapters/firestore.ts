/**
 * Firestore over its v1 REST protocol, for the Worker and for the project's scripts. Knows nothing
 * of what it stores. Never logs a document.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  decodeFields,
  encodeFields,
  encodeValue,
  type Fields,
  type FirestoreValue,
} from './firestore-values.ts'

export type FirestoreFailure =
  /** Out of reach, too slow, or failing: try again later. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** A precondition did not hold: somebody else was first. */
  | { readonly kind: 'conflict' }
  /** Our request is wrong, or we may not make it. */
  | { readonly kind: 'rejected'; readonly status: number; readonly reason: string }

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
    }
  | { readonly remove: string }

type Operator = 'EQUAL' | 'GREATER_THAN' | 'GREATER_THAN_OR_EQUAL' | 'LESS_THAN'

export type Query = {
  readonly collection: string
  readonly where?: readonly { field: string; is: Operator; value: unknown }[]
  /** Ascending; the document's name settles ties. */
  readonly orderBy?: string
}
export type QueryAnswer = { readonly documents: StoredDocument[]; readonly readAt: Date }

export type Firestore = {
  get(path: string): Promise<Result<StoredDocument | null, FirestoreFailure>>
  /** All writes or none. */
  commit(writes: readonly Write[]): Promise<Result<void, FirestoreFailure>>
  /** Every document that matches, read in pages. Costs one read a document. */
  query(query: Query): Promise<Result<QueryAnswer, FirestoreFailure>>
}

export type FirestoreOptions = {
  /** `https://firestore.googleapis.com`, or a stand-in's address. */
  readonly url: string
  readonly projectId: string
  readonly token: () => Promise<string>
  /** Milliseconds after which a request counts as failed. */
  readonly timeout: number
}

type WireDocument = { name: string; fields?: Record<string, FirestoreValue>; updateTime: string }
type QueryRow = { document?: WireDocument; readTime: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isDocument = (value: unknown): value is WireDocument =>
  isObject(value) && typeof value.name === 'string' && typeof value.updateTime === 'string'

/** Firestore dates every answer to a query, an empty one too: a list without dates is not its. */
const isQueryAnswer = (value: unknown): value is QueryRow[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (row) =>
      isObject(row) &&
      typeof row.readTime === 'string' &&
      (row.document === undefined || isDocument(row.document)),
  )

/**
 * Whatever answers in Firestore's place, taking its word would be worse than having none: an empty
 * list would unpublish everything.
 */
const notFirestore: FirestoreFailure = { kind: 'unavailable', reason: 'not an answer of Firestore' }

const pageSize = 500

const preconditionCodes = /"(?:FAILED_PRECONDITION|ALREADY_EXISTS|ABORTED)"/

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

/**
 * 429 and 5xx pass, and so does the word of somebody else, who has no errors in Firestore's form;
 * the rest is our mistake.
 */
function failureOf(status: number, body: string): FirestoreFailure {
  if (status === 429 || status >= 500) return { kind: 'unavailable', reason: `status ${status}` }
  if (!/"status"\s*:\s*"[A-Z_]+"/.test(body)) return notFirestore
  return { kind: 'rejected', status, reason: body.slice(0, 500) }
}

/** `ECONNREFUSED` or the like where the runtime says so; else the error's name. Never an address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = isObject(error.cause) ? error.cause.code : undefined
  return typeof code === 'string' ? code : error.name
}

export function createFirestore({ url, projectId, token, timeout }: FirestoreOptions): Firestore {
  const root = `projects/${projectId}/databases/(default)/documents`
  const nameOf = (path: string) => `${root}/${path}`

  async function call(path: string, body?: unknown): Promise<Result<unknown, FirestoreFailure>> {
    try {
      const response = await fetch(`${url}/v1/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${await token()}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeout),
      })
      const text = await response.text()
      return response.ok ? succeed(JSON.parse(text)) : fail(failureOf(response.status, text))
    } catch (error) {
      // No connection, too slow, or an answer that is not JSON: all of them pass.
      return fail({ kind: 'unavailable', reason: reasonOf(error) })
    }
  }

  function encodeWrite(write: Write) {
    if ('remove' in write) return { delete: nameOf(write.remove) }
    const precondition = {
      ...(write.ifExists === undefined ? {} : { exists: write.ifExists }),
      ...(write.ifUpdatedAt === undefined ? {} : { updateTime: write.ifUpdatedAt }),
    }
    return {
      update: { name: nameOf(write.set), fields: encodeFields(write.fields) },
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

  function structuredQuery({ collection, where = [], orderBy }: Query, after?: StoredDocument) {
    const filters = where.map(({ field, is, value }) => ({
      fieldFilter: { field: { fieldPath: field }, op: is, value: encodeValue(value) },
    }))
    const orders = [...(orderBy ? [orderBy] : []), '__name__']
    const cursor = after && [
      ...(orderBy ? [encodeValue(after.fields[orderBy])] : []),
      { referenceValue: nameOf(`${collection}/${after.id}`) },
    ]
    return {
      structuredQuery: {
        from: [{ collectionId: collection }],
        ...(filters.length > 0 ? { where: { compositeFilter: { op: 'AND', filters } } } : {}),
        orderBy: orders.map((fieldPath) => ({ field: { fieldPath }, direction: 'ASCENDING' })),
        limit: pageSize,
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

    async commit(writes) {
      const answer = await call(`${root}:commit`, { writes: writes.map(encodeWrite) })
      if (answer.ok) {
        const isDone = isObject(answer.value) && typeof answer.value.commitTime === 'string'
        return isDone ? succeed(undefined) : fail(notFirestore)
      }
      const { failure } = answer
      // Elsewhere FAILED_PRECONDITION says that an index is missing.
      const isConflict = failure.kind === 'rejected' && preconditionCodes.test(failure.reason)
      return isConflict ? fail({ kind: 'conflict' }) : answer
    },

    async query(query) {
      const documents: StoredDocument[] = []
      let readAt: Date | undefined
      for (let after: StoredDocument | undefined; ; ) {
        const answer = await call(`${root}:runQuery`, structuredQuery(query, after))
        if (!answer.ok) return answer
        const rows = answer.value
        if (!isQueryAnswer(rows)) return fail(notFirestore)
        // The first page's time: what changes while later ones are read is read again next time.
        readAt ??= new Date(rows[0]!.readTime)
        const page: StoredDocument[] = []
        for (const { document } of rows) {
          if (!document) continue
          const decoded = decodeDocument(document)
          if (!decoded.ok) return decoded
          page.push(decoded.value)
        }
        documents.push(...page)
        after = page.at(-1)
        if (page.length < pageSize || !after) return succeed({ documents, readAt })
      }
    },
  }
}
