import type { KindOf, OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import { isEmailOutdated } from '../../src/domain/subscription/outdated-email.ts'
import { checkGiftPayment } from '../gift/check-gift-payment.ts'
import {
  createOutboxJob,
  createOutboxRecords,
  type EmailItem,
  type EmailSender,
  type OutboxItems,
} from '../outbox/outbox-jobs.ts'
import { type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { DueRecords, JobDeps } from '../platform/cron/due-records.ts'
import { checkReferral } from '../referral/check-referral.ts'
import { settlePayment } from '../referral/settle-payment.ts'
import { findCurrentRecord } from '../subscription/change-subscription.ts'
import { checkCheckoutPayment } from '../subscription/check-checkout-payment.ts'
import { checkFirstPayment } from '../subscription/check-first-payment.ts'
import { runRefundItem } from '../subscription/refund-items.ts'
import { runReconcileItem } from '../subscription/run-reconcile-item.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'

/** Drops an email that a later change has made untrue. Needs no PayPal. */
async function sendEmail(
  deps: JobDeps,
  emailSender: EmailSender,
  item: OutboxItemOf<KindOf<'emails'>>,
  id: string,
): Promise<ItemOutcome> {
  if (item.kind === 'email') {
    const found = await findCurrentRecord(deps, item.uid)
    if (!found.ok) return found
    const current = found.value?.record.subscription
    if (current && isEmailOutdated(item.template, item.about, current)) {
      deps.log('email_outdated', { id, template: item.template })
      return nothingLeft
    }
  }
  return sendNow(emailSender, item, id)
}

async function sendNow(
  emailSender: EmailSender,
  item: EmailItem,
  id: string,
): Promise<ItemOutcome> {
  const sent = await emailSender.send(item, id)
  return sent.ok ? nothingLeft : sent
}

const createEmailItems = (deps: JobDeps, emailSender: EmailSender): OutboxItems<'emails'> => ({
  name: 'emails',
  concurrency: 2,
  run: (item, id) => sendEmail(deps, emailSender, item, id),
})

export const createEmailsJob = (deps: JobDeps, emailSender: EmailSender): Job =>
  createOutboxJob(deps, createEmailItems(deps, emailSender))

export const createEmailRecords = (deps: JobDeps, emailSender: EmailSender): DueRecords =>
  createOutboxRecords(deps, createEmailItems(deps, emailSender))

export async function runPayPalItem(
  deps: SubscriptionDeps,
  emailSender: EmailSender,
  item: OutboxItemOf<KindOf<'payPal'>>,
  id: string,
): Promise<ItemOutcome> {
  switch (item.kind) {
    case 'finishAccount':
      return sendNow(emailSender, item, id)
    case 'refund':
    case 'surplus':
    case 'replaced':
      return runRefundItem(deps, item)
    case 'checkoutPayment':
      return checkCheckoutPayment(deps, item)
    case 'firstPayment':
      return checkFirstPayment(deps, item)
    case 'reconcile':
      return runReconcileItem(deps, item.uid)
    case 'useCredit':
      return settlePayment(deps, item)
    case 'referralCheck':
      return checkReferral(deps, item)
    case 'giftPayment':
      return checkGiftPayment(deps, item)
  }
}
