/**
 * Definitions from which the Worker's routes and guards, the browser's `call`, the tests of every route and the table
 * in functions/api.md are derived.
 */
import type { z } from 'zod'
import type { Permission } from '../../domain/staff/staff.ts'
import type { ApiErrorCode } from './api-error.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /api/${string}`

type CallerKind =
  /** Anyone, including other sites and programs. Read-only. */
  | 'anyone'
  /** Our pages, for readers and guests. */
  | 'page'
  /** Our pages, for signed-in readers. Guests get `signed_out`. */
  | 'reader'
  /** Programs: requests signed with a desk key (desk-signature.ts). */
  | 'desk'
  /**
   * Our pages and the command line, for staff with the permission. Anyone else gets `not_found`; a page that somebody
   * else has opened gets `signed_out`.
   */
  | 'staff'
  /** A service that signs its events in its own format. */
  | 'provider'
  /** Anybody with a signed link. */
  | 'link'

/** functions/platform/http/rate-limits.ts defines what the limits count, and wrangler.toml how much they allow. */
export type LimitName =
  | 'READ_LIMIT'
  | 'LOOK_UP_LIMIT'
  | 'SIGN_IN_LIMIT'
  | 'JOIN_LIMIT'
  | 'DESK_LIMIT'
  | 'EVENT_LIMIT'

export type Definition = {
  readonly summary: string
  readonly caller: CallerKind
  /**
   * For `page` callers. The signed pass is up to ten minutes old and costs no database read; the record is current and
   * costs two. If missing, the caller isn't identified.
   */
  readonly identify?: 'pass' | 'record'
  /** The permission that `staff` callers need. */
  readonly permission?: Permission
  /** Whether a desk key's signature also grants the permission. */
  readonly acceptsDeskKeys?: true
  /** The path parameters. An invalid one causes `not_found`. */
  readonly params?: z.ZodObject
  /** `slug` names a story, which may have been renamed since the page was loaded: the handler gets the current slug. */
  readonly followsRenaming?: true
  readonly query?: z.ZodType
  /** The JSON body; `raw` if the handler reads the body itself. */
  readonly request?: z.ZodType | 'raw'
  /** The JSON body; `raw` is for programs other than our pages. */
  readonly response: z.ZodType | 'empty' | 'text' | 'raw'
  /** Error codes. `ErrorsOf` adds those that follow from other fields. */
  readonly errors?: readonly ApiErrorCode[]
  /** Calls with the same counter share a limit. */
  readonly limit: readonly [name: LimitName, counter: string]
  readonly maxBytes?: number
  /** For plain HTML forms: returns the redirect; `error` is null on success. */
  readonly form?: (error: ApiErrorCode | null) => string
  /** An example of a valid input. */
  readonly example?: unknown
}

/** False only for GET. Other sites can make browsers send any other method, so those are guarded. */
type Changes<R extends Route> = R extends `GET ${string}` ? false : true

type PathParameter<R extends string> = R extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : R extends `${string}:${infer Name}`
    ? Name
    : never

type Rules<R extends Route, D extends Definition> = (Changes<R> extends true
  ? { readonly caller: Exclude<CallerKind, 'anyone'> }
  : { readonly request?: never }) &
  (D['caller'] extends 'page' ? unknown : { readonly identify?: never }) &
  (D['caller'] extends 'staff'
    ? { readonly permission: Permission }
    : { readonly permission?: never; readonly acceptsDeskKeys?: never }) &
  ([PathParameter<R>] extends [never]
    ? { readonly params?: never }
    : { readonly params: z.ZodObject<Record<PathParameter<R>, z.ZodType>> }) &
  (D extends { readonly request: z.ZodType } ? { readonly maxBytes: number } : unknown) &
  (D extends { readonly params: z.ZodType } | { readonly request: z.ZodType }
    ? { readonly example: InputOf<D> }
    : unknown)

export type Endpoint<R extends Route = Route, D extends Definition = Definition> = D & {
  readonly route: R
  readonly method: Method
  readonly path: string
}

export function defineEndpoint<R extends Route, D extends Definition>(
  route: R,
  definition: D & Rules<R, D>,
): Endpoint<R, D> {
  const [method, path] = route.split(' ') as [Method, string]
  return { ...definition, route, method, path }
}

export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value

/** `unknown` if the endpoint doesn't have this part. */
export type PartInput<D, Part extends string> = D extends {
  readonly [P in Part]: infer Schema extends z.ZodType
}
  ? DeepReadonly<z.input<Schema>>
  : unknown
type PartOutput<D, Part extends string> = D extends {
  readonly [P in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : unknown

export type InputOf<D> = PartInput<D, 'params'> & PartInput<D, 'query'> & PartInput<D, 'request'>

/** Makes the argument optional if no field is required. */
export type OptionalInput<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input]

export type ParsedInputOf<D> = PartOutput<D, 'params'> &
  PartOutput<D, 'query'> &
  PartOutput<D, 'request'>

export type OutputOf<D> = D extends { readonly response: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : D extends { readonly response: 'text' }
    ? string
    : undefined

export type ErrorsOf<D> =
  | (D extends { readonly errors: readonly (infer Code extends ApiErrorCode)[] } ? Code : never)
  | (D extends { readonly params: unknown } ? 'not_found' : never)
  | (D extends { readonly query: unknown } | { readonly request: z.ZodType }
      ? 'bad_request'
      : never)
  | (D extends { readonly maxBytes: number } ? 'too_large' : never)
  | (D extends {
      readonly caller: 'page' | 'reader' | 'staff'
      readonly route: infer R extends Route
    }
      ? Changes<R> extends true
        ? 'forbidden'
        : never
      : never)
  | (D extends { readonly caller: 'reader' } ? 'signed_out' : never)
  | (D extends { readonly caller: 'staff' }
      ? 'not_found' | 'signed_out' | 'forbidden' | 'confirmation_required'
      : never)
  | (D extends { readonly caller: 'desk' } | { readonly acceptsDeskKeys: true }
      ? 'bad_signature' | 'stale_signature'
      : never)
  | 'too_many_requests'
  | 'unavailable'
  | 'internal'

/** Whether only cookies protect a call other than GET. */
export const requiresSameOrigin = ({ method, caller }: Endpoint) =>
  method !== 'GET' && (caller === 'page' || caller === 'reader' || caller === 'staff')

export function listErrors(endpoint: Endpoint): readonly ApiErrorCode[] {
  const { caller, params, query, request, maxBytes, errors = [] } = endpoint
  const isForStaff = caller === 'staff'
  const isSigned = caller === 'desk' || endpoint.acceptsDeskKeys === true
  const hasSchema = query !== undefined || (request !== undefined && request !== 'raw')
  const implied: readonly (ApiErrorCode | false)[] = [
    (params !== undefined || isForStaff) && 'not_found',
    hasSchema && 'bad_request',
    maxBytes !== undefined && 'too_large',
    (requiresSameOrigin(endpoint) || isForStaff) && 'forbidden',
    isForStaff && 'confirmation_required',
    (caller === 'reader' || isForStaff) && 'signed_out',
    isSigned && 'bad_signature',
    isSigned && 'stale_signature',
    'too_many_requests',
    'unavailable',
    'internal',
  ]
  return [...new Set([...errors, ...implied.filter((code) => code !== false)])]
}
