import { fail } from '../../src/domain/result.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { EmailService } from '../platform/adapters/mail/email-service.ts'
import type { Log } from '../platform/log.ts'
import { isSuppressed } from './suppressed-addresses.ts'

/**
 * Refuses emails about accounts to mailboxes that don't exist. Emails by which a reader confirms an address are sent
 * all the same, within their own limits: they end the suppression. So are those to the editors, who would otherwise
 * learn of nothing any more after one bounce, which a stranger's words in an email may have caused.
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
