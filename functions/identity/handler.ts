import type { z } from 'zod'
import type { ApiErrorCode } from '../../src/contracts/endpoints/api-error.ts'
import type {
  DeepReadonly,
  ErrorsOf,
  OutputOf,
  ParsedInputOf,
} from '../../src/contracts/endpoints/endpoint.ts'
import type { Api, ApiRoute } from '../../src/contracts/endpoints/endpoints.ts'
import type { VerifiedRequest } from '../../src/contracts/signing/desk-signature.ts'
import type { ClosedReason } from '../../src/domain/access.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Caller, SignedInReader, Staff } from './caller.ts'
import type { Deps } from './edge-context.ts'

/** `message` replaces the error code's default message. */
export type Refusal<Code extends ApiErrorCode = ApiErrorCode> = {
  readonly code: Code
  readonly message?: string
  readonly reason?: ClosedReason
  readonly page?: string
}

export type Refused<Code extends ApiErrorCode = ApiErrorCode> = Result<never, Refusal<Code>>

export function refuse<const Code extends ApiErrorCode>(
  code: Code,
  message?: string,
): Refused<Code> {
  return fail({ code, ...(message === undefined ? {} : { message }) })
}

/** `details` may contain ids and reasons, but never an address. */
export function refuseUnavailable(
  { log }: Pick<Deps, 'log'>,
  event: string,
  details: Parameters<Deps['log']>[1],
  message?: string,
): Refused<'unavailable'> {
  log(event, details)
  return refuse('unavailable', message)
}

export class Reply<Body = unknown> {
  readonly body: Body
  readonly init: ResponseInit
  constructor(body: Body, init: ResponseInit) {
    this.body = body
    this.init = init
  }
}

export const respond = <Body>(body: Body, init: ResponseInit) => succeed(new Reply(body, init))

type Success<E> = E extends { readonly response: 'text' | 'raw' }
  ? Response
  : E extends { readonly response: 'empty' }
    ? // biome-ignore lint/suspicious/noConfusingVoidType: what a function without a value returns.
      Reply<undefined> | void
    : DeepReadonly<OutputOf<E>> | Reply<DeepReadonly<OutputOf<E>>>

export type Answer<R extends ApiRoute> = Result<Success<Api[R]>, Refusal<ErrorsOf<Api[R]>>>

type CallerOf<E> = E extends { readonly caller: 'reader' }
  ? SignedInReader
  : E extends { readonly caller: 'desk' }
    ? VerifiedRequest
    : E extends { readonly caller: 'staff' }
      ? Staff | (E extends { readonly acceptsDeskKeys: true } ? VerifiedRequest : never)
      : E extends { readonly identify: 'record' }
        ? SignedInReader | null
        : E extends { readonly identify: 'pass' }
          ? Caller
          : null

/** `D` is the handler's deps. */
export type Handle<R extends ApiRoute, D extends Deps = Deps> = (
  input: ParsedInputOf<Api[R]>,
  caller: CallerOf<Api[R]>,
  deps: D,
) => Promise<Answer<R>> | Answer<R>

export type Handler<R extends ApiRoute, D extends Deps = Deps> =
  | Handle<R, D>
  | {
      readonly handle: Handle<R, D>
      /** Replaces the message of `bad_request`. */
      readonly describeInvalid: (error: z.ZodError) => string | undefined
    }

export type Handlers<D extends Deps> = { readonly [R in ApiRoute]: Handler<R, D> }
