import type { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'

export type RestRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}
export type RestResponse = { readonly status: number; readonly body?: unknown }

export const malformed: RestResponse = {
  status: 400,
  body: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
    debug_id: 'local',
    details: [{ issue: 'INVALID_PARAMETER_SYNTAX' }],
  },
}

export function parse<Value>(schema: z.ZodType<Value>, text: string): Result<Value, RestResponse> {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? succeed(parsed.data) : fail(malformed)
  } catch {
    return fail(malformed)
  }
}
