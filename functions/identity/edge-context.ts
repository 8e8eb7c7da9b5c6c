/** The types that all handlers share. */
import type { Context } from 'hono'
import type { VerifiedRequest } from '../../src/contracts/signing/desk-signature.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { Limit, NetworkLimit, NetworkLimitName } from '../platform/http/rate-limits.ts'
import type { Log } from '../platform/log.ts'
import type { Tokens } from './session-tokens.ts'

/** Generated from wrangler.toml. Variables are parsed in platform/environment/env.ts. */
export type Bindings = Omit<Env, NetworkLimitName> & {
  readonly [Name in NetworkLimitName]: NetworkLimit
} & {
  /** Limits calls per address as well as per network. */
  readonly UNCHECKED_LIMIT: Limit
  /** Missing unless Cloudflare sends the publication's emails. */
  readonly EMAIL?: SendEmail
}

/**
 * The deps of every handler. A folder whose handlers need more defines its own type, and app/provide-deps.ts provides
 * them.
 */
export type Deps = {
  readonly env: Bindings
  readonly request: Request
  readonly execution: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>
  readonly setCookies: (lines: readonly string[]) => void
  readonly firestore: Firestore
  readonly tokens: Tokens
  readonly now: () => Date
  readonly log: Log
}

export type Environment<D extends Deps = Deps> = {
  Bindings: Bindings
  Variables: { deps: D; signed?: VerifiedRequest }
}

/** Has no methods that write, so a context with all services also fits a handler that uses only a few. */
export type EdgeContext<D extends Deps = Deps> = Pick<
  Context<Environment<D>>,
  'req' | 'var' | 'redirect'
>
