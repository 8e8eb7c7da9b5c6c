/** Calls Firestore's v1 REST API, for the Worker and the backups. Never logs a query or a document. */
import { z } from 'zod'
import { parseJson } from '../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { FirestoreValue } from './firestore-values.ts'

export type FirestoreFailure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'conflict' }
  | {
      readonly kind: 'rejected'
      readonly status: number
      /** A code such as `FAILED_PRECONDITION`. */
      readonly code?: string
      readonly reason: string
    }

export type FirestoreOptions = {
  /** `https://firestore.googleapis.com`, or an emulator's. */
  readonly url: string
  readonly projectId: string
  readonly token: () => Promise<string>
  /** In milliseconds. */
  readonly timeout: number
}

/** `name` begins with the adapter's `root`. */
export type RestDocument = {
  readonly name: string
  readonly fields?: Record<string, FirestoreValue>
  readonly updateTime: string
}

/** One row of a query's response. The last row may have no document. */
export type QueryRow = { readonly document?: RestDocument; readonly readTime: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isDocument = (value: unknown): value is RestDocument =>
  isObject(value) && typeof value.name === 'string' && typeof value.updateTime === 'string'

/** Recognises Firestore's query responses, which contain a time even if they are empty. */
export const isQueryResponse = (value: unknown): value is QueryRow[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (row) =>
      isObject(row) &&
      typeof row.readTime === 'string' &&
      (row.document === undefined || isDocument(row.document)),
  )

/** A row without a result means that the query isn't complete. 64-bit integers are sent as text. */
const countResponseSchema = z.array(
  z.object({
    result: z
      .object({
        aggregateFields: z.object({
          count: z.object({ integerValue: z.string().regex(/^\d+$/).transform(Number) }),
        }),
      })
      .optional(),
  }),
)

/** Returns null if the response isn't Firestore's. */
export function parseCountResponse(response: unknown): number | null {
  const rows = countResponseSchema.safeParse(response).data ?? []
  return rows.find(({ result }) => result)?.result?.aggregateFields.count.integerValue ?? null
}

export type BatchRow = { readonly found?: RestDocument; readonly missing?: string }

export const isBatchResponse = (value: unknown): value is BatchRow[] =>
  Array.isArray(value) &&
  value.every(
    (row) =>
      isObject(row) &&
      typeof row.readTime === 'string' &&
      (row.found === undefined ? typeof row.missing === 'string' : isDocument(row.found)),
  )

export type CommitResponse = {
  readonly commitTime: string
  readonly writeResults?: readonly { readonly updateTime?: string }[]
}

export const isCommitResponse = (value: unknown): value is CommitResponse =>
  isObject(value) &&
  typeof value.commitTime === 'string' &&
  (value.writeResults === undefined ||
    (Array.isArray(value.writeResults) && value.writeResults.every(isObject)))

/** A response that isn't Firestore's must not count as an empty list, because that would unpublish everything. */
export const notFirestoreFailure: FirestoreFailure = {
  kind: 'unavailable',
  reason: 'not a Firestore response',
}

export type FirestoreRest = {
  /** The prefix of every document's name, without a trailing slash. */
  readonly root: string
  /** `path` is below `/v1/`. Sends a GET if there is no body, and otherwise a POST. */
  call(path: string, body?: unknown): Promise<Result<unknown, FirestoreFailure>>
}

/** 429, 5xx and errors in an unknown format are temporary; others are our mistake. */
export function toFailure(status: number, body: string): FirestoreFailure {
  if (status === 429 || status >= 500) return { kind: 'unavailable', reason: `status ${status}` }
  const code = parseErrorCode(body)
  if (code === null) return notFirestoreFailure
  return { kind: 'rejected', status, code, reason: body.slice(0, 500) }
}

function parseErrorCode(body: string): string | null {
  const [answer] = [parseJson(body)].flat()
  const error = isObject(answer) && isObject(answer.error) ? answer.error : {}
  return typeof error.status === 'string' ? error.status : null
}

/** Returns a code such as `ECONNREFUSED`, or the error's name. Never an address. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = isObject(error.cause) ? error.cause.code : undefined
  return typeof code === 'string' ? code : error.name
}

export function createFirestoreRest(options: FirestoreOptions): FirestoreRest {
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
        return response.ok ? succeed(JSON.parse(text)) : fail(toFailure(response.status, text))
      } catch (error) {
        return fail({ kind: 'unavailable', reason: describeError(error) })
      }
    },
  }
}
