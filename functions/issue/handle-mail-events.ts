/** Handles a provider's reports about emails, in any order and any number of times. */
import { emailSchema } from '../../src/domain/email-schema.ts'
import { recordDeliveryProblem } from '../../src/domain/newsletter/suppression.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { suppress } from '../email/suppressed-addresses.ts'
import { hashAddress } from '../identity/inbox.ts'
import { changeEntry } from '../newsletter/newsletter-list.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { MailEvent } from '../platform/adapters/mail/mail-event.ts'
import type { IssueDeps } from './issue-deps.ts'

/**
 * Updates the list first and the issue second: if only the first is stored, the provider repeats the event. For emails
 * about accounts only hard bounces count, because they concern the same mailbox: a reader who reports a receipt as spam
 * hasn't complained about The Weekly, and a full mailbox mustn't prevent the next issue. Throws if the Durable Object
 * is unavailable.
 */
export async function handleMailEvents(
  { firestore, sendings, now }: Pick<IssueDeps, 'firestore' | 'sendings' | 'now'>,
  events: readonly MailEvent[],
): Promise<Result<void, FirestoreFailure>> {
  for (const event of events) {
    const { source, kind } = event
    if (source === 'account' && kind !== 'hardBounce') continue
    const listed = await suppressOnList({ firestore, now }, event)
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

async function suppressOnList(
  deps: Pick<IssueDeps, 'firestore' | 'now'>,
  { kind, email, at }: MailEvent,
): Promise<Result<void, FirestoreFailure>> {
  const address = emailSchema.safeParse(email)
  if (kind === 'delivered' || kind === 'failed' || !address.success) return succeed(undefined)
  const changed = await changeEntry(
    deps,
    await hashAddress(address.data),
    (entry) => recordDeliveryProblem(entry, kind, at),
    at,
  )
  if (changed.ok) return succeed(undefined)
  const { failure } = changed
  // The provider would repeat the event indefinitely.
  const isMalformed = failure.kind === 'rejected' && failure.status === 200
  return isMalformed ? succeed(undefined) : changed
}
