/** The stored record of an account's subscription. Access is derived in entitlement.ts. */
import { z } from 'zod'
import { day } from '../duration.ts'
import { openDisputesSchema } from '../open-disputes.ts'
import { planIds } from './plan.ts'
import { soldSchema } from './sold.ts'
import { upgradeRecord, upgradeSubscription } from './upgrade-record.ts'

/** Milliseconds of access after a due date whose payment is missing. */
export const paymentGracePeriod = 7 * day

/** Milliseconds after a due date in which its payment counts. Then the subscription ends. */
export const paymentRetryPeriod = 28 * day

/** The time of a bank comes from these. */
export const timeSources = [
  'gift',
  'freeMonth',
  /** Time of a yearly plan that a pause has closed. */
  'pause',
  /** We have activated a subscription at PayPal too late, which skipped a payment. */
  'delay',
] as const

const timeSource = {
  source: z.enum(timeSources),
  /** The gift (`gifts/{id}`), or the time of the payment whose time a pause has closed; empty for others. */
  id: z.string().max(50),
}

/** PayPal's id of a subscription. */
const provider = z.string().min(1).max(50)

const bankEntrySchema = z.object({
  ...timeSource,
  months: z.int().min(0),
  /** Milliseconds left of months that had begun. */
  rest: z.int().min(0),
  /** The gift's payment is disputed: its time can't be used. */
  isSuspended: z.boolean().default(false),
})
export type BankEntry = z.infer<typeof bankEntrySchema>

/** Months from the bank that have replaced payments since the last one, or a part of it. */
const usedMonthsSchema = z.object({
  ...timeSource,
  months: z.int().min(1),
  /** The payment of which a part was refunded for them; null if they have replaced payments. */
  paymentAt: z.date().nullable(),
  /** `void`: the gift is disputed. `returned`: they are in the bank again, or the gift was refunded. */
  state: z.enum(['used', 'void', 'returned']).default('used'),
  /** The months have been used until then. */
  since: z.date().nullable().default(null),
})
export type UsedMonths = z.infer<typeof usedMonthsSchema>

/** Times are UTC. */
const commonFields = {
  plan: z.enum(planIds),
  provider,
  /** Unknown in records of an earlier version, until it can be inferred (sold.ts). */
  sold: soldSchema.nullable().default(null),
  /** The next due date. All earlier ones are paid, or months from the bank have replaced their payments. */
  paidThrough: z.date(),
  /** Due dates are counted from it (due-dates.ts); null for `paidThrough`. */
  anchor: z.date().nullable().default(null),
  /**
   * PayPal is to bill the next due date, which can't be skipped any more; null if that isn't decided. `activeAt`: when
   * PayPal was seen to be active since.
   */
  billing: z.object({ since: z.date(), activeAt: z.date().nullable() }).nullable().default(null),
  /** PayPal's subscription was suspended on a due date since the last payment. */
  hasSkipped: z.boolean().default(false),
  used: z.array(usedMonthsSchema).default([]),
  /** The last payment that counts, and the last one seen: unexpected ones are refunded. */
  lastPaymentAt: z.date().nullable().default(null),
  seenPaymentAt: z.date().nullable().default(null),
  /** Lost disputes have returned them, which PayPal's list of payments doesn't show. */
  lostPayments: z.array(z.date()).default([]),
  /** PayPal bills it first at this time; null if it was billed at once. */
  trialEndsAt: z.date().nullable().default(null),
  remindedAt: z.date().nullable().default(null),
  /**
   * The subscription that a plan change has replaced. Its last payment covers the time until the first payment of this one.
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

/** True if it ended because PayPal charged, or was about to charge, less than was sold. */
const isUnderpaid = z.boolean().default(false)

/**
 * Access lasts until `closesAt`: on a yearly plan it ends at once, on a monthly one with the paid time. A monthly plan
 * resumes on a due date, whose payment ends the pause.
 */
const pauseDates = { stoppedAt: z.date(), closesAt: z.date(), resumesAt: z.date() }

const stateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('active'), ...commonFields }),
  /**
   * Access lasts until the paid period ends. Reactivation is possible until `isFinal`: until then it's
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
   * `cause`: PayPal has tried to collect the payment, or not even that, and the reader has to approve a new
   * subscription. `retry`: the last attempt, until PayPal declines it. A request id charges once.
   */
  z.object({
    state: z.literal('paymentFailed'),
    ...commonFields,
    cause: z.enum(['declined', 'missing']).default('declined'),
    failedAt: z.date(),
    retry: z.object({ requestId: z.string(), at: z.date() }).nullable().default(null),
    /** Begins once the payment has been made; null if none is planned. */
    pause: z.object(pauseDates).nullable().default(null),
  }),
  /** There is no access until the last open dispute is decided. */
  z.object({
    state: z.literal('disputed'),
    ...commonFields,
    disputes: openDisputesSchema,
    stoppedAt: z.date(),
    /** The reader had cancelled or paused before, so that nothing is billed after the dispute either. */
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

/** The remaining access of a cancelled subscription after a new one has replaced it. */
const formerAccessSchema = z.object({
  provider,
  until: z.date(),
  lastPaymentAt: z.date().nullable(),
  /** True while its payment is disputed, which closes access. */
  isDisputed: z.boolean(),
})
export type FormerAccess = z.infer<typeof formerAccessSchema>

/** Another subscription has replaced it: it's cancelled at PayPal, and later payments are refunded. */
const replacedSubscriptionSchema = z.object({
  provider,
  at: z.date(),
  seenPaymentAt: z.date().nullable(),
})
export type ReplacedSubscription = z.infer<typeof replacedSubscriptionSchema>

/** Limits the stored list. Older ones have long been cancelled at PayPal. */
export const maxReplaced = 20

/** Limits the stored list. More gifts can't be redeemed until one has been used. */
export const maxBankEntries = 100

/** `subscriptions/{uid}`. */
export const subscriptionRecordSchema = z.preprocess(
  upgradeRecord,
  z.object({
    subscription: subscriptionSchema.nullable().default(null),
    /** The account that claimed a guest's purchase. */
    movedTo: z.string().min(1).nullable().default(null),
    complimentaryUntil: z.date().nullable().default(null),
    formerAccess: formerAccessSchema.nullable().default(null),
    /** The latest is last. */
    replaced: z.array(replacedSubscriptionSchema).default([]),
    /** The time that the reader was given and hasn't used (time-bank.ts), in the order of its use. */
    bank: z.array(bankEntrySchema).readonly().default([]),
    /** The bank is access since then, or from then on; null while it waits or is empty. */
    bankFrom: z.date().nullable().default(null),
    /** The reader was told then that the bank is about to be used up. */
    bankRemindedAt: z.date().nullable().default(null),
    /** The last pause of a yearly plan ended at this time, which opened paid time again. */
    pauseEndedAt: z.date().nullable().default(null),
    /** The free month was accepted last at this time. */
    offerAcceptedAt: z.date().nullable().default(null),
    /** PayPal is known to have the desired status (`getDesiredStatus`). */
    isReconciled: z.boolean().default(true),
    /** Time changes the record then (`nextDue`). */
    dueAt: z.date().nullable().default(null),
  }),
)
export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>

/** A record with a subscription. */
export type Subscriber = SubscriptionRecord & { readonly subscription: Subscription }

export const noSubscription: SubscriptionRecord = subscriptionRecordSchema.parse({})
