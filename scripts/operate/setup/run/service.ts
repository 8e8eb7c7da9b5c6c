/** Calls a service's management API. Errors name the call, the status and the service's own message. */
import { z } from 'zod'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { CommandError } from '../../../shared/command-error.ts'

/** Status 0 means that no response arrived: a write may have happened. */
export class ServiceError extends CommandError {
  readonly status: number
  readonly code: string
  constructor(message: string, status: number, code: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Returns whether the service refused the call, so that a write hasn't happened. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.status >= 400 && error.status < 500

type ServiceFailure = { readonly code: string; readonly message: string }

export type ServiceOptions = {
  /** The name in messages. */
  readonly name: string
  /** Without a slash at its end. */
  readonly url: string
  /** Adds credentials. */
  readonly authorize: (request: Request) => Request | Promise<Request>
  /** Finds the service's code and message in the body of a refusal. */
  readonly describeFailure?: (body: unknown) => ServiceFailure | null
  /** Returns the result inside the service's envelope. */
  readonly unwrap?: (body: unknown) => unknown
}

type CallOptions = {
  /** JSON, unless it's a string or a form. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Service = {
  /** Returns null if the resource doesn't exist (404). */
  read<Schema extends z.ZodType = z.ZodUnknown>(
    path: string,
    schema?: Schema,
    options?: Pick<CallOptions, 'headers'>,
  ): Promise<z.output<Schema> | null>
  /** Needs a schema only if the response is used. A POST may also only read, such as a search. */
  write<Schema extends z.ZodType = z.ZodUnknown>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options: CallOptions,
    schema?: Schema,
  ): Promise<z.output<Schema>>
}

/** Milliseconds. */
const timeout = 30_000

function encodeBody(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (typeof body === 'string' || body instanceof URLSearchParams || body instanceof FormData) {
    return { body }
  }
  return { body: JSON.stringify(body), type: 'application/json' }
}

export function createService(options: ServiceOptions): Service {
  async function call(method: string, path: string, { body, headers = {} }: CallOptions) {
    const encoded = encodeBody(body)
    const request = new Request(options.url + path, {
      method,
      headers: { ...(encoded.type ? { 'Content-Type': encoded.type } : {}), ...headers },
      ...(encoded.body === undefined ? {} : { body: encoded.body }),
      signal: AbortSignal.timeout(timeout),
    })
    // A query may contain a key.
    const label = `${options.name}: ${method} ${path.split('?')[0]}`
    const authorized = await options.authorize(request)
    let response: Response
    let text: string
    try {
      response = await fetch(authorized)
      text = await response.text()
    } catch {
      throw new ServiceError(`${label}: no response`, 0, '')
    }
    const answer = parseJson(text) ?? text
    if (response.ok) return { answer: options.unwrap ? options.unwrap(answer) : answer, label }
    const failure = options.describeFailure?.(answer) ?? { code: '', message: text.slice(0, 300) }
    const status = [response.status, failure.code].filter(Boolean).join(', ')
    throw new ServiceError(
      `${label}: ${failure.message} (${status})`,
      response.status,
      failure.code,
    )
  }

  function parse<Schema extends z.ZodType = z.ZodUnknown>(
    schema: Schema | undefined,
    { answer, label }: { answer: unknown; label: string },
  ) {
    const parsed = (schema ?? z.unknown()).safeParse(answer)
    if (parsed.success) return parsed.data as z.output<Schema>
    const places = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw new ServiceError(`${label}: unexpected response format (${places})`, 200, 'form')
  }

  return {
    async read(path, schema, callOptions = {}) {
      try {
        return parse(schema, await call('GET', path, callOptions))
      } catch (error) {
        if (error instanceof ServiceError && error.status === 404) return null
        throw error
      }
    },
    async write(method, path, callOptions, schema) {
      return parse(schema, await call(method, path, callOptions))
    },
  }
}
