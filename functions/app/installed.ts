/** Combines what all the capabilities add to the Worker. */
import type { KindOf, OutboxItem, OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import type { Capability, OutboxHandlers } from '../capability.ts'
import type { ComposeDeps, EmailComposers } from '../email/email-sender.ts'
import { personalData as emailData, retention as emailRetention } from '../email/personal-data.ts'
import type { CallerPayPal } from '../identity/caller-paypal.ts'
import type { Bindings } from '../identity/edge-context.ts'
import type { Handlers } from '../identity/handler.ts'
import type { DataSource } from '../identity/personal-data.ts'
import type { EmailSender } from '../outbox/outbox-jobs.ts'
import { personalData as outboxData } from '../outbox/personal-data.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { actData } from '../staff/act-records.ts'
import * as capabilities from './capabilities.ts'
import type { Services } from './services.ts'

type Capabilities = typeof capabilities
type Name = keyof Capabilities

type PartOf<N extends Name, Part extends keyof Capability> = N extends Name
  ? Capabilities[N] extends { readonly [P in Part]: infer Value }
    ? Value
    : never
  : never

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never

type KeyOf<Value> = Value extends unknown ? keyof Value : never

type Repeated<Part extends keyof Capability> = {
  [N in Name]: KeyOf<PartOf<N, Part>> & KeyOf<PartOf<Exclude<Name, N>, Part>>
}[Name]

/** Turns a name that two capabilities both handle into a compiler error. */
type Merged<Part extends keyof Capability> = [Repeated<Part>] extends [never]
  ? Together<PartOf<Name, Part>>
  : { readonly repeated: Repeated<Part> }

type ResultOf<Create> = Create extends (services: never) => infer Own ? Own : never

/** Services that a capability's handlers share within an isolate. */
type OwnServices = Together<ResultOf<PartOf<Name, 'services'>>>

/** The services available to all handlers. */
export type AllDeps = Omit<Services, 'paypal'> &
  OwnServices & {
    /** A client that counts the caller's requests. Null if nothing is sold. */
    readonly paypal: CallerPayPal | null
    readonly env: Bindings
    readonly request: Request
    readonly execution: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>
    readonly setCookies: (lines: readonly string[]) => void
    /** Sends the waiting emails of this reader or guest after the response. */
    readonly sendPendingEmails: (uid: string) => void
    readonly personalData: readonly DataSource[]
  }

/** `paypal` calls PayPal through the circuit breaker. */
export type JobsDeps = Services & {
  readonly env: Bindings
  readonly personalData: readonly DataSource[]
}

type EmailItemDeps = JobDeps & { readonly emailSender: EmailSender }

/** Without PayPal, only items about gifts and deletions are handled. */
type OutboxDeps = {
  readonly [Kind in OutboxItem['kind']]: Kind extends KindOf<'emails'>
    ? EmailItemDeps
    : Kind extends KindOf<'payPal' | 'purchaseChecks'>
      ? EmailItemDeps & { readonly paypal: PayPal }
      : JobsDeps
}

export const installed: readonly Capability<{
  readonly handlers: AllDeps
  readonly isolate: Services
  readonly jobs: JobsDeps
  readonly outbox: OutboxDeps
  readonly emails: ComposeDeps
}>[] = Object.values(capabilities)

const merge = <Part extends 'routes' | 'outboxHandlers' | 'emails'>(part: Part) =>
  Object.assign({}, ...installed.map((capability) => capability[part])) as Merged<Part>

export const routes: Handlers<AllDeps> = merge('routes')

const outboxHandlers: OutboxHandlers<OutboxDeps> = merge('outboxHandlers')

export const composers: EmailComposers<ComposeDeps> = merge('emails')

export const runOutboxItem = <Kind extends OutboxItem['kind']>(
  deps: OutboxDeps[Kind],
  item: OutboxItemOf<Kind> & { readonly kind: Kind },
  id: string,
) => outboxHandlers[item.kind](deps, item, id)

export const createOwnServices = (services: Services) =>
  Object.assign(
    {},
    ...installed.map((capability) => capability.services?.(services)),
  ) as OwnServices

export const personalData: readonly DataSource[] = [
  ...outboxData,
  ...installed.flatMap((capability) => capability.personalData ?? []),
  ...emailData,
  // Acts are last, because an operator's act may have many fields.
  actData,
]

export const retentionRules = [
  ...installed.flatMap((capability) => capability.retention ?? []),
  ...emailRetention,
]
