/** Calls our API. Failures are returned as values; after a 429, the same call fails until it's allowed again. */

import type { ApiErrorBody, ApiErrorCode } from '../contracts/endpoints/api-error.ts'
import type {
  ErrorsOf,
  InputOf,
  OptionalInput,
  OutputOf,
  PartInput,
} from '../contracts/endpoints/endpoint.ts'
import {
  callerHeader,
  type Fields,
  formatQuery,
  rateLimitResponse,
  resolveRoute,
} from '../contracts/endpoints/endpoint-path.ts'
import type { Api, ApiRoute } from '../contracts/endpoints/endpoints.ts'

import type { ClosedReason } from '../domain/access.ts'
import { fail, type Result, succeed } from '../domain/result.ts'
import { isRateLimited, recordRateLimit } from './call-rate-limits.ts'
import { callTimeout } from './call-timeout.ts'

/** In characters. Browsers refuse keepalive requests of more than 64 KiB. */
const maxKeepalive = 20_000

/** `offline`: the browser says so. `unreachable`: no response. `unknown`: the response isn't ours. */
type ConnectionError = 'offline' | 'unreachable' | 'unknown'

export type ApiFailure<Code extends ApiErrorCode = ApiErrorCode> = {
  readonly code: Code | ConnectionError
  readonly message: string
  readonly reason?: ClosedReason | undefined
}

/** Whether there was no response; the request may still have arrived. */
export const isNetworkFailure = ({ code }: ApiFailure) =>
  code === 'offline' || code === 'unreachable'

/** Whether we caused the failure. The general message wouldn't say what that means for the reader. */
export const isServerFault = ({ code }: ApiFailure) =>
  code === 'unavailable' || code === 'internal' || code === 'unknown'

export const offlineMessage = 'You seem to be offline. Check your connection and try again.'

export type ApiResult<Value> = Result<Value, ApiFailure>

const offline: ApiFailure<never> = { code: 'offline', message: offlineMessage }

const unreachable: ApiFailure<never> = {
  code: 'unreachable',
  message: 'We couldn’t reach our server. Try again in a minute.',
}

/** A browser that reports being offline is right, but one that reports being online may be wrong. */
const getConnectionFailure = () => (navigator.onLine ? unreachable : offline)

const unknown: ApiFailure<never> = {
  code: 'unknown',
  message: 'Something went wrong. Try again in a minute.',
}

const rateLimited: ApiFailure = { code: 'too_many_requests', message: rateLimitResponse.message }

type CallArguments<E> = E extends { readonly query: unknown; readonly request: unknown }
  ? [input: PartInput<E, 'params'> & PartInput<E, 'request'>, query: PartInput<E, 'query'>]
  : OptionalInput<InputOf<E>>

type CallResult<E, Output = OutputOf<E>> = Promise<Result<Output, ApiFailure<ErrorsOf<E>>>>

type RoutesAnswering<Response> = {
  [R in ApiRoute]: Api[R] extends { readonly response: Response } ? R : never
}[ApiRoute]
type TextRoute = RoutesAnswering<'text'>
type CallableRoute = Exclude<ApiRoute, TextRoute | RoutesAnswering<'raw'>>

let caller: string | undefined

/** From now on, the server refuses this page's calls if somebody else is logged in. */
export function nameCaller(uid: string) {
  caller = uid
}

/** Fills in the path, and sends the rest of the input as JSON or, for a GET, as the query. */
export function call<R extends CallableRoute>(
  route: R,
  ...[input, query]: CallArguments<Api[R]>
): CallResult<Api[R]> {
  return request(route, input as Fields, query as Fields, readJson) as CallResult<Api[R]>
}

export function callForText<R extends TextRoute>(
  route: R,
  ...[input]: CallArguments<Api[R]>
): CallResult<Api[R], string> {
  return request(route, input as Fields, undefined, (response) => response.text()) as CallResult<
    Api[R],
    string
  >
}

/** Requests an address that the page contains. `early` is its response if the page has already requested it. */
export const getText = (address: string, early?: Promise<Response>): Promise<ApiResult<string>> =>
  exchange(
    `GET ${address}`,
    (response) => response.text(),
    () => early ?? fetch(address, { signal: AbortSignal.timeout(callTimeout) }),
    early !== undefined,
  )

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

async function request(
  route: string,
  input: Fields = {},
  query: Fields = {},
  read: (response: Response) => Promise<unknown>,
): Promise<ApiResult<unknown>> {
  const { method, path, rest } = resolveRoute(route, input)
  const isGet = method === 'GET'
  const address = path + formatQuery(isGet ? rest : query)
  const hasBody = !isGet && (method !== 'DELETE' || Object.keys(rest).length > 0)
  const body = hasBody ? JSON.stringify(rest) : ''
  return exchange(`${method} ${address}`, read, () =>
    fetch(address, {
      method,
      // The request completes even if the reader leaves the page.
      keepalive: !isGet && body.length < maxKeepalive,
      ...(hasBody && { body }),
      headers: {
        ...(hasBody && { 'Content-Type': 'application/json' }),
        ...(caller !== undefined && { [callerHeader]: caller }),
      },
      signal: AbortSignal.timeout(callTimeout),
    }),
  )
}

async function exchange<Value>(
  name: string,
  read: (response: Response) => Promise<Value>,
  send: () => Promise<Response>,
  isSent = false,
): Promise<ApiResult<Value>> {
  if (!isSent && isRateLimited(name)) return fail(rateLimited)
  let response: Response
  try {
    response = await send()
  } catch {
    return fail(getConnectionFailure())
  }
  if (response.status === 429) recordRateLimit(name, response.headers.get('Retry-After'))
  if (!response.ok) return fail(await readFailure(response))
  try {
    return succeed(await read(response))
  } catch (error) {
    return fail(error instanceof SyntaxError ? unknown : getConnectionFailure())
  }
}

async function readFailure(response: Response): Promise<ApiFailure> {
  try {
    const { error }: Partial<ApiErrorBody> = await response.json()
    // Intermediaries such as proxies respond with JSON of their own.
    const isOurs = typeof error?.code === 'string' && typeof error.message === 'string'
    return isOurs ? error : unknown
  } catch {
    return unknown
  }
}
