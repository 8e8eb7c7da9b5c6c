/** What a change of a gift means for the statistics. `id` is PayPal's of its order. */
import type { Gift } from '../gift/gift.ts'
import type { RecordedTransition } from './transition-record.ts'

export function describeGiftTransitions(
  id: string,
  before: Gift['state'],
  { state, length, price, paidAt }: Gift,
  at: Date,
): readonly RecordedTransition[] {
  const common = { key: id, at, plan: `gift_${length}`, amount: 0, reason: '' }
  if (before === state) return []
  if (before === 'unpaid')
    return [{ ...common, kind: 'giftBought', at: paidAt ?? at, amount: price }]
  if (state === 'redeemed' && before !== 'disputed') return [{ ...common, kind: 'giftRedeemed' }]
  if (state === 'refunded') {
    const reason = before === 'disputed' ? 'disputed' : ''
    return [{ ...common, kind: 'giftRefunded', amount: price, reason }]
  }
  return []
}
