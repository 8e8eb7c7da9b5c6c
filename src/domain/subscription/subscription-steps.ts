/** Steps that a reader can take. This file doesn't use zod, because browsers load it. */
import type { pauseMonths } from '../../publication/offer.ts'

export const readerSteps = [
  'subscribe',
  'cancel',
  'pause',
  'acceptOffer',
  'reactivate',
  'retryPayment',
  /** Approves a new subscription at PayPal, because the current one can't continue. */
  'approve',
  'changePlan',
] as const
export type ReaderStep = (typeof readerSteps)[number]

export const cancelReasons = [
  'stories',
  'technical',
  'price',
  'time',
  'direction',
  'temporary',
  'other',
] as const
export type CancelReason = (typeof cancelReasons)[number]

export type PauseMonths = (typeof pauseMonths)[number]
