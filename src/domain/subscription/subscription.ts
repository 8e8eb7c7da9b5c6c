/** The stored record of an account's subscription. Access is derived in entitlement.ts. */
import { z } from 'zod'
import { day } from '../duration.ts'
import { openDisputesSchema } from '../open-disputes.ts'
import { planIds } from './plan.ts'
import { soldSchema } from './sold.ts'
import { upgradeRecord, upgradeSubscription } from './upgrade-record.ts'

/** Milliseconds of access after the due date of a missing payment. */
export const paymentGracePeriod = 7 * day

/** Milliseconds after a due date during which its payment counts. After that, the subscription ends. */
export const paymentRetryPeriod = 28 * day

/** The sources of time in a time bank. */
export const timeSources = [
  'gift',
  'freeMonth',
  /** A yearly plan's paid time that a pause has closed. */
  'pause',
  /** Time for a payment that PayPal skipped because we had activated the subscription too late. */
  'delay',
] as const

const timeSource = {
  source: z.enum(timeSources),
  /** The gift's id (`gifts/{id}`), or the time of the payment for the time that a pause has closed; otherwise empty. */
  id: z.string().max(50),
}

/** PayPal's id for a subscription. */
const provider = z.string().min(1).max(50)

const bankEntrySchema = z.object({
  ...timeSource,
  months: z.int().min(0),
  /** Milliseconds left of months that have already started. */
  rest: z.int().min(0),
  /** Whether the gift's payment is disputed, so that its time can't be used. */
  isSuspended: z.boolean().default(false),
})
export type BankEntry = z.infer<typeof bankEntrySchema>

/** Months from the time bank that have replaced payments, or part of one, since the last payment. */
const usedMonthsSchema = z.object({
  ...timeSource,
  months: z.int().min(1),
  /** The payment that was partly refunded for these months; null if they have replaced payments. */
  paymentAt: z.date().nullable(),
  /** `void`: the gift is disputed. `returned`: the months are in the time bank again, or the gift was refunded. */
  state: z.enum(['used', 'void', 'returned']).default('used'),
  /** The time up to which the months have been used. */
  since: z.date().nullable().default(null),
})
export type UsedMonths = z.infer<typeof usedMonthsSchema>

/** Times are in UTC. */
const commonFields = {
  plan: z.enum(planIds),
  provider,
  /** Null in records from an earlier version, until the price sold can be inferred (sold.ts). */
  sold: soldSchema.nullable().default(null),
  /** The next due date. All earlier payments have been made, or replaced by months from the time bank. */
  paidThrough: z.date(),
  /** The date from which due dates are counted (due-dates.ts); null means `paidThrough`. */
  anchor: z.date().nullable().default(null),
  /**
   * Set if PayPal will bill the next due date, which then can't be skipped any more; null while that is undecided.
   * `activeAt` is when PayPal's subscription was first seen to be active after that.
   */
  billing: z.object({ since: z.date(), activeAt: z.date().nullable() }).nullable().default(null),
  /** Whether PayPal's subscription was suspended on a due date since the last payment. */
  hasSkipped: z.boolean().default(false),
  used: z.array(usedMonthsSchema).default([]),
  /** The last payment that counts, and the last known one: unexpected payments are refunded. */
  lastPaymentAt: z.date().nullable().default(null),
  seenPaymentAt: z.date().nullable().default(null),
  /** Payments returned by lost disputes, which PayPal's list of payments doesn't show. */
  lostPayments: z.array(z.date()).default([]),
  /** When PayPal first bills the subscription; null if it was billed immediately. */
  trialEndsAt: z.date().nullable().default(null),
  remindedAt: z.date().nullable().default(null),
  /**
   * The subscription that a plan change has replaced. Its last payment covers the time until this one's first payment.
   */
  previous: z
    .object({
      plan: z.enum(planIds),
      provider,
      lastPaymentAt: z.date().nullable(),
      anchor: z.date().nullable().default(null),
    })
    .nullable()
    .default(null),
}

export type CommonName = keyof typeof commonFields
export const commonNames = Object.keys(commonFields) as readonly CommonName[]

/** Whether the subscription ended because PayPal charged, or was about to charge, less than the price sold. */
const isUnderpaid = z.boolean().default(false)

/**
 * Access lasts until `closesAt`: on a yearly plan it ends immediately, on a monthly one with the paid time. A monthly
 * plan resumes on a due date, whose payment ends the pause.
 */
const pauseDates = { stoppedAt: z.date(), closesAt: z.date(), resumesAt: z.date() }

const stateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('active'), ...commonFields }),
  /**
   * Access lasts until the paid period ends. Reactivating is possible until `isFinal`; until then the subscription is
   * only suspended at PayPal.
   */
  z.object({
    state: z.literal('ending'),
    ...commonFields,
    stoppedAt: z.date(),
    isFinal: z.boolean().default(false),
    isUnderpaid,
  }),
  z.object({ state: z.literal('paused'), ...commonFields, ...pauseDates }),
  /**
   * `cause`: PayPal has tried to collect the payment, or hasn't even tried, so that the reader has to approve a new
   * subscription. `retry`: the last attempt, until PayPal declines it. Each request id charges at most once.
   */
  z.object({
    state: z.literal('paymentFailed'),
    ...commonFields,
    cause: z.enum(['declined', 'missing']).default('declined'),
    failedAt: z.date(),
    retry: z.object({ requestId: z.string(), at: z.date() }).nullable().default(null),
    /** The pause that begins once the payment has been made; null if none is planned. */
    pause: z.object(pauseDates).nullable().default(null),
  }),
  /** There is no access until the last open dispute is decided. */
  z.object({
    state: z.literal('disputed'),
    ...commonFields,
    disputes: openDisputesSchema,
    stoppedAt: z.date(),
    /** Whether the reader had cancelled or paused before, so that nothing is billed after the dispute either. */
    wasStopped: z.boolean().default(false),
    isFinal: z.boolean().default(false),
  }),
  z.object({
    state: z.literal('ended'),
    ...commonFields,
    stoppedAt: z.date(),
    endedAt: z.date(),
    isUnderpaid,
  }),
])

export const subscriptionStates = stateSchema.options.map(({ shape }) => shape.state.value)
export const subscriptionSchema = z.preprocess(upgradeSubscription, stateSchema)
export type Subscription = z.infer<typeof stateSchema>
export type SubscriptionInput = z.input<typeof stateSchema>
export type SubscriptionIn<State extends Subscription['state']> = Extract<
  Subscription,
  { state: State }
>

/** The remaining access of a cancelled subscription that a new one has replaced. */
const formerAccessSchema = z.object({
  provider,
  until: z.date(),
  lastPaymentAt: z.date().nullable(),
  /** Whether the former subscription's payment is disputed, which closes access. */
  isDisputed: z.boolean(),
})
export type FormerAccess = z.infer<typeof formerAccessSchema>

/** A subscription that another one has replaced: it's cancelled at PayPal, and later payments are refunded. */
const replacedSubscriptionSchema = z.object({
  provider,
  at: z.date(),
  seenPaymentAt: z.date().nullable(),
})
export type ReplacedSubscription = z.infer<typeof replacedSubscriptionSchema>

/** Limits the stored list. Older subscriptions have long been cancelled at PayPal. */
export const maxReplaced = 20

/** Limits the stored list. Further gifts can't be redeemed until one has been used. */
export const maxBankEntries = 100

/** Records are stored as `subscriptions/{uid}`. */
export const subscriptionRecordSchema = z.preprocess(
  upgradeRecord,
  z.object({
    subscription: subscriptionSchema.nullable().default(null),
    /** The account that claimed a guest's purchase. */
    movedTo: z.string().min(1).nullable().default(null),
    complimentaryUntil: z.date().nullable().default(null),
    formerAccess: formerAccessSchema.nullable().default(null),
    /** Subscriptions that others have replaced, in chronological order. */
    replaced: z.array(replacedSubscriptionSchema).default([]),
    /** Time that the reader was given and hasn't used yet (time-bank.ts), in the order in which it will be used. */
    bank: z.array(bankEntrySchema).readonly().default([]),
    /** When the time bank started, or starts, to give access; null while it waits or is empty. */
    bankFrom: z.date().nullable().default(null),
    /** When the reader was notified that the time bank is about to be used up. */
    bankRemindedAt: z.date().nullable().default(null),
    /** When a yearly plan's last pause ended, which reopened paid time. */
    pauseEndedAt: z.date().nullable().default(null),
    /** When the free month was last accepted. */
    offerAcceptedAt: z.date().nullable().default(null),
    /** Whether PayPal is confirmed to have the desired status (`getDesiredStatus`). */
    isReconciled: z.boolean().default(true),
    /** When the record next changes because of time (`nextDue`). */
    dueAt: z.date().nullable().default(null),
  }),
)
export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>

export type Subscriber = SubscriptionRecord & { readonly subscription: Subscription }

export const noSubscription: SubscriptionRecord = subscriptionRecordSchema.parse({})
