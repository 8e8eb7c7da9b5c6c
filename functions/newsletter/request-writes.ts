import {
  newsletterEmailsSchema,
  requestEmail,
} from '../../src/domain/newsletter/newsletter-emails.ts'
import {
  type NewsletterRequest,
  requestEntry,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { hashAddress, hashInbox } from '../identity/inbox.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import { createEntryWrite, getEmailsPath, getEntryPath, parseEntry } from './newsletter-list.ts'

/** Makes the same reads and writes for every address. The commit fails if any document has changed since. */
export async function createRequestWrites(
  firestore: Firestore,
  request: NewsletterRequest,
  now: Date,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const addressHash = await hashAddress(request.email)
  const emailsPath = getEmailsPath(await hashInbox(request.email))
  const stored = await firestore.getAll([getEntryPath(addressHash), emailsPath])
  if (!stored.ok) return stored
  const [storedEntry = null, storedEmails = null] = stored.value
  const found = parseEntry(getEntryPath(addressHash), storedEntry)
  if (!found.ok) return found
  const { entry } = found.value
  // A malformed record is replaced.
  const emails = newsletterEmailsSchema.safeParse(storedEmails?.fields).data ?? null
  return succeed([
    createEntryWrite(found.value, requestEntry(entry, request, now), now),
    createSafeWrite(
      emailsPath,
      storedEmails?.updateTime,
      requestEmail(emails, { addressHash, entry }, now),
    ),
  ])
}
