import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { isEmailOutdated } from '../../src/domain/subscription/outdated-email.ts'
import { type EmailSender, sendEmailItem } from '../outbox/outbox-jobs.ts'
import { type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { findCurrentRecord } from './change-subscription.ts'

/** Drops an email that a later change has made untrue. Doesn't call PayPal. */
export async function sendUnlessOutdated(
  deps: JobDeps & { readonly emailSender: EmailSender },
  item: OutboxItemOf<'email'>,
  id: string,
): Promise<ItemOutcome> {
  const found = await findCurrentRecord(deps, item.uid)
  if (!found.ok) return found
  const current = found.value?.record.subscription
  if (current && isEmailOutdated(item.template, item.about, current)) {
    deps.log('email_outdated', { id, template: item.template })
    return nothingLeft
  }
  return sendEmailItem(deps, item, id)
}
