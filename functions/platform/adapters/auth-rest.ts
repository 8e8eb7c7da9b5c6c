/** Calls the Identity Toolkit's REST API. Never logs a request or a response. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { callService } from './call-service.ts'

/** `reason` contains no personal data. */
export type AuthFailure = {
  readonly kind: 'unavailable'
  readonly status?: number
  readonly reason: string
}

type AuthRefusal = AuthFailure & {
  /** Firebase's error, such as `USER_NOT_FOUND`. */
  readonly code?: string
}

const errorSchema = z.object({ error: z.object({ message: z.string() }) })

/** Returns the code only, because the rest of Firebase's message may quote the request. */
function parseErrorCode(body: unknown): string {
  const message = errorSchema.safeParse(body).data?.error.message ?? ''
  return /^[A-Z_]+/.exec(message)?.[0] ?? 'unexplained'
}

/** Sends a POST. `token` is the service account's; calls with an API key don't need one. */
export async function callAuth<Answer>(
  { url, timeout, token }: AuthConnection,
  body: object,
  schema: z.ZodType<Answer>,
): Promise<Result<Answer, AuthRefusal>> {
  const called = await callService(async () => {
    const headers = new Headers({ 'Content-Type': 'application/json' })
    if (token) headers.set('Authorization', `Bearer ${await token()}`)
    return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }, timeout)
  if (!called.ok) return fail({ kind: 'unavailable', reason: called.failure })
  const { response, body: answer } = called.value
  if (!response.ok) {
    const { status } = response
    const code = parseErrorCode(answer)
    return fail({ kind: 'unavailable', status, code, reason: `${status} ${code}` })
  }
  const parsed = schema.safeParse(answer)
  if (parsed.success) return succeed(parsed.data)
  return fail({ kind: 'unavailable', reason: 'not a Firebase response' })
}

type AuthConnection = {
  readonly url: string
  /** In milliseconds. */
  readonly timeout: number
  readonly token?: () => Promise<string>
}

export type AuthKeyOptions = Pick<AuthConnection, 'url' | 'timeout'> & { readonly apiKey: string }

/** Connects to a method that readers' browsers may call too. */
export const connectByKey = ({ url, apiKey, timeout }: AuthKeyOptions, method: string) => ({
  url: `${url}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`,
  timeout,
})
