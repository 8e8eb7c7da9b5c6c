/** Sends the emails that sign-ups cause: right after the response or, if that fails, from the cron job. */
import {
  chooseEmail,
  finishEmail,
  type NewsletterEmails,
  newsletterEmailsSchema,
  requestEmail,
} from '../../src/domain/newsletter/newsletter-emails.ts'
import type { NewsletterEntry } from '../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { sendComposed } from '../email/send-email.ts'
import type { InboxHash } from '../identity/inbox.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type StoredDocument,
} from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import {
  attemptRecord,
  type DueRecords,
  handleDueRecords,
  type JobDeps,
} from '../platform/cron/due-records.ts'
import type { MailDeps } from './mail-deps.ts'
import {
  emailsCollection,
  getEmailsPath,
  getEntryPath,
  maxEntryAttempts,
  readEntry,
} from './newsletter-list.ts'
import { createConfirmationLink, createPersonalLinks } from './personal-links.ts'
import {
  createAlreadySubscribedEmail,
  createConfirmationEmail,
  createListConfirmationEmail,
} from './sign-up-emails.ts'

type EmailDeps = Pick<MailDeps, 'emailConfig' | 'tokens'> & JobDeps

/** In milliseconds. By then, readers have signed up again or lost interest. */
const emailLifetime = 24 * 60 * 60 * 1000

const createRecords = (deps: EmailDeps): DueRecords => ({
  collection: emailsCollection,
  concurrency: 3,
  handle: (document) => handleEmails(deps, document),
})

async function handleEmails(
  deps: EmailDeps,
  { id, fields, updateTime }: StoredDocument,
): Promise<Result<void, { readonly kind: string }>> {
  const { firestore } = deps
  const path = getEmailsPath(id as InboxHash)
  const emails = newsletterEmailsSchema.safeParse(fields)
  if (emails.data?.postponed && !emails.data.isPending) {
    const resumed = await resumePostponed(deps, path, emails.data, updateTime)
    if (!resumed.ok) return resumed
    return resumed.value ? sendAndFinish(deps, path, id, resumed.value) : succeed(undefined)
  }
  // Removes an expired or malformed record.
  if (!emails.success || !emails.data.isPending) {
    const removed = await firestore.commit([{ remove: path, ifUpdatedAt: updateTime }])
    // A conflict means that somebody has signed up again.
    return removed.ok || removed.failure.kind === 'conflict' ? succeed(undefined) : removed
  }
  return sendAndFinish(deps, path, id, emails.data)
}

async function sendAndFinish(
  deps: EmailDeps,
  path: string,
  id: string,
  emails: NewsletterEmails,
): Promise<Result<void, { readonly kind: string }>> {
  const requestedAt = emails.requestedAt.at(-1)!
  const sent = await sendLatest(deps, emails.addressHash ?? id, requestedAt)
  return sent.ok ? finish(deps.firestore, path, requestedAt) : sent
}

/**
 * Resumes a postponed email if the limits allow it now. The email is counted before it's sent, and the record stays
 * claimed. Returns null if nothing should be sent now, because the request is settled or the limits have changed.
 */
async function resumePostponed(
  { firestore, now }: EmailDeps,
  path: string,
  emails: NewsletterEmails,
  updateTime: string,
): Promise<Result<NewsletterEmails | null, FirestoreFailure>> {
  const { addressHash, requestedAt } = emails.postponed!
  const stored = await readEntry(firestore, getEntryPath(addressHash))
  if (!stored.ok) return stored
  const { entry } = stored.value
  const rest = { ...emails, postponed: null }
  const next =
    entry && chooseEmail(entry, requestedAt)
      ? requestEmail(rest, { addressHash, entry, requestedAt }, now())
      : finishEmail(rest)
  const { isPending, postponed, pendingSince } = next
  const counted = { addressHash, requestedAt: next.requestedAt, isPending, postponed, pendingSince }
  const written = await firestore.commit([
    isPending
      ? { set: path, fields: counted, merge: true, ifUpdatedAt: updateTime }
      : createSafeWrite(path, updateTime, next),
  ])
  if (written.ok) return succeed(isPending ? next : null)
  // Somebody has signed up again since, and that sign-up sends the email.
  return written.failure.kind === 'conflict' ? succeed(null) : written
}

