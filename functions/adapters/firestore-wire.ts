/**
 * One call of Firestore's v1 REST protocol: token, timeout, and the map from what went wrong to a
 * failure; and what an answer of Firestore looks like, whatever is in it. Shared by the Worker's
 * adapter and by backups, which take documents as they travel. Never logs a query or a document.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreValue } from './firestore-values.ts'

export type FirestoreFailure =
  /** Out of reach, too slow, or failing: try again later. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** A precondition did not hold: somebody else was first. */
  | { readonly kind: 'conflict' }
  /** Our request is wrong, or we may not make it. */
  | {
      readonly kind: 'rejected'
      readonly status: number
      /** Firestore's own name for the error, such as `FAILED_PRECONDITION`. */
      readonly code?: string
      readonly reason: string
    }

export type FirestoreOptions = {
  /** `https://firestore.googleapis.com`, or a stand-in's address. */
  readonly url: string
  readonly projectId: string
  readonly token: () => Promise<string>
  /** Milliseconds after which a request counts as failed. */
  readonly timeout: number
}

/** A document as it travels. `name` begins with the wire's `root`. */
export type WireDocument = {
  readonly name: string
  readonly fields?: Record<string, FirestoreValue>
  readonly updateTime: string
}

/** One line of the answer to a query; the last ones may carry no document. */
export type QueryRow = { readonly document?: WireDocument; readonly readTime: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isDocument = (value: unknown): value is WireDocument =>
  isObject(value) && typeof value.name === 'string' && typeof value.updateTime === 'string'

/** Firestore dates every answer to a query, an empty one too: a list without dates is not its. */
export const isQueryAnswer = (value: unknown): value is QueryRow[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (row) =>
      isObject(row) &&
      typeof row.readTime === 'string' &&
      (row.document === undefined || isDocument(row.document)),
  )

/** One line of the answer to a request for several documents. */
export type BatchRow = { readonly found?: WireDocument; readonly missing?: string }

export const isBatchAnswer = (value: unknown): value is BatchRow[] =>
  Array.isArray(value) &&
  value.every(
    (row) =>
      isObject(row) &&
      typeof row.readTime === 'string' &&
      (row.found === undefined ? typeof row.missing === 'string' : isDocument(row.found)),
  )

export type CommitAnswer = {
  readonly commitTime: string
  /** One for each write. */
  readonly writeResults?: readonly { readonly updateTime?: string }[]
}

export const isCommitAnswer = (value: unknown): value is CommitAnswer =>
  isObject(value) &&
  typeof value.commitTime === 'string' &&
  (value.writeResults === undefined ||
    (Array.isArray(value.writeResults) && value.writeResults.every(isObject)))

/**
 * Whatever answers in Firestore's place, taking its word would be worse than having none: an empty
 * list would unpublish everything.
 */
export const notFirestore: FirestoreFailure = {
  kind: 'unavailable',
  reason: 'not an answer of Firestore',
}

export type FirestoreWire = {
  /** What the names of the database's documents begin with, without a slash at the end. */
  readonly root: string
  /** Asks for a path below `/v1/`: a GET without a body, else a POST. Answers the parsed JSON. */
  call(path: string, body?: unknown): Promise<Result<unknown, FirestoreFailure>>
}

/**
 * 429 and 5xx pass, and so does the word of somebody else, who has no errors in Firestore's form;
 * the rest is our mistake.
 */
export function failureOf(status: number, body: string): FirestoreFailure {
  if (status === 429 || status >= 500) return { kind: 'unavailable', reason: `status ${status}` }
  const code = errorCode(body)
  if (code === null) return notFirestore
  return { kind: 'rejected', status, code, reason: body.slice(0, 500) }
}

/** An error is an object, or the first of a list where the answer would have been one. */
function errorCode(body: string): string | null {
  try {
    const [answer] = [JSON.parse(body) as unknown].flat()
    const error = isObject(answer) && isObject(answer.error) ? answer.error : {}
    return typeof error.status === 'string' ? error.status : null
  } catch {
    return null
  }
}

/** `ECONNREFUSED` or the like where the runtime says so; else the error's name. Never an address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = isObject(error.cause) ? error.cause.code : undefined
  return typeof code === 'string' ? code : error.name
}

export function createFirestoreWire(options: FirestoreOptions): FirestoreWire {
  const { url, projectId, token, timeout } = options
  return {
    root: `projects/${projectId}/databases/(default)/documents`,
    async call(path, body) {
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
    },
  }
}
