/** Determines trials. "The trial" in README.md explains which readers get one. */
import { day } from '../duration.ts'
import { toStartTime } from './due-dates.ts'
import type { Subscription, SubscriptionRecord } from './subscription.ts'

/** Each account has one trial, with its first subscription. */
export const isTrialAvailable = (record: SubscriptionRecord | null) => !record?.subscription

/** Returns when a subscription bought now is first billed; null if that is immediately. */
export const getTrialEnd = (record: SubscriptionRecord | null, trialDays: number, now: Date) =>
  trialDays > 0 && isTrialAvailable(record)
    ? toStartTime(new Date(now.getTime() + trialDays * day))
    : null

export const isUnpaidTrial = ({ trialEndsAt, lastPaymentAt }: Subscription) =>
  trialEndsAt !== null && lastPaymentAt === null
