import { fail } from '../../src/domain/result.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { EmailService } from '../platform/adapters/mail/email-service.ts'
import type { Log } from '../platform/log.ts'
import { isSuppressed } from './suppressed-addresses.ts'

/**
 * Doesn't send emails about accounts to mailboxes that don't exist. Emails that let a reader confirm an address are
 * still sent, within their own limits, because confirming ends the suppression. So are emails to editors: a reader's
 * words in an email can cause a bounce, which would otherwise stop all further notices.
 */
export const withSuppression = (
  service: EmailService,
  { firestore, log }: { readonly firestore: Pick<Firestore, 'get'>; readonly log: Log },
): EmailService => ({
  async send(message, id) {
    if (message.topic !== 'account') return service.send(message, id)
    const suppressed = await isSuppressed(firestore, message.to)
    if (!suppressed.ok) return fail({ kind: 'unavailable', reason: suppressed.failure.kind })
    if (!suppressed.value) return service.send(message, id)
    log('email_suppressed', {})
    return fail({ kind: 'refused' })
  },
})
