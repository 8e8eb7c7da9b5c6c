import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import type { StaffGift } from '../../../src/contracts/endpoints/staff-gift-endpoints.ts'
import { formatGiftCode, parseGiftCode } from '../../../src/domain/gift/gift-code.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { formatMonthCount } from '../../../src/domain/number-words.ts'
import { currency } from '../../../src/publication/offer.ts'
import { printText } from '../command-line/terminal.ts'

const formatTimestamp = (time: string | null) => time && formatTime(new Date(time))

export function formatGiftLine({ id, createdAt, length, state, recipient }: StaffGift): string {
  const receiver = recipient ? `for ${recipient.email}` : 'given in person'
  return `${id}  ${formatTimestamp(createdAt)}  ${formatMonthCount(length)}  ${state}  ${receiver}`
}

export function printGift(gift: StaffGift): void {
  const { id, state, recipient, buyerEmail, buyerUid, length, price, redeemer, capture } = gift
  const code = parseGiftCode(gift.code)
  const lines = [
    ['order', id],
    ['state', state],
    ['gift', `${formatMonthCount(length)}, ${formatMoney({ minorUnits: price, currency })}`],
    ['code', code && formatGiftCode(code)],
    ['buyer', `${buyerEmail || '(deleted)'}, ${buyerUid}`],
    ['recipient', recipient ? `${recipient.name}, ${recipient.email}` : 'given in person'],
    ['payment', capture],
    ['paid', formatTimestamp(gift.paidAt)],
    ['delivery on', formatTimestamp(gift.deliverAt)],
    ['sent', formatTimestamp(gift.sentAt)],
    ['refused', formatTimestamp(gift.addressRefusedAt)],
    ['redeemable until', formatTimestamp(gift.redeemableUntil)],
    ['redeemed', formatTimestamp(gift.redeemedAt)],
    ['redeemer', redeemer === null ? null : redeemer || '(deleted)'],
  ] as const
  for (const [label, value] of lines) if (value) printText(`${label.padEnd(16)} ${value}`)
  for (const { at, kind, by, message } of gift.history) {
    printText(`${formatTimestamp(at)}  ${by}  ${kind}${message === null ? '' : `: ${message}`}`)
  }
}
