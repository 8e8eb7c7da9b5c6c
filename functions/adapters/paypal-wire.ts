/**
 * One call of PayPal's REST protocol: the access token, the time it may take, and the map from what
 * went wrong to a failure. Never logs a request or an answer. Facts: "API requests" and "API
 * responses" in PayPal's developer documentation.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../src/domain/result.ts'

export type PayPalFailure =
  /** Out of reach, too slow, too busy or failing, or nobody that we know: try again later. */
  | {
      readonly kind: 'unavailable'
      readonly reason: string
      /** PayPal itself said so, of this request: other requests may succeed. */
      readonly isAnswered?: true
    }
  | { readonly kind: 'notFound' }
  /** Not as things stand there: somebody was first, or we are wrong about them. */
  | { readonly kind: 'refused'; readonly issue: string }

export type PayPalOptions = {
  /** `https://api-m.paypal.com`, its sandbox, or a stand-in's address. */
  readonly url: string
  readonly clientId: string
  readonly secret: string
  /** Milliseconds after which a request counts as failed. */
  readonly timeout: number
  readonly now: () => number
}

export type PayPalRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** JSON, or its text where not a byte of it may change. */
  readonly body?: unknown
  /** Makes a POST that creates something create it once, however often it is made. */
  readonly requestId?: string
}

export type PayPalWire = {
  /** The parsed answer; null where there is none to parse. */
  call(request: PayPalRequest): Promise<Result<unknown, PayPalFailure>>
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** As PayPal words what it refuses. Whoever else answers in its place has no errors in this form. */
const errorSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
})

/** Seconds before its end at which a token is no longer used. */
const renewBefore = 60

const unavailable = (reason: string) => ({ kind: 'unavailable', reason }) as const

/** PayPal's word for it, which names nobody; null where it is not PayPal's. */
function issueOf(body: unknown): string | null {
  const error = errorSchema.safeParse(body)
  if (!error.success) return null
  const issue = error.data.details?.[0]?.issue ?? error.data.name
  return /^[A-Z_]{1,80}$/.test(issue) ? issue : 'unexplained'
}

async function parsed(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

export function createPayPalWire(options: PayPalOptions): PayPalWire {
  const { url, clientId, secret, timeout, now } = options
  let token: { readonly value: string; readonly until: number } | undefined

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
    const granted = tokenSchema.safeParse(await parsed(response))
    if (!response.ok || !granted.success) return fail(unavailable(`token ${response.status}`))
    const { access_token, expires_in } = granted.data
    token = { value: access_token, until: now() + (expires_in - renewBefore) * 1000 }
    return succeed(access_token)
  }

  async function attempt({ method, path, body, requestId }: PayPalRequest, bearer: string) {
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
        const kept = token && token.until > now() ? succeed(token.value) : await renewToken()
        if (!kept.ok) return kept
        let response = await attempt(request, kept.value)
        if (response.status === 401) {
          // Ended before its time: once more with a new one.
          const renewed = await renewToken()
          if (!renewed.ok) return renewed
          response = await attempt(request, renewed.value)
        }
        const body = await parsed(response)
        if (response.ok) return succeed(body)
        const issue = issueOf(body)
        // A wrong turn on the way there is no word about a subscription.
        if (issue === null) return fail(unavailable(`${response.status} not an answer of PayPal`))
        if (response.status === 404) return fail({ kind: 'notFound' })
        // What is wrong with our request is a defect of ours, and no reader's decision.
        if (response.status === 422 || response.status === 409)
          return fail({ kind: 'refused', issue })
        const failure = unavailable(`${response.status} ${issue}`)
        const isAboutAll = response.status === 429 || response.status === 503
        return fail(isAboutAll ? failure : { ...failure, isAnswered: true })
      } catch (error) {
        return fail(unavailable(error instanceof Error ? error.name : 'unknown'))
      }
    },
  }
}
