/** A subscription as the ledger stores it. GET and webhooks may show less: reported-subscription.ts. */
import { z } from 'zod'
import { payPalStatuses } from '../../../../src/domain/subscription/paypal-subscription.ts'
import { noValue, toCents } from './payment-value.ts'

export const instant = z.iso.datetime()

export const payerSchema = z.object({
  /** PayPal's id of the account; if omitted, it follows from the address. */
  id: z.string().optional(),
  email: z.string(),
  givenName: z.string(),
  surname: z.string(),
  byCard: z.boolean(),
  /** Two letters. */
  country: z.string().optional(),
})
export type Payer = z.infer<typeof payerSchema>

const lastPaymentSchema = z.object({ at: instant, value: z.string() }).nullable()

const storedSchema = z.object({
  id: z.string(),
  planId: z.string(),
  quantity: z.int().min(1).default(1),
  /** Replaces the plan's price, for this subscription alone. */
  overriddenPrice: z.string().nullable().default(null),
  customId: z.string(),
  status: z.enum(payPalStatuses),
  statusChangedAt: instant,
  createdAt: instant,
  /** The first billing date; null for immediately. */
  startsAt: instant.nullable().default(null),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  payer: payerSchema.nullable(),

  /** The start of the schedule. */
  anchorAt: instant.optional(),
  /**
   * The date that is billed next, or that is being retried; null until the first payment. PayPal omits it for
   * suspended and ended subscriptions.
   */
  nextBillingAt: instant.nullable(),
  cyclesCompleted: z.int(),
  lastPayment: lastPaymentSchema,

  /** An amount is either in the balance, in a pending payment or paid. */
  outstandingBalance: z.string().optional(),
  /** Whether the balance contains the date that is due, as after `bill` or a first payment that was declined. */
  isDueInBalance: z.boolean().optional(),
  failedPayments: z.int(),
  lastFailedAt: instant.nullable(),
  /** Failed attempts to bill the date that is due. */
  failedTries: z.int().default(0),
  retryAt: instant.nullable().default(null),
  /** Dates that passed during the suspension, if they will be charged. */
  missedDates: z.int().default(0),

  /** Earlier figures, which are reported until the time in `until`. */
  stale: z
    .object({
      until: instant,
      nextBillingAt: instant.nullable(),
      cyclesCompleted: z.int(),
      lastPayment: lastPaymentSchema,
    })
    .nullable()
    .default(null),

  /** Whether payments are declined. */
  isDeclining: z.boolean().default(false),
  /** Whether payments stay pending until `complete` is called. */
  isSlow: z.boolean().default(false),
})

/** Older files and imports have neither a schedule nor a balance: a failed payment in them was the last price. */
export const subscriptionSchema = storedSchema.transform((stored) => {
  const { nextBillingAt, startsAt, createdAt, failedPayments, lastPayment } = stored
  const failedValue = failedPayments > 0 ? (lastPayment?.value ?? noValue) : noValue
  const outstandingBalance = stored.outstandingBalance ?? failedValue
  return {
    ...stored,
    anchorAt: stored.anchorAt ?? nextBillingAt ?? startsAt ?? createdAt,
    outstandingBalance,
    isDueInBalance:
      stored.isDueInBalance ?? (failedPayments > 0 && toCents(outstandingBalance) > 0),
  }
})
export type Subscription = z.output<typeof subscriptionSchema>
