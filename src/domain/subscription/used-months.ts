/**
 * Months from the time bank that a subscription has used since its last payment, instead of payments or for a share of
 * the last one. The list is in chronological order: each month has its place before the next due date. Months that were
 * returned, or whose gift can't be used, close access there.
 */
import { day } from '../duration.ts'
import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import { getDueDate, goBackMonths, type Schedule } from './due-dates.ts'
import type { Subscription, UsedMonths } from './subscription.ts'
import { addTime, type Bank, isSameSource, suspendSource, type TakenMonths } from './time-bank.ts'

/** The time bank and the months used from it, which change together. */
export type BankAndUsed = { readonly bank: Bank; readonly used: UsedMonths[] }

export const useMonths = (
  taken: readonly TakenMonths[],
  paymentAt: Date | null = null,
): UsedMonths[] => taken.map((one) => ({ ...one, paymentAt, state: 'used', since: null }))

type Unit = { readonly use: UsedMonths; readonly start: Date; readonly end: Date }

type Period = Schedule & Pick<Subscription, 'used' | 'previous' | 'lastPaymentAt'>

/** Until a changed plan is paid for, its months are placed between the former plan's due dates. */
function goBack({ anchor, paidThrough, previous, lastPaymentAt }: Period, months: number): Date {
  const former = lastPaymentAt === null ? (previous?.anchor ?? null) : null
  return goBackMonths({ anchor: former ?? anchor, paidThrough }, months)
}

/** Lists the latest first. A share is at the end of the period that its payment has paid for. */
const listUnits = (period: Period): readonly Unit[] =>
  period.used
    .toReversed()
    .flatMap((use) => Array.from({ length: use.months }, () => use))
    .map((use, index) => ({ use, start: goBack(period, index + 1), end: goBack(period, index) }))

const isClosing = ({ use }: Unit) => use.state !== 'used'

/** Lists the months that close access because they can't be used. */
export const listClosed = (period: Period): readonly Unit[] => listUnits(period).filter(isClosing)

export const isClosed = (period: Period, now: Date): boolean =>
  listClosed(period).some(({ start, end }) => start <= now && now < end)

/** Returns the next due date, less the months before it that close access. Pauses don't count. */
export function getCoveredEnd(period: Period): Date {
  const units = listUnits(period)
  const isOpen = units.findIndex((unit) => !isClosing(unit))
  const closed = isOpen === -1 ? units : units.slice(0, isOpen)
  return closed.at(-1)?.start ?? period.paidThrough
}

/** Returns whether the last months before the due date can't be used, except those skipped by a pause. */
export function isEndClosed({ used }: Pick<Period, 'used'>): boolean {
  const last = used.findLast((use) => !isSameSource(use, skippedByPause))
  return last !== undefined && last.state !== 'used'
}

/** Returns the end of the time that is paid for or covered by months from the time bank. Access lasts until then. */
export function getPaidEnd(subscription: Subscription): Date {
  const end = getCoveredEnd(subscription)
  return subscription.state === 'paused' && subscription.closesAt < end
    ? subscription.closesAt
    : end
}

/** Payments skipped by a monthly plan's pause. */
const skippedByPause = { source: 'pause', id: '' } as const

/** Returns the months skipped by a pause, which close access until the due date that ends it. */
export function closeByPause(subscription: Subscription, resumesAt: Date): UsedMonths[] {
  let months = 0
  while (getDueDate(subscription, months).getTime() < resumesAt.getTime() - day) months++
  const closed = { ...skippedByPause, months, paymentAt: null, since: null } as const
  return months > 0 ? [...subscription.used, { ...closed, state: 'returned' }] : subscription.used
}

/** Adds the part of a month from `from` to `to`: all of it, or a rest. */
function addUnit(
  bank: Bank,
  { use: { source, id }, start, end }: Unit,
  from: Date,
  to = end,
): Bank {
  if (from <= start && to >= end) return addTime(bank, { source, id, months: 1 })
  const rest = Math.min(to.getTime(), end.getTime()) - Math.max(from.getTime(), start.getTime())
  return rest > 0 ? addTime(bank, { source, id, rest }) : bank
}

