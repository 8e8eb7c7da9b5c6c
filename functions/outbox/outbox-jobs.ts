/**
 * Runs outbox items. An interrupted item runs again. Its effect happens once, but its email may arrive twice if the
 * email service doesn't detect duplicates.
 */

import {
  getKindsOfJob,
  type KindOf,
  type OutboxItemOf,
  type OutboxJob,
  outboxItemSchema,
} from '../../src/domain/outbox/outbox-item.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { CircuitBreaker } from '../platform/adapters/circuit-breaker.ts'
import type { Firestore, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import { type DueRecords, handleDueRecords, type JobDeps } from '../platform/cron/due-records.ts'
import { type ItemFailure, type ItemOutcome, nothingLeft } from './outbox-writes.ts'

export type EmailItem = OutboxItemOf<KindOf<'emails'> | 'finishAccount'>

export type EmailSender = {
  send(email: EmailItem, id: string): Promise<Result<void, ItemFailure>>
}

type Failure = { readonly kind: string }

type RunItem<Item> = (item: Item, id: string) => Promise<ItemOutcome>

export type OutboxItems<Name extends OutboxJob> = {
  readonly name: Name
  readonly concurrency: number
  readonly breaker?: CircuitBreaker
  readonly run: RunItem<OutboxItemOf<KindOf<Name>>>
}

async function runClaimedItem<Name extends OutboxJob>(
  firestore: Firestore,
  { name, run }: OutboxItems<Name>,
  { id, fields, updateTime }: StoredDocument,
): Promise<Result<void, Failure>> {
  const item = outboxItemSchema.safeParse(fields)
  if (!item.success || !getKindsOfJob(name).includes(item.data.kind))
    return fail({ kind: 'malformed' })
  const result = await run(item.data as OutboxItemOf<KindOf<Name>>, id)
  const until = result.ok ? undefined : result.failure.until
  if (!result.ok && !until) return result
  const path = `outbox/${id}`
  const waiting = { dueAt: until, attempts: 0, attemptStartedAt: null }
  const committed = await firestore.commit(
    result.ok
      ? [{ remove: path, ifUpdatedAt: updateTime }, ...result.value]
      : [{ set: path, fields: waiting, merge: true, ifUpdatedAt: updateTime }],
  )
  // On a conflict, the item's own effect has removed or replaced it.
  return committed.ok || committed.failure.kind === 'conflict' ? succeed(undefined) : committed
}

export function createOutboxRecords<Name extends OutboxJob>(
  { firestore }: Pick<JobDeps, 'firestore'>,
  items: OutboxItems<Name>,
): DueRecords {
  return {
    ...items,
    collection: 'outbox',
    where: [{ field: 'kind', is: 'IN', value: getKindsOfJob(items.name) }],
    handle: (document) => runClaimedItem(firestore, items, document),
  }
}

export function createOutboxJob<Name extends OutboxJob>(
  deps: JobDeps,
  items: OutboxItems<Name>,
): Job {
  const dueRecords = createOutboxRecords(deps, items)
  return { name: items.name, run: (run) => handleDueRecords(deps, run, dueRecords) }
}

/** Runs an item that sends an email. */
export async function sendEmailItem(
  { emailSender }: { readonly emailSender: EmailSender },
  item: EmailItem,
  id: string,
): Promise<ItemOutcome> {
  const sent = await emailSender.send(item, id)
  return sent.ok ? nothingLeft : sent
}
