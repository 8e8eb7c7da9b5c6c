import type { SubscriptionEmail } from '../../../src/domain/subscription/effect-kinds.ts'
import { describeOutlook } from '../../../src/domain/subscription/outlook.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../../src/domain/subscription/subscription.ts'
import { currency } from '../../../src/publication/offer.ts'
import { type EmailContent, renderText } from '../email-layout.ts'
import { createSubscriptionEmail } from '../subscription-emails.ts'

export const siteUrl = 'https://verandah.example'
export const at = new Date('2026-11-20T12:00:00Z')
export const day = (text: string) => new Date(`${text}T12:00:00Z`)

/** Readers keep the price that was sold, whatever the plan costs now. */
export const sell = (minorUnits: number) => ({ planId: 'P-1', minorUnits, currency })

/** Paid until 16 December 2026. */
export const monthly = {
  state: 'active',
  plan: 'monthly_13',
  sold: sell(1399),
  provider: 'I-1',
  anchor: day('2026-11-16'),
  paidThrough: day('2026-12-16'),
  lastPaymentAt: day('2026-11-16'),
  seenPaymentAt: day('2026-11-16'),
}
/** Paid until 16 June 2027. */
export const annual = {
  ...monthly,
  plan: 'annual_99',
  sold: sell(9900),
  anchor: day('2026-06-16'),
  paidThrough: day('2027-06-16'),
  lastPaymentAt: day('2026-06-16'),
  seenPaymentAt: day('2026-06-16'),
}
export const trial = {
  ...annual,
  remindedAt: at,
  ...{ anchor: day('2026-11-27'), paidThrough: day('2026-11-27'), trialEndsAt: day('2026-11-27') },
  ...{ lastPaymentAt: null, seenPaymentAt: null },
}
export const changed = {
  ...annual,
  ...{ anchor: day('2026-12-16'), paidThrough: day('2026-12-16') },
  ...{ lastPaymentAt: null, seenPaymentAt: null },
  previous: { plan: 'monthly_13', provider: 'I-0', lastPaymentAt: day('2026-11-16') },
}
/** Began on 16 November 2026. */
export const paused = {
  ...monthly,
  ...{ state: 'paused', stoppedAt: day('2026-11-01'), paidThrough: day('2026-11-16') },
  ...{ closesAt: day('2026-11-16'), resumesAt: day('2027-02-16') },
}
export const annualPaused = {
  ...annual,
  ...{ state: 'paused', stoppedAt: day('2026-11-01'), closesAt: day('2026-11-01') },
  resumesAt: day('2027-02-01'),
}
export const failed = {
  ...annual,
  ...{ state: 'paymentFailed', paidThrough: day('2026-11-19'), failedAt: day('2026-11-19') },
}
export const missing = { ...failed, cause: 'missing' }
export const ended = { ...annual, state: 'ended', stoppedAt: at, endedAt: at }
export const ending = { ...annual, state: 'ending', stoppedAt: at }

export const giveMonths = (months: number, source = 'gift') => [{ source, id: '', months, rest: 0 }]

export type Stored = { readonly subscription: object; readonly bank?: readonly object[] } & Partial<
  Pick<SubscriptionRecord, 'complimentaryUntil' | 'bankFrom'>
>

export const createRecord = (stored: Stored) => subscriptionRecordSchema.parse(stored)

export function createEmail(template: SubscriptionEmail, record: SubscriptionRecord) {
  const outlook = describeOutlook(record, at)
  const item = { template, about: record.subscription!, pendingSince: at, outlook }
  return createSubscriptionEmail(item, siteUrl)
}

export const words = (email: EmailContent | null) =>
  email && `${email.subject}\n${renderText(email, 'Leela', siteUrl)}`
