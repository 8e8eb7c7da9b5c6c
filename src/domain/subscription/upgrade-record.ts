/**
 * Reads records from the version that postponed payments with holds (`heldUntil`, `giftHold`) and gave each gift
 * calendar dates (`gifts`). Nobody loses a promised day, and no payment is due before the promised date. A current
 * record is returned unchanged.
 */
import { z } from 'zod'
import { day } from '../duration.ts'
import { addMonths } from '../month.ts'
import { getPeriodEnd, planIds } from './plan.ts'

type Fields = Readonly<Record<string, unknown>>

const month = 30 * day

const date = z.date()
const optionalDate = date.nullable().default(null)

const oldSubscription = z.object({
  state: z.string(),
  plan: z.enum(planIds),
  paidThrough: date,
  lastPaymentAt: optionalDate,
  failedAt: optionalDate,
  resumesAt: optionalDate,
  offerAcceptedAt: optionalDate,
  heldUntil: optionalDate,
  giftHold: z.object({ until: date }).nullable().default(null),
})
type OldSubscription = z.infer<typeof oldSubscription>

const oldGift = z.object({
  id: z.string(),
  /** Null if only the rest of an interrupted gift is left. */
  months: z.int().nullable(),
  from: date,
  until: date,
  isSuspended: z.boolean().default(false),
})
type OldGift = z.infer<typeof oldGift>

const oldRecord = z.object({
  subscription: oldSubscription.nullable().default(null),
  gifts: z.array(oldGift).default([]),
  giftRemindedAt: optionalDate,
})

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const pickLatest = (...dates: readonly (Date | null | undefined)[]) =>
  new Date(Math.max(...dates.map((one) => one?.getTime() ?? 0)))

/** Just after a payment, the stored date may be PayPal's date for that day. */
const getPaidThrough = ({ plan, paidThrough, lastPaymentAt }: OldSubscription) =>
  lastPaymentAt && paidThrough.getTime() <= lastPaymentAt.getTime() + day
    ? getPeriodEnd(plan, lastPaymentAt)
    : paidThrough

/** Returns the date before which nothing is charged, or on which access ends. */
const getPromisedDate = (old: OldSubscription) =>
  pickLatest(getPaidThrough(old), old.heldUntil, old.giftHold?.until, old.resumesAt)

/**
 * Upgrades a stored subscription, including those in outbox emails. Whatever PayPal did during a hold, the payment is
 * due when the hold ends.
 */
export function upgradeSubscription(stored: unknown): unknown {
  if (!isObject(stored) || !('heldUntil' in stored)) return stored
  const parsed = oldSubscription.safeParse(stored)
  // For a malformed record, the subscription's own schema reports the problem.
  if (!parsed.success) return stored
  const { heldUntil: _, giftHold: __, offerAcceptedAt: ___, ...unchanged } = stored
  const { state, heldUntil, giftHold, failedAt, paidThrough } = parsed.data
  // The grace period was counted from the failure.
  if (state === 'paymentFailed' && failedAt)
    return { ...unchanged, anchor: paidThrough, paidThrough: failedAt }
  const promisedAt = getPromisedDate(parsed.data)
  const hasSkipped = promisedAt > getPaidThrough(parsed.data)
  if (state !== 'paused') return { ...unchanged, paidThrough: promisedAt, hasSkipped }
  // In the earlier version, every plan's pause began when the paid time ended, and skipped payments.
  const closesAt = pickLatest(getPaidThrough(parsed.data), heldUntil, giftHold?.until)
  const dates = { paidThrough: closesAt, closesAt, resumesAt: promisedAt }
  return { ...unchanged, ...dates, hasSkipped: true }
}

export function upgradeRecord(stored: unknown): unknown {
  if (!isObject(stored)) return stored
  const isOld =
    'gifts' in stored || (isObject(stored.subscription) && 'heldUntil' in stored.subscription)
  const parsed = oldRecord.safeParse(stored)
  if (!isOld || !parsed.success) return stored
  const { subscription: old, gifts, giftRemindedAt } = parsed.data
  const { gifts: _, giftRemindedAt: __, ...unchanged } = stored
  const isRunning = old?.state === 'active' || old?.state === 'paused'
  const isUsed = ({ isSuspended, until }: OldGift) =>
    isRunning && !isSuspended && until <= getPromisedDate(old)
  const left = gifts.filter((gift) => !isUsed(gift))
  const [first] = left.filter(({ isSuspended }) => !isSuspended)
  return {
    ...unchanged,
    subscription: old && {
      ...(upgradeSubscription(stored.subscription) as Fields),
      used: toUsedMonths(gifts.filter(isUsed)),
    },
    bank: toBank(left),
    bankFrom: first?.from ?? null,
    bankRemindedAt: giftRemindedAt,
    offerAcceptedAt: old?.offerAcceptedAt ?? null,
    // PayPal's status may have to be changed after the upgrade.
    isReconciled: old ? false : (stored.isReconciled ?? true),
  }
}

const toUsedMonths = (gifts: readonly OldGift[]): readonly Fields[] =>
  gifts.map(({ id, months, from, until }) => {
    const rounded = Math.max(1, Math.round((until.getTime() - from.getTime()) / month))
    return { source: 'gift', id, months: months ?? rounded, paymentAt: null }
  })

/** Months are used before rests, so the rest determines the promised end. */
function toBank(gifts: readonly OldGift[]): readonly Fields[] {
  const running = gifts.filter(({ isSuspended }) => !isSuspended)
  const months = running.reduce((sum, gift) => sum + (gift.months ?? 0), 0)
  const [first, last] = [running[0], running.at(-1)]
  const promisedRest =
    first && last ? last.until.getTime() - addMonths(first.from, months).getTime() : 0
  const restOwner = running.find((gift) => gift.months === null) ?? last
  return gifts.map((gift) => {
    const { id, months: whole, from, until, isSuspended } = gift
    const ownRest = isSuspended && whole === null ? until.getTime() - from.getTime() : 0
    const rest = gift === restOwner ? Math.max(0, promisedRest) : ownRest
    return { source: 'gift', id, months: whole ?? 0, rest, isSuspended }
  })
}
