/**
 * Calls to the edge. Every way in which one can fail comes back as a value. After a 429 the same call
 * fails without being made until it may be (held-calls.ts), so that retries need not know about it.
 */
import type { ApiErrorBody, ApiErrorCode } from '../contracts/api-error.ts'
import { tooManyRequests } from '../contracts/too-many-requests.ts'
import type { ClosedReason } from '../domain/access.ts'
import { fail, type Result, succeed } from '../domain/result.ts'
import { holdCall, isHeld } from './held-calls.ts'

export type ApiFailure = {
  /**
   * No answer: `offline` by what the browser knows, else `unreachable`. `unknown` where the answer
   * was not one of ours.
   */
  readonly code: ApiErrorCode | 'offline' | 'unreachable' | 'unknown'
  /** Words that may be shown to the reader. */
  readonly message: string
  readonly reason?: ClosedReason | undefined
}

const offline: ApiFailure = {
  code: 'offline',
  message: 'You seem to be offline. Please check your connection and try again.',
}

const unreachable: ApiFailure = {
  code: 'unreachable',
  message: 'We cannot be reached right now. Please try again in a moment.',
}

/** A browser that says it is offline is; one that says it is online may be wrong. */
const noAnswer = () => (navigator.onLine ? unreachable : offline)

const unknown: ApiFailure = {
  code: 'unknown',
  message: 'Something went wrong. Please try again in a moment.',
}

const tooSoon: ApiFailure = { code: 'too_many_requests', message: tooManyRequests.message }

/** Milliseconds: longer than any backend is given, so that the edge's own answer comes first. */
const patience = 15_000

async function readFailure(response: Response): Promise<ApiFailure> {
  try {
    const { error }: ApiErrorBody = await response.json()
    return error
  } catch {
    return unknown
  }
}

function noteTooMany(name: string, { status, headers }: Response) {
  if (status === 429) holdCall(name, headers.get('Retry-After'))
}

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<Result<Response, ApiFailure>> {
  const name = `${method} ${path}`
  if (isHeld(name)) return fail(tooSoon)
  try {
    const response = await fetch(path, {
      method,
      // What readers do is done, even if they leave the page at once.
      keepalive: method !== 'GET',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      signal: AbortSignal.timeout(patience),
    })
    noteTooMany(name, response)
    return response.ok ? succeed(response) : fail(await readFailure(response))
  } catch {
    return fail(noAnswer())
  }
}

export async function callForJson<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<Result<Answer, ApiFailure>> {
  const response = await call(method, path, body)
  if (!response.ok) return response
  try {
    return succeed(await response.value.json())
  } catch {
    return fail(unknown)
  }
}

export async function callForText(path: string): Promise<Result<string, ApiFailure>> {
  const response = await call('GET', path)
  if (!response.ok) return response
  try {
    return succeed(await response.value.text())
  } catch {
    return fail(noAnswer())
  }
}

export async function callForNothing(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Result<void, ApiFailure>> {
  const response = await call(method, path, body)
  return response.ok ? succeed(undefined) : response
}

/** Sent as the page is left, which it outlives; nobody is there for the answer. */
export function tellInLeaving(method: 'PUT', path: string, body: unknown) {
  const name = `${method} ${path}`
  if (isHeld(name)) return
  const headers = { 'Content-Type': 'application/json' }
  fetch(path, { method, body: JSON.stringify(body), headers, keepalive: true }).then(
    (response) => noteTooMany(name, response),
    () => {},
  )
}
