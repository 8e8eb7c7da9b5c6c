import type { MiddlewareHandler } from 'hono'
import { type Endpoint, requiresSameOrigin } from '../../src/contracts/endpoints/endpoint.ts'
import { type ApiRoute, api } from '../../src/contracts/endpoints/endpoints.ts'
import { isOfferedPath } from '../../src/contracts/pages/offered-paths.ts'
import { signatureHeader } from '../../src/contracts/signing/desk-signature.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { deleteLateData } from '../account/delete-reader.ts'
import { isWithinLimit } from '../identity/caller-limits.ts'
import { readBearer } from '../identity/caller-session.ts'
import type { EdgeContext, Environment } from '../identity/edge-context.ts'
import { type Handler, type Handlers, type Refusal, Reply, refuse } from '../identity/handler.ts'
import { identifyByPass, identifyByRecord } from '../identity/identify-reader.ts'
import { admitStaff } from '../identity/identify-staff.ts'
import { readSignedBody, verifySignature } from '../identity/signed-request.ts'
import { createBatchedCount } from '../platform/http/batched-count.ts'
import { createErrorResponse } from '../platform/http/error-response.ts'
import { isSameOrigin, limitBody } from '../platform/http/guards.ts'
import type { CountCall } from '../platform/http/rate-limits.ts'
import { findCurrentSlug } from '../publishing/renamed-stories.ts'
import type { AllDeps } from './installed.ts'
import type { EdgeApp } from './provide-deps.ts'

type AnyHandle = (input: object, caller: unknown, deps: AllDeps) => ReturnType<typeof runHandler>
type AnyHandler = {
  readonly handle: AnyHandle
  readonly describeInvalid?: Exclude<
    Handler<ApiRoute>,
    (...args: never) => unknown
  >['describeInvalid']
}

export function serveEndpoints(app: EdgeApp, handlers: Handlers<AllDeps>) {
  const count = createBatchedCount()
  for (const [route, handler] of Object.entries(handlers)) {
    const endpoint = api[route as ApiRoute]
    if (!isOfferedPath(endpoint.path)) continue
    const anyHandler = (typeof handler === 'function' ? { handle: handler } : handler) as AnyHandler
    serveEndpoint(app, endpoint, anyHandler, count)
  }
}

function serveEndpoint(
  app: EdgeApp,
  endpoint: Endpoint,
  handler: AnyHandler,
  batchedCount: CountCall,
) {
  const handlers = createGuards(endpoint, batchedCount)
  handlers.push(async (context) => {
    const result = await runHandler(context, endpoint, handler)
    if (result.ok) return createResponse(context, endpoint, result.value)
    const isOverBudget =
      result.failure.code === 'unavailable' && context.var.deps.paypal?.hasRefused()
    const refusal: Refusal = isOverBudget ? { code: 'too_many_requests' } : result.failure
    return createRefusal(context, endpoint, refusal)
  })
  app.on(endpoint.method, [endpoint.path], ...handlers)
}

/** Bytes of a body read before the caller is identified. A few larger ones together would fill an isolate's memory. */
const maxStrangersBytes = 256 * 1024

/**
 * The order matters: requests from other sites aren't counted, and a body that is too large, unsigned or a stranger's
 * isn't read.
 */
function createGuards(
  endpoint: Endpoint,
  batchedCount: CountCall,
): MiddlewareHandler<Environment<AllDeps>>[] {
  const { limit, maxBytes, acceptsDeskKeys = false } = endpoint
  const count = limit[0] === 'READ_LIMIT' ? batchedCount : undefined
  const guards: MiddlewareHandler<Environment<AllDeps>>[] = [
    async (context, next) =>
      (await isWithinLimit(context.var.deps, ...limit, count))
        ? next()
        : createRefusal(context, endpoint, { code: 'too_many_requests' }),
  ]
  if (requiresSameOrigin(endpoint)) {
    guards.unshift(async (context, next) =>
      isSameOrigin(context.req.raw) || hasOwnProof(context, endpoint)
        ? next()
        : createRefusal(context, endpoint, { code: 'forbidden' }),
    )
  }
  if (endpoint.caller === 'desk' || acceptsDeskKeys) {
    guards.push(async (context, next) => {
      if (acceptsDeskKeys && !isSigned(context)) return next()
      const signed = await verifySignature(context.var.deps)
      if (!signed.ok) return createRefusal(context, endpoint, signed.failure)
      context.set('signed', signed.value)
      return next()
    })
  }
  if (endpoint.caller === 'staff' && (maxBytes ?? 0) > maxStrangersBytes) {
    guards.push(async (context, next) => {
      if (context.var.signed) return next()
      const staff = await admitStaff(context.var.deps, endpoint.permission!)
      return staff.ok ? next() : createRefusal(context, endpoint, staff.failure)
    })
  }
  if (maxBytes !== undefined) guards.push(limitBody(maxBytes))
  return guards
}

