/**
 * Adds an address to the list, pending its owner's confirmation. The email is sent after the response, so that neither
 * the text nor the response time reveals whether the address was on the list.
 */

import { emailSchema } from '../../src/domain/email-schema.ts'
import type { NewsletterRequest } from '../../src/domain/newsletter/newsletter-entry.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { hashInbox } from '../identity/inbox.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import type { MailDeps } from './mail-deps.ts'
import { sendSignUpEmail } from './newsletter-email-sender.ts'
import { maxEntryAttempts } from './newsletter-list.ts'
import { createRequestWrites } from './request-writes.ts'

export async function requestWeekly(
  deps: MailDeps,
  request: NewsletterRequest,
): Promise<Result<void, FirestoreFailure>> {
  const { firestore, now } = deps
  return repeatIfOvertaken(maxEntryAttempts, async () => {
    const writes = await createRequestWrites(firestore, request, now())
    if (!writes.ok) return writes
    const written = await commitUnlessOvertaken(firestore, writes.value)
    if (!written.ok) return written
    sendSignUpEmail(deps, await hashInbox(request.email))
    return succeed(undefined)
  })
}

/** Called after an account's choice has been stored. */
export async function sendSignUpEmailToAccount(
  deps: MailDeps,
  { email, emailVerified }: Reader,
): Promise<void> {
  const address = emailSchema.safeParse(email)
  if (address.success && !emailVerified) sendSignUpEmail(deps, await hashInbox(address.data))
}
