/**
 * Calls PayPal's REST API. Never logs a request or a response. Source: "API requests" and "API responses" in PayPal's
 * developer documentation.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { getErrorName } from '../error-name.ts'

export type PayPalFailure =
  | {
      readonly kind: 'unavailable'
      readonly reason: string
      /** Set if PayPal itself responded, so that other requests may succeed. */
      readonly isFromPayPal?: true
    }
  | { readonly kind: 'notFound' }
  /** The call isn't allowed in the current state. */
  | { readonly kind: 'refused'; readonly issue: string }

export type PayPalOptions = {
  /** `https://api-m.paypal.com`, its sandbox, or a fake's. */
  readonly url: string
  readonly clientId: string
  readonly secret: string
  /** In milliseconds. */
  readonly timeout: number
  readonly now: () => number
}

type PayPalRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  /** A string is sent unchanged. */
  readonly body?: unknown
  /** Prevents a repeated POST from creating a second object. */
  readonly requestId?: string
}

export type PayPalRest = {
  /** Returns null for an empty response. */
  call(request: PayPalRequest): Promise<Result<unknown, PayPalFailure>>
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

const errorSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
})

/** In seconds. */
const renewalMargin = 60

const createUnavailable = (reason: string) => ({ kind: 'unavailable', reason }) as const

/** Returns null if the error isn't PayPal's. */
function parseIssue(body: unknown): string | null {
  const error = errorSchema.safeParse(body)
  if (!error.success) return null
  const issue = error.data.details?.[0]?.issue ?? error.data.name
  return /^[A-Z_]{1,80}$/.test(issue) ? issue : 'unexplained'
}

async function parseBody(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

export function createPayPalRest(options: PayPalOptions): PayPalRest {
  const { url, clientId, secret, timeout, now } = options
  let token: { readonly value: string; readonly expiresAt: number } | undefined

  async function renewToken(): Promise<Result<string, PayPalFailure>> {
    const response = await fetch(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(timeout),
    })
    const tokenResponse = tokenSchema.safeParse(await parseBody(response))
    if (!response.ok || !tokenResponse.success)
      return fail(createUnavailable(`token ${response.status}`))
    const { access_token, expires_in } = tokenResponse.data
    token = { value: access_token, expiresAt: now() + (expires_in - renewalMargin) * 1000 }
    return succeed(access_token)
  }

  async function sendRequest({ method, path, body, requestId }: PayPalRequest, bearer: string) {
    return fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${bearer}`,
        Prefer: 'return=representation',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(requestId === undefined ? {} : { 'PayPal-Request-Id': requestId }),
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
  }

  return {
    async call(request) {
      try {
        const bearerToken =
          token && token.expiresAt > now() ? succeed(token.value) : await renewToken()
        if (!bearerToken.ok) return bearerToken
        let response = await sendRequest(request, bearerToken.value)
        if (response.status === 401) {
          await response.body?.cancel()
          // The token expired early, so the call is repeated once with a new token.
          const renewed = await renewToken()
          if (!renewed.ok) return renewed
          response = await sendRequest(request, renewed.value)
        }
        const body = await parseBody(response)
        if (response.ok) return succeed(body)
        const issue = parseIssue(body)
        // A response that isn't in PayPal's format says nothing about a subscription.
        if (issue === null)
          return fail(createUnavailable(`${response.status} not a PayPal response`))
        if (response.status === 404) return fail({ kind: 'notFound' })
        // Any other status is a bug in our request.
        if (response.status === 422 || response.status === 409)
          return fail({ kind: 'refused', issue })
        const failure = createUnavailable(`${response.status} ${issue}`)
        const isServiceWide = response.status === 429 || response.status === 503
        return fail(isServiceWide ? failure : { ...failure, isFromPayPal: true })
      } catch (error) {
        return fail(createUnavailable(getErrorName(error)))
      }
    },
  }
}
