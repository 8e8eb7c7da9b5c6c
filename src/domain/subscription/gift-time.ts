/**
 * The time of redeemed gifts beside a subscription. A gift never shortens anything: its time is used when
 * nothing else gives access, one gift after another, and billing is held until the last one ends.
 */
import type { GiftLength } from '../gift/gift-length.ts'
import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import { addMonths } from '../month.ts'
import {
  type GiftTime,
  getAccessEnd,
  type Subscription,
  type SubscriptionRecord,
} from './subscription.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds before the last gift ends. */
const reminderLeadTime = 7 * day

/** A reminder this long before the end needn't be repeated. */
const reminderValidity = 30 * day

const pickLater = (one: Date, other: Date | null) => (other && other > one ? other : one)

/** The end of the access that the reader has without gifts; `now` if there is none. */
function getOtherAccessEnd(
  { subscription, formerAccess, complimentaryUntil }: SubscriptionRecord,
  now: Date,
): Date {
  const ends = [
    subscription && getSubscriptionAccessEnd(subscription),
    formerAccess && !formerAccess.isDisputed ? formerAccess.until : null,
    complimentaryUntil,
  ]
  return ends.reduce<Date>(pickLater, now)
}

function getSubscriptionAccessEnd(subscription: Subscription): Date | null {
  switch (subscription.state) {
    case 'active':
    case 'ending':
    case 'paused':
      return getAccessEnd(subscription)
    // The grace period is no reason to wait.
    case 'paymentFailed':
    case 'disputed':
    case 'ended':
      return null
  }
}

const getDuration = ({ from, until }: GiftTime) => until.getTime() - from.getTime()

/** One that begins at this very moment can still be moved. */
const isStarted = ({ from }: GiftTime, now: Date) => from < now

/** What remains of a gift that has begun; a whole one otherwise. */
function stopGift(gift: GiftTime, now: Date): GiftTime {
  return isStarted(gift, now) ? { ...gift, months: null, from: now } : gift
}

function moveGift(gift: GiftTime, from: Date): GiftTime {
  const until =
    gift.months === null
      ? new Date(from.getTime() + getDuration(gift))
      : addMonths(from, gift.months)
  return { ...gift, from, until }
}

/**
 * Follows every change of a record. Gifts that are used up are dropped; one that has begun continues, unless
 * the reader has other access now, such as a new subscription: then the rest of it waits.
 */
export function placeGifts(record: SubscriptionRecord, now: Date): SubscriptionRecord {
  let free = getOtherAccessEnd(record, now)
  const gifts = record.gifts
    .filter(({ until, isSuspended }) => isSuspended || until > now)
    .map((gift) => {
      if (gift.isSuspended) return gift
      const continues = isStarted(gift, now) && free <= now
      const placed = continues ? gift : moveGift(stopGift(gift, now), free)
      free = placed.until
      return placed
    })
  const placed = { ...record, gifts }
  return { ...placed, subscription: holdBilling(placed, now) }
}

function holdBilling(record: SubscriptionRecord, now: Date): Subscription | null {
  const { subscription } = record
  if (!subscription) return null
  const until = getGiftEnd(record, now)
  const canHold = subscription.state === 'active' || subscription.state === 'paused'
  const giftHold = canHold && until ? { since: subscription.giftHold?.since ?? now, until } : null
  return { ...subscription, giftHold }
}

/** When the last gift ends; null without one. */
export function getGiftEnd({ gifts }: Pick<SubscriptionRecord, 'gifts'>, now: Date): Date | null {
  const ends = gifts.filter((gift) => !gift.isSuspended && gift.until > now)
  return ends.at(-1)?.until ?? null
}

export const isGiftRunning = ({ gifts }: Pick<SubscriptionRecord, 'gifts'>, now: Date) =>
  gifts.some((gift) => !gift.isSuspended && gift.from <= now && gift.until > now)

/** Not placed yet. */
export function addGift(
  record: SubscriptionRecord,
  { id, months }: { readonly id: string; readonly months: GiftLength },
  now: Date,
): SubscriptionRecord {
  const gift: GiftTime = {
    id,
    months,
    from: now,
    until: addMonths(now, months),
    isSuspended: false,
  }
  return { ...record, gifts: [...record.gifts, gift] }
}

/** Not placed yet. Null if nothing changes. */
export function changeGift(
  record: SubscriptionRecord,
  id: string,
  status: GiftTimeStatus,
  now: Date,
): SubscriptionRecord | null {
  const gift = record.gifts.find((one) => one.id === id)
  if (!gift) return null
  if (status === 'void') {
    return { ...record, gifts: record.gifts.filter((one) => one !== gift) }
  }
  const isSuspended = status === 'suspended'
  if (gift.isSuspended === isSuspended) return null
  const changed = isSuspended
    ? { ...stopGift(gift, now), isSuspended }
    : { ...moveGift(gift, now), isSuspended }
  return { ...record, gifts: record.gifts.map((one) => (one === gift ? changed : one)) }
}

/** When a gift ends, or the reader is to be told that the last one will. */
export function getGiftDueAt(record: SubscriptionRecord): Date | null {
  const ends = record.gifts.filter(({ isSuspended }) => !isSuspended).map(({ until }) => until)
  const [first] = ends
  if (!first) return null
  const reminder = getGiftReminderDueAt(record)
  return reminder && reminder < first ? reminder : first
}

/** Null if it was sent, or billing resumes instead: then the reminder of that is sent. */
export function getGiftReminderDueAt({
  gifts,
  subscription,
  giftRemindedAt,
}: SubscriptionRecord): Date | null {
  const end = gifts.filter(({ isSuspended }) => !isSuspended).at(-1)?.until
  if (!end || subscription?.giftHold) return null
  const isReminded = giftRemindedAt && end.getTime() - giftRemindedAt.getTime() <= reminderValidity
  return isReminded ? null : new Date(end.getTime() - reminderLeadTime)
}
