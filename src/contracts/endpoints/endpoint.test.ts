import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  defineEndpoint,
  type Endpoint,
  type ErrorsOf,
  type InputOf,
  listErrors,
  type OutputOf,
} from './endpoint.ts'
import { type Fields, resolveRoute } from './endpoint-path.ts'
import { api } from './endpoints.ts'

const base = {
  summary: 'does something',
  limit: ['READ_LIMIT', 'api'],
  response: 'empty',
} as const

// Never called: only the compiler checks this function.
function refusedByTheCompiler() {
  // @ts-expect-error Other sites can't be allowed to change data.
  defineEndpoint('DELETE /api/thing', { ...base, caller: 'anyone' })
  // @ts-expect-error A GET has no body.
  defineEndpoint('GET /api/thing', { ...base, caller: 'page', request: 'raw' })
  // @ts-expect-error A parameter of the path needs a schema.
  defineEndpoint('GET /api/thing/:id', { ...base, caller: 'page' })
  const params = z.object({ id: z.string() })
  // @ts-expect-error The path has no such parameter.
  defineEndpoint('GET /api/thing', { ...base, caller: 'page', params, example: { id: 'a' } })
  const request = z.object({ count: z.int() })
  // @ts-expect-error A body has a limit.
  defineEndpoint('POST /api/thing', { ...base, caller: 'page', request, example: { count: 1 } })
  defineEndpoint('POST /api/thing', {
    ...base,
    caller: 'page',
    request,
    maxBytes: 1024,
    // @ts-expect-error An example is a valid input.
    example: { count: 'one' },
  })
  // @ts-expect-error An endpoint for staff names the permission that it needs.
  defineEndpoint('GET /api/thing', { ...base, caller: 'staff' })
  // @ts-expect-error A reader has no permissions.
  defineEndpoint('GET /api/thing', { ...base, caller: 'reader', permission: 'statistics' })
  // @ts-expect-error A caller with a desk key isn't a reader.
  defineEndpoint('GET /api/thing', { ...base, caller: 'desk', identify: 'pass' })
}

const renameThing = defineEndpoint('PUT /api/thing/:id', {
  ...base,
  caller: 'reader',
  params: z.object({ id: z.string() }),
  request: z.object({ name: z.string().default('') }),
  maxBytes: 1024,
  response: z.object({ name: z.string() }),
  errors: ['withdrawn'],
  example: { id: 'a', name: 'b' },
})

describe('an endpoint’s definition', () => {
  it('doesn’t compile if it is inconsistent', () => {
    expectTypeOf(refusedByTheCompiler).toBeFunction()
  })

  it('defines its input, output and errors', () => {
    type Thing = typeof renameThing
    expectTypeOf<InputOf<Thing>>().toExtend<{ id: string; name?: string | undefined }>()
    expectTypeOf<OutputOf<Thing>>().toEqualTypeOf<{ name: string }>()
    expectTypeOf<ErrorsOf<Thing>>().toEqualTypeOf<
      | 'withdrawn'
      | 'not_found'
      | 'bad_request'
      | 'too_large'
      | 'forbidden'
      | 'signed_out'
      | 'too_many_requests'
      | 'unavailable'
      | 'internal'
    >()
    expect(listErrors(renameThing)).toEqual([
      'withdrawn',
      'not_found',
      'bad_request',
      'too_large',
      'forbidden',
      'signed_out',
      'too_many_requests',
      'unavailable',
      'internal',
    ] satisfies ErrorsOf<Thing>[])
  })
})

describe('the API', () => {
  it.each(Object.values(api))('has a valid example: $route', (endpoint: Endpoint) => {
    const { route, params, query, request, example } = endpoint
    const { rest } = resolveRoute(route, example as Fields | undefined)
    expect(params?.safeParse(example).error).toBeUndefined()
    expect(query?.safeParse(rest).error).toBeUndefined()
    if (request && request !== 'raw') expect(request.safeParse(rest).error).toBeUndefined()
  })
})
