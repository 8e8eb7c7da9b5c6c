import type { StoredGift } from '../../../functions/gift/stored-gift.ts'
import { resolveGiftState } from '../../../src/domain/gift/gift.ts'
import { formatGiftCode } from '../../../src/domain/gift/gift-code.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { formatMonthCount } from '../../../src/domain/number-words.ts'
import { currency } from '../../../src/publication/offer.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { printText } from '../command-line/terminal.ts'
import { formatTime } from '../readers/print-reader.ts'
import { findGiftsBoughtBy } from './find-gifts.ts'

type Line = readonly [name: string, value: string]

export function formatGiftLine({ id, gift }: StoredGift, now: Date): string {
  const recipient = gift.recipient ? `for ${gift.recipient.email}` : 'given in person'
  const state = resolveGiftState(gift, now)
  return `${id}  ${formatTime(gift.createdAt)}  ${formatMonthCount(gift.length)}  ${state}  ${recipient}`
}

const formatOptional = (name: string, instant: Date | null): Line[] =>
  instant ? [[name, formatTime(instant)]] : []

export async function printGiftsGiven(desk: Desk, uid: string): Promise<void> {
  for (const gift of await findGiftsBoughtBy(desk, uid)) {
    printText(`${'gave'.padEnd(14)} ${formatGiftLine(gift, new Date())}`)
  }
}

export function printGift({ id, gift }: StoredGift, now: Date): void {
  const { recipient, buyerEmail, buyerUid, length, price, code, redeemer, capture } = gift
  const lines: Line[] = [
    ['order', id],
    ['state', resolveGiftState(gift, now)],
    ['gift', `${formatMonthCount(length)}, ${formatMoney({ minorUnits: price, currency })}`],
    ['code', formatGiftCode(code)],
    ['buyer', `${buyerEmail || '(deleted)'}, ${buyerUid}`],
    ['recipient', recipient ? `${recipient.name}, ${recipient.email}` : 'given in person'],
    ...(capture ? [['payment', capture] satisfies Line] : []),
    ...formatOptional('paid', gift.paidAt),
    ...formatOptional('deliver at', gift.deliverAt),
    ...formatOptional('sent', gift.sentAt),
    ...formatOptional('refused', gift.addressRefusedAt),
    ...formatOptional('redeemable until', gift.redeemableUntil),
    ...formatOptional('redeemed', gift.redeemedAt),
    ...(redeemer === null ? [] : [['redeemer', redeemer || '(deleted)'] satisfies Line]),
  ]
  for (const [name, value] of lines) printText(`${name.padEnd(16)} ${value}`)
  for (const { at, kind, by, message } of gift.history) {
    printText(`${formatTime(at)}  ${by}  ${kind}${message === null ? '' : `: ${message}`}`)
  }
}
