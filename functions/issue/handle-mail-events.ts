/** What a provider reports about emails, in any order and any number of times. */
import { emailSchema, newsletterEntrySchema } from '../../src/domain/newsletter/newsletter-entry.ts'
import { recordDeliveryProblem } from '../../src/domain/newsletter/suppression.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { MailEvent } from '../adapters/mail/mail-event.ts'
import { suppress } from '../email/suppressed-addresses.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import { createListRecordWrites } from '../transition-records/list-records.ts'
import type { IssueDeps } from './issue-deps.ts'

/**
 * First the list, then the issue: if only the first is stored, the provider repeats the event. Of emails about
 * accounts only a hard bounce counts, because it's the same mailbox: a reader who reports a receipt as spam hasn't
 * complained about The Weekly, and a full mailbox mustn't keep the next issue from it. Throws if the Durable Object
 * doesn't answer.
 */
export async function handleMailEvents(
  { firestore, sendings }: Pick<IssueDeps, 'firestore' | 'sendings'>,
  events: readonly MailEvent[],
): Promise<Result<void, FirestoreFailure>> {
  for (const event of events) {
    const { source, kind } = event
    if (source === 'account' && kind !== 'hardBounce') continue
    const listed = await suppressOnList(firestore, event)
    if (!listed.ok) return listed
    if (source === 'account') {
      const suppressed = await suppress(firestore, event.email, event.at)
      if (!suppressed.ok) return suppressed
      continue
    }
    if (!source || !slugSchema.safeParse(source.issue).success) continue
    const { chunk, position } = source
    await sendings.call(source.issue, 'recordEvents', { events: [{ chunk, position, kind }] })
  }
  return succeed(undefined)
}

/** Attempts while others change the entry. */
const maxAttempts = 5

async function suppressOnList(
  firestore: Firestore,
  { kind, email, at }: MailEvent,
): Promise<Result<void, FirestoreFailure>> {
  const address = emailSchema.safeParse(email)
  if (kind === 'delivered' || kind === 'failed' || !address.success) return succeed(undefined)
  const path = await getListPath(address.data)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    const entry = newsletterEntrySchema.safeParse(stored.value?.fields)
    const changed = entry.success ? recordDeliveryProblem(entry.data, kind, at) : null
    if (!stored.value || !changed) return succeed(undefined)
    const ifUpdatedAt = stored.value.updateTime
    const written = await firestore.commit([
      { set: path, fields: changed, ifUpdatedAt },
      ...(await createListRecordWrites(entry.data ?? null, changed, at)),
    ])
    if (written.ok) return succeed(undefined)
    if (written.failure.kind !== 'conflict') return written
  }
  return fail({ kind: 'conflict' })
}
