/** The address and the name are current; the content describes the time of the event. */

import { emailLimits } from '../../src/domain/email-limits.ts'
import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { emailLifetime, type OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import { isAboutOwnStep } from '../../src/domain/subscription/outdated-email.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { createFinishAccountEmail } from '../email/confirmation-emails.ts'
import { type CountedEmail, countEmail, findStepEmailsPath } from '../email/count-email.ts'
import type { EmailContent } from '../email/email-layout.ts'
import { createRefundConfirmationEmail } from '../email/refund-confirmation-email.ts'
import {
  type ComposedEmail,
  type EmailConfig,
  type Recipient,
  sendComposed,
} from '../email/send-email.ts'
import { createSubscriptionEmail } from '../email/subscription-emails.ts'
import { createGiftBuyerEmail, createGiftTimeEmail } from '../gift/gift-emails.ts'
import { findGift } from '../gift/stored-gift.ts'
import type { EmailItem, EmailSender } from '../outbox/outbox-jobs.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { PayPal, PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import type { Log } from '../platform/log.ts'
import { createCreditEmail } from '../referral/credit-emails.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'

export type EmailSenderDeps = {
  /** Null if none is configured: emails are dropped. */
  readonly emailConfig: EmailConfig | null
  readonly firestore: Firestore
  readonly paypal: PayPal
  /** The key in the link of a checkout's email. */
  readonly createFinishKey: (checkout: string) => Promise<string>
  /** The key in the link of a gift's buyer. */
  readonly createGiftKey: (gift: string) => Promise<string>
  readonly now: () => Date
  readonly log: Log
}

type Failure = { readonly kind: string }

export function createEmailSender(deps: EmailSenderDeps): EmailSender {
  const { emailConfig, now, log } = deps
  return {
    async send(item, id) {
      const dropEmail = (reason: string) => {
        log('email_dropped', { id, reason })
        return succeed(undefined)
      }
      if (!emailConfig) return dropEmail('no email service')
      if (now().getTime() - item.pendingSince.getTime() > emailLifetime) return dropEmail('too old')
      const composed = await composeEmail({ ...deps, siteUrl: emailConfig.siteUrl }, item)
      if (!composed.ok) return composed
      if (!composed.value) return dropEmail('nothing to say')
      const counted = await countOwnStep(deps, item, composed.value.to)
      if (!counted.ok) return counted
      if (counted.value?.isAllowed === false) {
        const { nextAt: until } = counted.value
        if (until.getTime() - item.pendingSince.getTime() > emailLifetime) return dropEmail('limit')
        log('email_postponed', { id })
        return fail({ kind: 'postponed', until })
      }
      const sent = await sendComposed(emailConfig, composed.value, id)
      if (sent.ok) return sent
      const takenBack = await counted.value?.takeBack()
      if (takenBack?.ok === false) log('email_still_counted', { reason: takenBack.failure.kind })
      return sent.failure.kind === 'refused' ? dropEmail('refused') : sent
    },
  }
}

/** Null for an email that isn't limited. */
async function countOwnStep(
  { firestore, now }: EmailSenderDeps,
  item: EmailItem,
  { email, emailVerified = false }: Recipient,
): Promise<Result<CountedEmail | null, Failure>> {
  if (item.kind !== 'email' || !isAboutOwnStep(item.template)) return succeed(null)
  const path = await findStepEmailsPath({ uid: item.uid, email, emailVerified })
  const limits = emailVerified ? emailLimits.steps : emailLimits.unverified
  return countEmail(firestore, path, limits, now())
}

type ComposeDeps = EmailSenderDeps & Pick<EmailConfig, 'siteUrl'>

async function composeEmail(
  deps: ComposeDeps,
  item: EmailItem,
): Promise<Result<ComposedEmail, Failure>> {
  if (item.kind === 'finishAccount') return composeFinishAccountEmail(deps, item.checkout)
  if (item.kind === 'giftBuyerEmail') return composeGiftBuyerEmail(deps, item)
  if (item.kind === 'giftTimeEmail') {
    const reader = await findReachableReader(deps.firestore, item.uid)
    if (!reader.ok || !reader.value) return reader.ok ? succeed(null) : reader
    return succeed({ to: reader.value, content: createGiftTimeEmail(item, deps.siteUrl) })
  }
  const to = await findItemRecipient(deps, item)
  if (!to.ok) return to
  if (!to.value) return succeed(null)
  const content = createContent(item, deps.siteUrl)
  return succeed(content && { to: to.value, content })
}

function createContent(
  item: OutboxItemOf<'email' | 'refundConfirmation' | 'creditEmail'>,
  siteUrl: string,
): EmailContent | null {
  switch (item.kind) {
    case 'email':
      return createSubscriptionEmail(item, siteUrl)
    case 'refundConfirmation':
      return createRefundConfirmationEmail(item)
    case 'creditEmail':
      return createCreditEmail(item.about, siteUrl)
  }
}

/** Null once the buyer's account is deleted. */
async function composeGiftBuyerEmail(
  { firestore, siteUrl, createGiftKey }: ComposeDeps,
  item: OutboxItemOf<'giftBuyerEmail'>,
): Promise<Result<ComposedEmail, Failure>> {
  const found = await findGift(firestore, item.gift)
  if (!found.ok) return found
  if (!found.value || found.value.gift.buyerEmail === '') return succeed(null)
  const { gift } = found.value
  const key = await createGiftKey(item.gift)
  return succeed({
    to: { first_name: gift.senderName, email: gift.buyerEmail },
    content: createGiftBuyerEmail(item, gift, { siteUrl, key }),
  })
}

/** Null for a reader who is being deleted. */
async function findReachableReader(
  firestore: Firestore,
  uid: string,
): Promise<Result<Reader | null, Failure>> {
  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return stored
  if (!stored.value) return fail({ kind: 'noReader' })
  const reader = readerSchema.safeParse(stored.value.fields)
  if (!reader.success) return fail({ kind: 'malformed' })
  return succeed(reader.data.deletionRequestedAt || reader.data.email === '' ? null : reader.data)
}

/**
 * The account that has the checkout. Without one, most emails wait. A refund is confirmed to the payer at
 * once, because a refunded guest may never create an account.
 */
async function findItemRecipient(
  { firestore, paypal }: Pick<EmailSenderDeps, 'firestore' | 'paypal'>,
  item: OutboxItemOf<'email' | 'refundConfirmation' | 'creditEmail'>,
): Promise<Result<Recipient | null, Failure>> {
  const { uid } = item
  if (uid === deletedAccountUid) return succeed(null)
  const reader = await findReachableReader(firestore, uid)
  if (reader.ok || reader.failure.kind !== 'noReader') return reader
  // Only accounts have credit, so this one was deleted.
  if (item.kind === 'creditEmail') return succeed(null)
  const provider = item.kind === 'email' ? item.about.provider : item.provider
  const checkout = await findCheckout(firestore, provider)
  if (!checkout.ok) return checkout
  // Without either, the account was deleted.
  if (!checkout.value) return succeed(null)
  if (checkout.value.uid !== uid) return findReachableReader(firestore, checkout.value.uid)
  if (item.kind !== 'refundConfirmation' || !checkout.value.isGuest) return reader
  const found = await paypal.find(provider)
  return found.ok ? succeed(toRecipient(found.value.payer)) : found
}

/** Null if PayPal has no address. */
const toRecipient = ({ email, firstName }: PayPalSubscriptionDetails['payer']): Recipient | null =>
  email === '' ? null : { email, first_name: firstName }

/** Only while the paid period lasts and no account has it, even after a cancellation. */
async function composeFinishAccountEmail(
  { firestore, paypal, siteUrl, createFinishKey, now }: ComposeDeps,
  id: string,
): Promise<Result<ComposedEmail, Failure>> {
  const checkout = await findCheckout(firestore, id)
  if (!checkout.ok) return checkout
  if (!checkout.value) return succeed(null)
  const reader = await findReachableReader(firestore, checkout.value.uid)
  if (reader.ok) return succeed(null)
  if (reader.failure.kind !== 'noReader') return reader
  const stored = await firestore.get(subscriptionPath(checkout.value.uid))
  if (!stored.ok) return stored
  const record = subscriptionRecordSchema.safeParse(stored.value?.fields ?? {})
  if (!record.success) return fail({ kind: 'malformed' })
  if (!resolveEntitlement(record.data, now()).entitled) return succeed(null)
  const found = await paypal.find(id)
  if (!found.ok) return found
  const to = toRecipient(found.value.payer)
  if (!to) return succeed(null)
  return succeed({
    to,
    content: createFinishAccountEmail(id, await createFinishKey(id), siteUrl),
  })
}
