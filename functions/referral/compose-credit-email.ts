import type { CreditEvent, OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { ComposeDeps } from '../email/email-sender.ts'
import { findReachableReader } from '../email/find-reachable-reader.ts'
import type { ComposedEmail } from '../email/send-email.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import { createCreditEmail } from './credit-email-text.ts'

/** `cause` is the friend or the payment, so that each email is sent once. */
export const createCreditEmailWrite = (
  uid: string,
  cause: string,
  about: CreditEvent,
  at: Date,
): Write =>
  createOutboxWrite(
    `outbox/credit-${about.event}-${cause}`,
    { kind: 'creditEmail', uid, about },
    at,
  )

export async function composeCreditEmail(
  { firestore, siteUrl }: ComposeDeps,
  { uid, about }: OutboxItemOf<'creditEmail'>,
): Promise<Result<ComposedEmail, { readonly kind: string }>> {
  if (uid === deletedAccountUid) return succeed(null)
  const reader = await findReachableReader(firestore, uid)
  // Only accounts have credit, so a missing account has been deleted.
  if (!reader.ok) return reader.failure.kind === 'noReader' ? succeed(null) : reader
  return succeed(reader.value && { to: reader.value, content: createCreditEmail(about, siteUrl) })
}
