import type { Next } from 'hono'
import type { OutboxItem, OutboxItemOf } from '../src/domain/outbox/outbox-item.ts'
import type { EmailComposers } from './email/email-sender.ts'
import type { Deps, EdgeContext } from './identity/edge-context.ts'
import type { Handlers } from './identity/handler.ts'
import type { DataSource } from './identity/personal-data.ts'
import type { ItemOutcome } from './outbox/outbox-writes.ts'
import type { Job } from './platform/cron/cron-job.ts'

type PageHandler<D extends Deps> = (
  context: EdgeContext<D>,
  next: Next,
  // biome-ignore lint/suspicious/noConfusingVoidType: what `next` returns.
) => Response | Promise<Response | void>

export type RetentionRule = {
  readonly collection: string
  /** The field with the time at which a record is removed. A record without this field is kept. */
  readonly field: string
  /** Returns paths of documents whose existence keeps a record. */
  readonly findReasons?: (id: string) => readonly string[]
}

/** `D` maps each item's kind to the deps of its handler. */
export type OutboxHandlers<D extends Record<OutboxItem['kind'], unknown>> = {
  readonly [Kind in OutboxItem['kind']]: (
    deps: D[Kind],
    item: OutboxItemOf<Kind>,
    id: string,
  ) => Promise<ItemOutcome>
}

/** Everything that the parts of a capability may use. Each part declares what it uses. */
type Provided = {
  readonly handlers: Deps
  readonly isolate: unknown
  readonly jobs: unknown
  readonly outbox: Record<OutboxItem['kind'], unknown>
  readonly emails: unknown
}

/**
 * A folder's part of the Worker, defined in its `capability.ts`. `app/capabilities.ts` lists all capabilities, and the
 * compiler checks there that every endpoint, outbox item and email is handled exactly once, with services that exist.
 */
export type Capability<P extends Provided = Record<keyof Provided, never>> = {
  /** Endpoints (src/contracts/endpoints/). */
  readonly routes?: Partial<Handlers<P['handlers']>>
  /** Other addresses, such as `GET /reader/:handle`. The method `ALL` means every method. */
  readonly pages?: Readonly<Record<string, readonly PageHandler<P['handlers']>[]>>
  /** Services that this capability's handlers share. Created once per isolate. */
  readonly services?: (services: P['isolate']) => object
  readonly jobs?: (deps: P['jobs']) => readonly Job[]
  readonly outboxHandlers?: Partial<OutboxHandlers<P['outbox']>>
  readonly emails?: Partial<EmailComposers<P['emails']>>
  readonly personalData?: readonly DataSource[]
  readonly retention?: readonly RetentionRule[]
}
