import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { ComposeDeps } from '../email/email-sender.ts'
import { findReachableReader } from '../email/find-reachable-reader.ts'
import type { ComposedEmail } from '../email/send-email.ts'
import { createGiftBuyerEmail, createGiftTimeEmail } from './gift-emails.ts'
import { findGift } from './stored-gift.ts'

type Composed = Promise<Result<ComposedEmail, { readonly kind: string }>>

/** Returns null once the buyer's account is deleted. */
async function composeBuyerEmail(
  { firestore, siteUrl, tokens, now }: ComposeDeps,
  item: OutboxItemOf<'giftBuyerEmail'>,
): Composed {
  const found = await findGift(firestore, item.gift)
  if (!found.ok) return found
  if (!found.value || found.value.gift.buyerEmail === '') return succeed(null)
  const { gift } = found.value
  const key = await tokens.issueToken('gift', item.gift, now())
  return succeed({
    to: { first_name: gift.senderName, email: gift.buyerEmail },
    content: createGiftBuyerEmail(item, gift, { siteUrl, key }),
  })
}

async function composeTimeEmail(
  { firestore, siteUrl }: ComposeDeps,
  item: OutboxItemOf<'giftTimeEmail'>,
): Composed {
  const reader = await findReachableReader(firestore, item.uid)
  if (!reader.ok || !reader.value) return reader.ok ? succeed(null) : reader
  return succeed({ to: reader.value, content: createGiftTimeEmail(item, siteUrl) })
}

export const composers = { giftBuyerEmail: composeBuyerEmail, giftTimeEmail: composeTimeEmail }
