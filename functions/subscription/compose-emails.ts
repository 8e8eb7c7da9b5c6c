import { emailLimits } from '../../src/domain/email-limits.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { createFinishAccountEmail, createStudentEmail } from '../email/confirmation-emails.ts'
import type { ComposeDeps } from '../email/email-sender.ts'
import { findReachableReader } from '../email/find-reachable-reader.ts'
import { createRefundConfirmationEmail } from '../email/refund-confirmation-email.ts'
import type { ComposedEmail, Recipient } from '../email/send-email.ts'
import { createSubscriptionEmail } from '../email/subscription-emails.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import { subscriptionPath } from './change-subscription.ts'
import { findCheckout } from './stored-checkout.ts'
import { findStudentEmailsPath } from './student-emails.ts'

type Failure = { readonly kind: string }

async function compose(
  deps: ComposeDeps,
  item: OutboxItemOf<'email' | 'refundConfirmation'>,
): Promise<Result<ComposedEmail, Failure>> {
  const to = await findItemRecipient(deps, item)
  if (!to.ok) return to
  if (!to.value) return succeed(null)
  const content =
    item.kind === 'email'
      ? createSubscriptionEmail(item, deps.siteUrl)
      : createRefundConfirmationEmail(item)
  return succeed(content && { to: to.value, content })
}

/**
 * Finds the account that has the checkout. Without an account, most emails wait. A refund is confirmed to the payer
 * immediately, because a refunded guest may never create an account.
 */
async function findItemRecipient(
  { firestore, paypal }: Pick<ComposeDeps, 'firestore' | 'paypal'>,
  item: OutboxItemOf<'email' | 'refundConfirmation'>,
): Promise<Result<Recipient | null, Failure>> {
  const { uid } = item
  if (uid === deletedAccountUid) return succeed(null)
  const reader = await findReachableReader(firestore, uid)
  if (reader.ok || reader.failure.kind !== 'noReader') return reader
  const provider = item.kind === 'email' ? item.about.provider : item.provider
  const checkout = await findCheckout(firestore, provider)
  if (!checkout.ok) return checkout
  // If both the reader and the checkout are missing, the account was deleted.
  if (!checkout.value) return succeed(null)
  if (checkout.value.uid !== uid) return findReachableReader(firestore, checkout.value.uid)
  if (item.kind !== 'refundConfirmation' || !checkout.value.isGuest) return reader
  const found = await paypal.find(provider)
  return found.ok ? succeed(toRecipient(found.value.payer)) : found
}

/** Returns null if PayPal has no address. */
const toRecipient = ({ email, firstName }: PayPalSubscriptionDetails['payer']): Recipient | null =>
  email === '' ? null : { email, first_name: firstName }

/** Sent only while the paid period lasts and no account has the purchase, even after a cancellation. */
async function composeFinishAccountEmail(
  { firestore, paypal, siteUrl, tokens, now }: ComposeDeps,
  { checkout: id }: OutboxItemOf<'finishAccount'>,
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
  const key = await tokens.issueToken('finishCheckout', id, now())
  return succeed({ to, content: createFinishAccountEmail(id, key, siteUrl) })
}

async function composeStudentEmail(
  { siteUrl, tokens, now }: ComposeDeps,
  { student, email }: OutboxItemOf<'studentEmail'>,
): Promise<Result<ComposedEmail, Failure>> {
  const key = await tokens.issueToken('studentConfirmation', student, now())
  return succeed({
    to: { first_name: '', email },
    content: createStudentEmail(key, siteUrl),
    topic: 'address',
    limited: { path: await findStudentEmailsPath(student, email), limits: emailLimits.typed },
  })
}

export const composers = {
  email: compose,
  refundConfirmation: compose,
  finishAccount: composeFinishAccountEmail,
  studentEmail: composeStudentEmail,
}