/** Allows for another sign-up that has written the document while the email was being sent. */
async function finish(
  firestore: Firestore,
  path: string,
  requestedAt: Date,
): Promise<Result<void, FirestoreFailure>> {
  return repeatIfOvertaken(maxEntryAttempts, async () => {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    const emails = newsletterEmailsSchema.safeParse(stored.value?.fields).data
    // A later sign-up has its own due time.
    if (emails?.requestedAt.at(-1)?.getTime() !== requestedAt.getTime()) return succeed(undefined)
    const written = await commitUnlessOvertaken(firestore, [
      createSafeWrite(path, stored.value!.updateTime, finishEmail(emails!)),
    ])
    return written.ok ? succeed(undefined) : written
  })
}

/**
 * Repeats send the same bytes with the same id, so that some email services detect the duplicate; others send a second
 * copy if the first answer was lost.
 */
async function sendLatest(
  { emailConfig, firestore, tokens, now, log }: EmailDeps,
  addressHash: string,
  requestedAt: Date,
): Promise<Result<void, { readonly kind: string }>> {
  const stored = await readEntry(firestore, getEntryPath(addressHash))
  if (!stored.ok) return stored
  const { entry } = stored.value
  const template = entry && chooseEmail(entry, requestedAt)
  if (!template) return succeed(undefined)
  if (now().getTime() - requestedAt.getTime() > emailLifetime) {
    log('newsletter_email_dropped', { reason: 'too old' })
    return succeed(undefined)
  }
  if (!emailConfig) return fail({ kind: 'noMailService' })
  const { siteUrl } = emailConfig
  const content =
    template === 'confirmation'
      ? createConfirmation(
          await createConfirmationLink(tokens, siteUrl, addressHash, requestedAt),
          entry,
        )
      : createAlreadySubscribedEmail(
          await createPersonalLinks(tokens, siteUrl, addressHash, requestedAt),
        )
  const to = { first_name: '', email: entry.email }
  const id = `${template}-${addressHash.slice(0, 32)}-${requestedAt.getTime()}`
  const sent = await sendComposed(emailConfig, { to, content, topic: 'newsletter' }, id)
  if (sent.ok || sent.failure.kind !== 'refused') return sent
  log('newsletter_email_dropped', { reason: 'refused' })
  return succeed(undefined)
}

const createConfirmation = (url: string, { listSource }: NewsletterEntry) =>
  listSource ? createListConfirmationEmail(url, listSource) : createConfirmationEmail(url)

/** If sending fails, the cron job sends the email. */
export function sendSignUpEmail(deps: MailDeps, inbox: InboxHash): void {
  if (!deps.emailConfig) return
  deps.execution.waitUntil(sendNow(deps, inbox))
}

async function sendNow(deps: MailDeps, inbox: InboxHash): Promise<void> {
  const stored = await deps.firestore.get(getEmailsPath(inbox))
  if (!stored.ok) return deps.log('newsletter_email_waits', { reason: stored.failure.kind })
  const emails = newsletterEmailsSchema.safeParse(stored.value?.fields).data
  // The limits didn't allow an email, or it's already being sent.
  if (!emails?.isPending || emails.dueAt > deps.now()) return
  const attempt = await attemptRecord(deps, createRecords(deps), stored.value!)
  if (!attempt.ok) deps.log('newsletter_email_waits', { reason: attempt.failure.kind })
}

export const createNewsletterEmailsJob = (deps: EmailDeps): Job => ({
  name: 'newsletterEmails',
  run: (run) => handleDueRecords(deps, run, createRecords(deps)),
})
