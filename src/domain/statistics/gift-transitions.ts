/** Returns the transitions in a gift's change, for the statistics. `id` is PayPal's id for its order. */
import type { Gift } from '../gift/gift.ts'
import type { RecordedTransition } from './transition-record.ts'

export function describeGiftTransitions(
  id: string,
  before: Gift['state'],
  { state, length, price, paidAt, capture, redeemableUntil }: Gift,
  at: Date,
): readonly RecordedTransition[] {
  const payment = capture ?? ''
  const common = { key: id, at, plan: `gift_${length}`, amount: 0, reason: '', payment }
  if (before === state) return []
  if (before === 'unpaid')
    return [{ ...common, kind: 'giftBought', at: paidAt ?? at, amount: price, redeemableUntil }]
  if (state === 'redeemed' && before !== 'disputed') return [{ ...common, kind: 'giftRedeemed' }]
  if (state === 'refunded') {
    const reason = before === 'disputed' ? 'disputed' : ''
    return [{ ...common, kind: 'giftRefunded', amount: price, reason }]
  }
  // For the books, reopening a dispute that was won changes nothing.
  return state === 'disputed' ? [{ ...common, kind: 'giftDisputed' }] : []
}
