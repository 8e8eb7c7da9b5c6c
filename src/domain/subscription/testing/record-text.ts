/** Dates, the bank of time and records in words, for tables of tests. */
import { day } from '../../duration.ts'
import { getDesiredStatus } from '../desired-status.ts'
import type { BankEntry, SubscriptionRecord } from '../subscription.ts'
import { getPaidEnd } from '../used-months.ts'

/** “2027-06-16”, “2027-06-16T10:00” */
export const on = (text: string) => new Date(text.includes('T') ? `${text}Z` : `${text}T12:00Z`)
export const formatDate = (at: Date) => at.toISOString().slice(0, 10)

/** “gift 2+13d, (pause 1)”: whole months and days, in brackets while they’re suspended. */
export const formatBank = (bank: readonly BankEntry[]) =>
  bank
    .map(({ source, id, months, rest, isSuspended }) => {
      const days = rest > 0 ? `+${Math.round(rest / day)}d` : ''
      const text = `${source === 'gift' ? id : source} ${months}${days}`
      return isSuspended ? `(${text})` : text
    })
    .join(', ')

export const readBank = (text: string) =>
  [...text.matchAll(/(\(?)(\w+) (\d+)(?:\+(\d+)d)?/g)].map(
    ([, bracket, name = '', months, days = 0]): BankEntry => {
      const entry = { months: Number(months), rest: Number(days) * day, isSuspended: !!bracket }
      const isGift = name !== 'pause' && name !== 'freeMonth'
      return { ...entry, source: isGift ? 'gift' : name, id: isGift ? name : '' }
    },
  )

/** “paused 2026-11-30 2027-01-30 SUSPENDED, gift 3”: the paid end, or when a pause closes access and opens it. */
export function summarise(record: SubscriptionRecord): string {
  const { subscription: one, bank, bankFrom } = record
  const state = one && 'cause' in one ? one.cause : (one?.state ?? 'none')
  const name = one?.state === 'ending' && one.isFinal ? 'final' : state
  const paidEnd = one && !/disputed|ended/.test(name) ? [getPaidEnd(one)] : []
  const dates = one?.state === 'paused' ? [one.closesAt, one.resumesAt] : paidEnd
  const desired = /active|paused/.test(name) ? [getDesiredStatus(record)] : []
  const from = bankFrom ? ` from ${formatDate(bankFrom)}` : ''
  const given = bank.length > 0 ? `, ${formatBank(bank)}${from}` : ''
  return [name, ...dates.map(formatDate), ...desired].join(' ') + given
}