const isSigned = ({ req }: EdgeContext) => req.header(signatureHeader) !== undefined

/**
 * Whether the request carries an access key or a signature. Browsers never add these by themselves, so no other site
 * can have forged the request, and its cookies are ignored.
 */
const hasOwnProof = (context: EdgeContext<AllDeps>, { caller, acceptsDeskKeys }: Endpoint) =>
  caller === 'staff' &&
  (readBearer(context.var.deps) !== null || (acceptsDeskKeys === true && isSigned(context)))

async function runHandler(
  context: EdgeContext<AllDeps>,
  endpoint: Endpoint,
  { handle, describeInvalid }: AnyHandler,
): Promise<Result<unknown, Refusal>> {
  const { deps, signed } = context.var
  // The route's guard refuses unsigned requests. This check does too, in case a route lacks the guard.
  if (endpoint.caller === 'desk' && !signed) return refuse('bad_signature')
  const isForReader = endpoint.caller === 'reader' || endpoint.identify === 'record'
  // The reader is identified before the body is parsed, so that a guest is asked to log in whatever they have sent.
  const reader = isForReader ? await identifyByRecord(deps) : succeed(null)
  if (!reader.ok) return reader
  if (!reader.value && endpoint.caller === 'reader') return refuse('signed_out')
  const body = await readBody(context, endpoint, signed?.bodyHash)
  if (!body.ok) return body
  // The role is read after the body has arrived, so a caller who delays the body can't keep rights that have since been
  // withdrawn.
  const staff =
    endpoint.caller === 'staff' && !signed
      ? await admitStaff(deps, endpoint.permission!)
      : succeed(null)
  if (!staff.ok) return staff
  const input = parseInput(context, endpoint, body.value, describeInvalid)
  if (!input.ok) return input
  if (endpoint.followsRenaming) await followRenaming(deps, input.value)
  if (signed) return handle(input.value, signed, deps)
  if (endpoint.identify === 'pass') {
    const caller = await identifyByPass(deps)
    return caller.ok ? handle(input.value, caller.value, deps) : caller
  }
  const caller = staff.value ?? reader.value
  const result = await handle(input.value, caller, deps)
  if (caller && endpoint.method !== 'GET') await deleteLateData(deps, caller.uid)
  return result
}

async function followRenaming(deps: AllDeps, input: { slug?: string }) {
  if (input.slug !== undefined) input.slug = await findCurrentSlug(deps, input.slug)
}

/** A form sent without JavaScript is urlencoded and needs a page in response. */
const isPlainForm = ({ req }: EdgeContext, { form }: Endpoint) =>
  form !== undefined &&
  (req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false)

/** Returns undefined for a missing or malformed body. A signed body is compared with its hash. */
async function readBody(
  context: EdgeContext<AllDeps>,
  endpoint: Endpoint,
  bodyHash: string | undefined,
): Promise<Result<unknown, Refusal>> {
  if (endpoint.request === 'raw') return succeed(undefined)
  if (bodyHash !== undefined) return readSignedBody(context.var.deps, bodyHash)
  if (!endpoint.request) return succeed(undefined)
  const body = isPlainForm(context, endpoint) ? context.req.parseBody() : context.req.json()
  return succeed(await body.catch(() => undefined))
}

function parseInput(
  { req }: EdgeContext,
  { params, query, request }: Endpoint,
  body: unknown,
  describeInvalid: AnyHandler['describeInvalid'],
): Result<object, Refusal> {
  const parsedParams = params?.safeParse(req.param())
  if (parsedParams && !parsedParams.success) return refuse('not_found')
  const input: object = { ...parsedParams?.data }
  for (const [schema, value] of [
    [query, req.query()],
    [request, body],
  ] as const) {
    if (schema === undefined || schema === 'raw') continue
    const parsed = schema.safeParse(value)
    if (!parsed.success) return refuse('bad_request', describeInvalid?.(parsed.error))
    Object.assign(input, parsed.data)
  }
  return succeed(input)
}

function createResponse(context: EdgeContext, endpoint: Endpoint, value: unknown): Response {
  if (value instanceof Response) return value
  if (isPlainForm(context, endpoint)) return context.redirect(endpoint.form!(null), 303)
  const { body, init } = value instanceof Reply ? value : { body: value, init: undefined }
  return body === undefined
    ? new Response(null, { status: 204, ...init })
    : Response.json(body, init)
}

function createRefusal(context: EdgeContext, endpoint: Endpoint, refusal: Refusal): Response {
  if (isPlainForm(context, endpoint)) return context.redirect(endpoint.form!(refusal.code), 303)
  const { code, ...detail } = refusal
  return createErrorResponse(code, detail)
}
