import type { StoredGift } from '../../../functions/gift/stored-gift.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import { resolveGiftState } from '../../../src/domain/gift/gift.ts'
import { formatGiftCode } from '../../../src/domain/gift/gift-code.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { formatMonthCount } from '../../../src/domain/number-words.ts'
import { currency } from '../../../src/publication/offer.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { printText } from '../command-line/terminal.ts'
import { formatOptionalTime, printLines } from '../readers/print-reader.ts'
import { findGiftsBoughtBy } from './find-gifts.ts'

export function formatGiftLine({ id, gift }: StoredGift, now: Date): string {
  const recipient = gift.recipient ? `for ${gift.recipient.email}` : 'given in person'
  const state = resolveGiftState(gift, now)
  return `${id}  ${formatTime(gift.createdAt)}  ${formatMonthCount(gift.length)}  ${state}  ${recipient}`
}

export async function printGiftsGiven(desk: Desk, uid: string): Promise<void> {
  for (const gift of await findGiftsBoughtBy(desk, uid)) {
    printText(`${'gave'.padEnd(14)} ${formatGiftLine(gift, new Date())}`)
  }
}

export function printGift({ id, gift }: StoredGift, now: Date): void {
  const { recipient, buyerEmail, buyerUid, length, price, code, redeemer, capture } = gift
  printLines([
    ['order', id],
    ['state', resolveGiftState(gift, now)],
    ['gift', `${formatMonthCount(length)}, ${formatMoney({ minorUnits: price, currency })}`],
    ['code', formatGiftCode(code)],
    ['buyer', `${buyerEmail || '(deleted)'}, ${buyerUid}`],
    ['recipient', recipient ? `${recipient.name}, ${recipient.email}` : 'given in person'],
    ['payment', capture],
    ['paid', formatOptionalTime(gift.paidAt)],
    ['delivery on', formatOptionalTime(gift.deliverAt)],
    ['sent', formatOptionalTime(gift.sentAt)],
    ['refused', formatOptionalTime(gift.addressRefusedAt)],
    ['redeemable until', formatOptionalTime(gift.redeemableUntil)],
    ['redeemed', formatOptionalTime(gift.redeemedAt)],
    ['redeemer', redeemer === null ? null : redeemer || '(deleted)'],
  ])
  for (const { at, kind, by, message } of gift.history) {
    printText(`${formatTime(at)}  ${by}  ${kind}${message === null ? '' : `: ${message}`}`)
  }
}
