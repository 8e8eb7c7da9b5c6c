/** Runs the outbox items about gifts. Each may run again after an interruption. */
import { isWaitingState, resolveGiftState } from '../../src/domain/gift/gift.ts'
import { getTimeStatus } from '../../src/domain/gift/gift-transition.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { fail } from '../../src/domain/result.ts'
import { hasGift } from '../../src/domain/subscription/create-transition.ts'
import { type EmailConfig, sendComposed } from '../email/send-email.ts'
import { type ItemOutcome, nothingLeft } from '../outbox/outbox-writes.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { applySubscriptionEvent } from '../subscription/change-subscription.ts'
import { createGiftCardEmail } from './gift-emails.ts'
import { changeGift, findGift } from './stored-gift.ts'

/**
 * Doesn't send the card of a gift that has since been refunded, redeemed or withdrawn. If a refund follows this check,
 * the link becomes invalid anyway.
 */
export async function sendCard(
  deps: JobDeps & { readonly emailConfig: EmailConfig | null },
  { gift: id, template }: OutboxItemOf<'giftCard'>,
  itemId: string,
): Promise<ItemOutcome> {
  const found = await findGift(deps.firestore, id)
  if (!found.ok) return found
  if (!found.value) return nothingLeft
  const { gift } = found.value
  const isDue = template === 'reminder' ? gift.state === 'sent' : isWaitingState(gift.state)
  const isOpen = isWaitingState(resolveGiftState(gift, deps.now()))
  if (!isDue || !isOpen || !gift.recipient || gift.addressRefusedAt) return nothingLeft
  const { emailConfig } = deps
  // Cards wait in the outbox until an email service is configured.
  if (!emailConfig) return fail({ kind: 'noMailService' })
  const { name, email } = gift.recipient
  // The id depends on the address: an email service that detects duplicates would otherwise send nothing to an address
  // corrected between two attempts.
  const emailId = `${itemId}-${(await hashParts(email)).slice(0, 16)}`
  const card = { ...gift, recipient: gift.recipient }
  const content = createGiftCardEmail(card, template, emailConfig.siteUrl)
  const sent = await sendComposed(
    emailConfig,
    { to: { first_name: name, email }, content },
    emailId,
  )
  if (!sent.ok && sent.failure.kind !== 'refused') return sent
  const kind = sent.ok ? 'cardSent' : 'addressRefused'
  const changed = await changeGift(deps, id, { kind, email }, { by: 'cron' })
  if (!changed.ok || !changed.value) return changed.ok ? nothingLeft : changed
  const { state, recipient } = changed.value.stored
  const isCorrected = state === 'scheduled' && recipient?.email !== email
  return isCorrected ? fail({ kind: 'corrected' }) : nothingLeft
}

/** Updates the dates, and ends a gift whose months are used up. */
export async function updateTime(
  deps: JobDeps,
  { gift: id }: OutboxItemOf<'giftTime'>,
): Promise<ItemOutcome> {
  const found = await findGift(deps.firestore, id)
  if (!found.ok) return found
  const gift = found.value?.gift
  // A gift without a redeemer belonged to a deleted account.
  if (!gift?.redeemer) return nothingLeft
  const status = getTimeStatus(gift)
  const event = { kind: 'giftChanged', gift: id, status } as const
  const changed = await applySubscriptionEvent(deps, gift.redeemer, 'cron', event)
  if (!changed.ok) return changed
  const { record } = changed.value
  const isLeft = record !== null && hasGift(record, id)
  if (isLeft || status !== 'valid') return nothingLeft
  const ended = await changeGift(deps, id, { kind: 'timeUsed' }, { by: 'cron' })
  return ended.ok ? nothingLeft : ended
}
