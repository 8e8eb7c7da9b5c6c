/**
 * The time bank: months and days that a reader was given through gifts, the free month, and pauses of a yearly plan;
 * never money. While a subscription is running, whole months replace payments (next-due.ts, payments.ts) and rests
 * wait. Otherwise the time bank gives access from `bankFrom`: first with its months, then with its rests.
 */
import { addMonths } from '../month.ts'
import type { BankEntry, SubscriptionRecord } from './subscription.ts'

export type Bank = readonly BankEntry[]
export type TimeSource = Pick<BankEntry, 'source' | 'id'>
export type TakenMonths = TimeSource & { readonly months: number }

export const isSameSource = (one: TimeSource, other: TimeSource) =>
  one.source === other.source && one.id === other.id

const listUsable = (bank: Bank) => bank.filter(({ isSuspended }) => !isSuspended)

/** Counts whole months that can be used now. */
export const countMonths = (bank: Bank) =>
  listUsable(bank).reduce((sum, { months }) => sum + months, 0)

/** Returns whether any of the time that can be used now is from a gift. */
export const hasGiftTime = (bank: Bank) => listUsable(bank).some(({ source }) => source === 'gift')

const sumRests = (bank: Bank) => listUsable(bank).reduce((sum, { rest }) => sum + rest, 0)

const isBankEmpty = (bank: Bank) => countMonths(bank) === 0 && sumRests(bank) === 0

const removeEmpty = (bank: Bank): Bank => bank.filter(({ months, rest }) => months > 0 || rest > 0)

/** Adds time to what the same source has given before. `rest` is in milliseconds. */
export function addTime(
  bank: Bank,
  { source, id, months = 0, rest = 0 }: TimeSource & Partial<Pick<BankEntry, 'months' | 'rest'>>,
): Bank {
  const known = bank.find((entry) => isSameSource(entry, { source, id }))
  if (!known) return removeEmpty([...bank, { source, id, months, rest, isSuspended: false }])
  const more = { ...known, months: known.months + months, rest: known.rest + rest }
  return removeEmpty(bank.map((entry) => (entry === known ? more : entry)))
}

export const removeSource = (bank: Bank, source: TimeSource): Bank =>
  bank.filter((entry) => !isSameSource(entry, source))

export const suspendSource = (bank: Bank, source: TimeSource, isSuspended: boolean): Bank =>
  bank.map((entry) => (isSameSource(entry, source) ? { ...entry, isSuspended } : entry))

/** Removes up to `count` whole months, or milliseconds of rests, the oldest source first. */
function take(bank: Bank, unit: 'months' | 'rest', count: number) {
  let missing = count
  const parts = bank.map((entry) => {
    const part = entry.isSuspended ? 0 : Math.min(entry[unit], missing)
    missing -= part
    return { entry, part }
  })
  const left = parts.map(({ entry, part }) => ({ ...entry, [unit]: entry[unit] - part }))
  return { bank: removeEmpty(left), parts: parts.filter(({ part }) => part > 0) }
}

export function takeMonths(bank: Bank, count: number) {
  const { bank: left, parts } = take(bank, 'months', count)
  const taken = parts.map(({ entry: { source, id }, part: months }) => ({ source, id, months }))
  return { bank: left, taken }
}

/** Returns when a time bank that gives access from `from` is used up. */
export const getBankEnd = (bank: Bank, from: Date) =>
  new Date(addMonths(from, countMonths(bank)).getTime() + sumRests(bank))

/**
 * Returns what is left at `now` of a time bank that has given access since `from`. A month that has started becomes a
 * rest.
 */
export function stopBank(bank: Bank, from: Date, now: Date): Bank {
  if (now <= from) return bank
  const total = countMonths(bank)
  let begun = 0
  while (begun < total && addMonths(from, begun) < now) begun++
  const { bank: left, taken } = takeMonths(bank, begun)
  const end = addMonths(from, begun)
  if (end < now) return take(left, 'rest', now.getTime() - end.getTime()).bank
  const last = taken.at(-1)
  return last ? addTime(left, { ...last, months: 0, rest: end.getTime() - now.getTime() }) : left
}

/**
 * Starts, stops or schedules the time bank after a change to a record: it gives access as soon as nothing else does.
 * `otherAccessEnd` is null while a subscription is running.
 */
export function placeBank<Kind extends Pick<SubscriptionRecord, 'bank' | 'bankFrom'>>(
  record: Kind,
  otherAccessEnd: Date | null,
  now: Date,
): Kind {
  const { bankFrom } = record
  const isRunning = bankFrom !== null && bankFrom <= now
  if (isRunning && getBankEnd(record.bank, bankFrom) <= now) {
    const bank = record.bank.filter(({ isSuspended }) => isSuspended)
    return { ...record, bank, bankFrom: null }
  }
  if (isRunning && otherAccessEnd && otherAccessEnd <= now) return record
  const bank = isRunning ? stopBank(record.bank, bankFrom, now) : record.bank
  const from = otherAccessEnd && !isBankEmpty(bank) ? otherAccessEnd : null
  return { ...record, bank, bankFrom: from && from < now ? now : from }
}