/** Adds the part of a month closed by its gift's dispute, which can't be used before the dispute ends. */
const addVoidUnit = (bank: Bank, unit: Unit): Bank =>
  suspendSource(addUnit(bank, unit, unit.use.since ?? unit.end), unit.use, true)

const countUnits = (units: readonly Unit[], use: UsedMonths) =>
  units.filter((unit) => unit.use === use).length

const removeEmpty = (used: readonly UsedMonths[]) => used.filter(({ months }) => months > 0)

/** Changes these units, which are the last months of their entries in `used`. */
const changeLast = ({ used }: Period, units: readonly Unit[], changes: Partial<UsedMonths>) =>
  removeEmpty(
    used.flatMap((use) => {
      const months = countUnits(units, use)
      return [
        { ...use, months: use.months - months },
        { ...use, months, ...changes },
      ]
    }),
  )

/** Returns time closed by a gift's dispute to that gift in the time bank, suspended until the dispute ends. */
export function returnClosedTime(bank: Bank, period: Period): BankAndUsed {
  const closed = listUnits(period).filter(({ use }) => use.state === 'void')
  const used = period.used.map(
    (use): UsedMonths => (use.state === 'void' ? { ...use, state: 'returned' } : use),
  )
  return { bank: closed.reduce(addVoidUnit, bank), used }
}

/** Restores what is left at `now` of the months that have replaced payments, which closes the period. */
export function returnUnusedTime(bank: Bank, period: Period, now: Date): BankAndUsed {
  const units = listUnits(period).filter(
    ({ use, end }) => use.state === 'used' && use.paymentAt === null && end > now,
  )
  return {
    bank: units.reduce((left, unit) => addUnit(left, unit, now), bank),
    used: changeLast(period, units, { state: 'returned', since: now }),
  }
}

/** Undoes what `returnUnusedTime` has done since `since`, if the period isn't over at `now`. Returns null otherwise. */
export function takeUnusedBack(stored: Bank, period: Period, since: Date, now: Date) {
  let bank = stored
  const taken = listUnits(period).filter(({ use, start, end }) => {
    const { state, since: returnedAt, paymentAt } = use
    if (state !== 'returned' || paymentAt || !returnedAt || returnedAt < since) return false
    const entry = bank.find((one) => isSameSource(one, use))
    if (!entry || entry.isSuspended) return false
    const isWhole = returnedAt <= start && entry.months > 0
    const rest = Math.min(entry.rest, +end - Math.max(+start, +returnedAt))
    bank = addTime(bank, { ...entry, months: isWhole ? -1 : 0, rest: isWhole ? 0 : -rest })
    return true
  })
  if (taken.length === 0 || period.paidThrough <= now) return null
  return { bank, used: changeLast(period, taken, { state: 'used', since: null }) }
}

/** Restores all time that a period can't use any more. */
export function returnTime(bank: Bank, period: Period, now: Date): BankAndUsed {
  const closed = returnClosedTime(bank, period)
  return returnUnusedTime(closed.bank, { ...period, used: closed.used }, now)
}

/** Ends the period at `end`: removes later months, and returns to the time bank those that can still be used. */
export function cutPeriod(stored: Bank, period: Period, end: Date): BankAndUsed {
  const cut = listUnits(period).filter(({ start }) => start.getTime() > end.getTime() - day)
  let bank = stored
  for (const unit of cut) {
    const { use } = unit
    if (use.state === 'used') bank = addTime(bank, { ...use, months: 1 })
    if (use.state === 'void') bank = addVoidUnit(bank, unit)
  }
  const left = period.used.map((use) => ({ ...use, months: use.months - countUnits(cut, use) }))
  return { bank, used: removeEmpty(left) }
}

