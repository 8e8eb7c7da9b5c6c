/** Sends a request's emails right after its response. Failed ones stay in the outbox for the cron job. */

import { createEmailSender } from '../email/email-sender.ts'
import type { EmailConfig } from '../email/send-email.ts'
import type { Deps } from '../identity/edge-context.ts'
import { createOutboxRecords, type EmailSender, type OutboxItems } from '../outbox/outbox-jobs.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { attemptRecord, type JobDeps } from '../platform/cron/due-records.ts'
import { composers, runOutboxItem } from './installed.ts'

type EmailDeps = Pick<Deps, 'firestore' | 'tokens' | 'now' | 'log'> & {
  readonly emailConfig: EmailConfig | null
}

export const createEmailSenderFrom = (
  { firestore, emailConfig, tokens, now, log }: EmailDeps,
  paypal: PayPal,
): EmailSender => createEmailSender({ emailConfig, firestore, paypal, tokens, now, log }, composers)

export const createEmailItems = (
  deps: JobDeps & { readonly emailSender: EmailSender },
): OutboxItems<'emails'> => ({
  name: 'emails',
  concurrency: 2,
  run: (item, id) => runOutboxItem(deps, item, id),
})

/** More emails than a reader can cause in a minute. */
const maxItems = 20

/**
 * `uid` is the reader's or the guest buyer's. Also retries emails whose sending failed before, but skips any that the
 * cron job or another request is sending.
 */
export function sendPendingEmails(
  deps: EmailDeps & Pick<Deps, 'execution'> & { readonly paypal: PayPal | null },
  uid: string,
): void {
  const { paypal, emailConfig, execution } = deps
  if (!paypal || !emailConfig) return
  execution.waitUntil(sendInOrder(deps, paypal, uid))
}

async function sendInOrder(services: EmailDeps, paypal: PayPal, uid: string): Promise<void> {
  const { firestore, log } = services
  const found = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'uid', is: 'EQUAL', value: uid }],
    limit: maxItems,
  })
  if (!found.ok) return log('emails_wait_for_cron', { uid, reason: found.failure.kind })
  const records = createOutboxRecords(
    services,
    createEmailItems({ ...services, emailSender: createEmailSenderFrom(services, paypal) }),
  )
  // In sequence, so that the emails arrive in order.
  for (const document of found.value.documents.filter(isEmailItem).sort(compareBySince)) {
    const attempt = await attemptRecord(services, records, document)
    if (!attempt.ok) return log('emails_wait_for_cron', { uid, reason: attempt.failure.kind })
  }
}

const isEmailItem = ({ fields: { kind } }: StoredDocument) =>
  kind === 'email' || kind === 'refundConfirmation' || kind === 'giftTimeEmail'

const compareBySince = (one: StoredDocument, other: StoredDocument) =>
  Number(one.fields.pendingSince) - Number(other.fields.pendingSince)
