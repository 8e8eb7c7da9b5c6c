/**
 * One call of Firestore's v1 REST protocol: token, timeout, and the map from what went wrong to a
 * failure. Shared by the Worker's adapter and by backups, which take documents as they travel. Knows
 * no query and no document; never logs either.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreValue } from './firestore-values.ts'

export type FirestoreFailure =
  /** Out of reach, too slow, or failing: try again later. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** A precondition did not hold: somebody else was first. */
  | { readonly kind: 'conflict' }
  /** Our request is wrong, or we may not make it. */
  | { readonly kind: 'rejected'; readonly status: number; readonly reason: string }

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
export type QueryRow = { readonly document?: WireDocument; readonly readTime?: string }

export type FirestoreWire = {
  /** What the names of the database's documents begin with, without a slash at the end. */
  readonly root: string
  /** Asks for a path below `/v1/`: a GET without a body, else a POST. Answers the parsed JSON. */
  call(path: string, body?: unknown): Promise<Result<unknown, FirestoreFailure>>
}

/** 429 and 5xx pass; the rest is our mistake. */
function failureOf(status: number, body: string): FirestoreFailure {
  if (status === 429 || status >= 500) return { kind: 'unavailable', reason: `status ${status}` }
  return { kind: 'rejected', status, reason: body.slice(0, 500) }
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
        const reason = error instanceof Error ? error.name : 'unknown'
        return fail({ kind: 'unavailable', reason })
      }
    },
  }
}