/** Returns the milliseconds between two instants during which access is closed by months that can't be used. */
export const countClosedTime = (period: Period, from: Date, to: Date): number =>
  listClosed(period)
    .map(({ start, end }) => Math.min(+end, +to) - Math.max(+start, +from))
    .reduce((sum, time) => sum + Math.max(0, time), 0)

const isShareOf = ({ paymentAt }: UsedMonths, paidAt: Date | null) =>
  paymentAt !== null && paymentAt.getTime() === paidAt?.getTime()

/**
 * Restores the months for which a share of a payment was refunded: what is left of them at `now`, or all of them if
 * `now` is null, because the whole period is otherwise paid for.
 */
export function returnShare(
  stored: Bank,
  period: Period,
  paidAt: Date | null,
  now: Date | null,
): BankAndUsed {
  const isReturning = (use: UsedMonths) => isShareOf(use, paidAt) && use.state !== 'returned'
  const bank = listUnits(period)
    .filter(({ use }) => isReturning(use))
    .reduce((left, unit) => {
      const { use, start } = unit
      const isVoid = use.state === 'void'
      const added = addUnit(left, unit, now ? (isVoid && use.since) || now : start)
      return isVoid ? suspendSource(added, use, true) : added
    }, stored)
  const used = period.used.map(
    (use): UsedMonths => (isReturning(use) ? { ...use, state: 'returned', since: now } : use),
  )
  return { bank, used }
}

/** Takes back the restored part of a month; returns null if that part has been used since. */
function takeUnit(bank: Bank, { use, start, end }: Unit): Bank | null {
  const { source, id, since } = use
  if (since && since >= end) return bank
  const isWhole = !since || since <= start
  const [months, rest] = isWhole ? [1, 0] : [0, end.getTime() - since.getTime()]
  const entry = bank.find((one) => isSameSource(one, use))
  return entry && entry.months >= months && entry.rest >= rest
    ? addTime(bank, { source, id, months: -months, rest: -rest })
    : null
}

/** Takes a share's months back. Months that have been used since then still close the period. */
export function takeShareBack(stored: Bank, period: Period, paidAt: Date | null): BankAndUsed {
  let bank = stored
  const isReturned = (use: UsedMonths) => isShareOf(use, paidAt) && use.state === 'returned'
  const taken = listUnits(period).filter((unit) => {
    const left = isReturned(unit.use) ? takeUnit(bank, unit) : null
    bank = left ?? bank
    return left !== null
  })
  const used = period.used.flatMap((use): UsedMonths[] => {
    if (!isReturned(use)) return [use]
    const months = countUnits(taken, use)
    const isVoid = stored.some((entry) => isSameSource(entry, use) && entry.isSuspended)
    const restored: Partial<UsedMonths> = isVoid
      ? { state: 'void' }
      : { state: 'used', since: null }
    return [
      { ...use, months, ...restored },
      { ...use, months: use.months - months },
    ]
  })
  return { bank, used: removeEmpty(used) }
}

const isOfGift = (use: UsedMonths, id: string) =>
  use.source === 'gift' && use.id === id && use.state !== 'returned'

/** Returns null if nothing changes. If a gift becomes valid again, it gets back the time that was closed. */
export function changeGiftMonths(
  bank: Bank,
  period: Period,
  id: string,
  status: GiftTimeStatus,
  now: Date,
): BankAndUsed | null {
  const states = { valid: 'used', suspended: 'void', void: 'returned' } as const
  const state = states[status]
  const isChanged = period.used.some((use) => isOfGift(use, id) && use.state !== state)
  if (!isChanged) return null
  const used = period.used.map((use): UsedMonths => {
    if (!isOfGift(use, id)) return use
    return { ...use, state, since: state === 'used' ? null : (use.since ?? now) }
  })
  if (state !== 'used') return { bank, used }
  const closed = listUnits(period).filter(({ use }) => isOfGift(use, id) && use.state === 'void')
  const returned = closed.reduce(
    (left, unit) => addUnit(left, unit, unit.use.since ?? unit.end, now),
    bank,
  )
  return { bank: returned, used }
}
