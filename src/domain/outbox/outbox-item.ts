/**
 * `outbox/{id}`: a pending effect of a stored change, written in the same commit and deleted afterwards. An interrupted
 * item is repeated. PayPal and the database detect repeats, but an email may arrive twice if its service doesn't.
 */
import { z } from 'zod'
import { currency } from '../../publication/offer.ts'
import { day, minute } from '../duration.ts'
import {
  giftTimeEmails,
  outlookSchema,
  subscriptionEmails,
  surplusReasons,
} from '../subscription/effect-kinds.ts'
import { planIds } from '../subscription/plan.ts'
import { subscriptionSchema } from '../subscription/subscription.ts'

/** The events reported by emails about referral credit. Amounts are in minor units. */
const creditEventSchema = z.discriminatedUnion('event', [
  /** A friend has paid enough for the credit. */
  z.object({ event: z.literal('pending'), amount: z.int(), earnsAt: z.date() }),
  z.object({ event: z.literal('earned'), amount: z.int() }),
  /**
   * Part or all of a payment of `price` was returned: `amount` of credit, `share` for `months` from the time bank, and
   * `excess` above the plan's price. Each may be 0. `left` is the credit that remains for the next payment.
   */
  z.object({
    event: z.literal('used'),
    amount: z.int(),
    share: z.int().default(0),
    months: z.int().default(0),
    excess: z.int().default(0),
    price: z.int(),
    paidAt: z.date(),
    left: z.int(),
  }),
])
export type CreditEvent = z.infer<typeof creditEventSchema>

/** The id of a reader, a gift or a checkout, or PayPal's id for a subscription. */
const id = z.string().min(1)

const purchase = { uid: id, provider: id }

/** Null in items from an earlier version. */
const outlook = outlookSchema.nullable().default(null)

const defineEffect = <const Kind extends string, Fields extends z.ZodRawShape>(
  kind: Kind,
  fields: Fields,
) => z.object({ kind: z.literal(kind), ...fields })

const effectSchema = z.discriminatedUnion('kind', [
  /** `about` is the subscription after the change that the email describes. */
  defineEffect('email', {
    template: z.enum(subscriptionEmails),
    uid: id,
    about: subscriptionSchema,
    outlook,
  }),
  /** `surplus` is the reason why the payment's subscription has ended; null if it's still running. */
  defineEffect('refundConfirmation', {
    ...purchase,
    paidAt: z.date(),
    amount: z.object({ minorUnits: z.int(), currency: z.literal(currency) }),
    surplus: z.enum(surplusReasons).nullable(),
  }),
  defineEffect('giftTimeEmail', { template: z.enum(giftTimeEmails), uid: id, outlook }),
  /** Emails a gift's card or reminder to its recipient. */
  defineEffect('giftCard', { gift: id, template: z.enum(['card', 'reminder']) }),
  defineEffect('giftBuyerEmail', {
    gift: id,
    template: z.enum(['paid', 'addressRefused', 'refunded']),
  }),
  /** Asks PayPal about a payment that may have been made even if the buyer didn't come back. */
  defineEffect('giftPayment', { gift: id }),
  /** Updates the redeemer's time to match the gift's state. */
  defineEffect('giftTime', { gift: id }),
  defineEffect('finishAccount', { checkout: id }),
  /**
   * Confirms a student address once the limits allow it. `student` is its hash, and `uid` the reader who asked, if any.
   */
  defineEffect('studentEmail', { student: id, email: z.string(), uid: id.nullable() }),
  /**
   * Refunds an unexpected payment, found by its time. `reason` is why its subscription has been ended too; null if the
   * subscription hasn't changed.
   */
  defineEffect('refund', {
    ...purchase,
    paymentAt: z.date(),
    reason: z.enum(surplusReasons).nullable().default(null),
  }),
  /** Ends the surplus subscription and refunds its payments. */
  defineEffect('surplus', { ...purchase, reason: z.enum(surplusReasons) }),
  /**
   * Cancels a subscription that is no longer current, and refunds its later payments. `lastDuePaymentAt` is the time of
   * the last payment that was due; null if there was none.
   */
  defineEffect('replaced', { ...purchase, lastDuePaymentAt: z.date().nullable() }),
  /** Asks PayPal about a purchase that may have been paid for even if the buyer didn't come back. */
  defineEffect('checkoutPayment', purchase),
  /** Waits for a first payment that PayPal hasn't collected yet, although it has activated the subscription. */
  defineEffect('firstPayment', purchase),
  /** Sets the desired state at PayPal if PayPal's differs (`isReconciled`). */
  defineEffect('reconcile', { uid: id }),
  /**
   * Returns parts of a payment in one refund: the share for months from the time bank, the payer's referral credit, and
   * anything above the price. The payment is found by its time.
   */
  defineEffect('useCredit', {
    ...purchase,
    paymentAt: z.date(),
    /** Null in items from an earlier version, which returned only credit. */
    plan: z.enum(planIds).nullable().default(null),
    months: z.int().min(0).default(0),
    /** The price sold in minor units; null in items from an earlier version. */
    price: z.int().min(0).nullable().default(null),
  }),
  /**
   * Updates a referrer's ledger, which may not match a friend's payments. Has no `uid`, because the item outlives the
   * friend's account. `disputed` is PayPal's id for a disputed payment.
   */
  defineEffect('referralCheck', { provider: id, code: id, disputed: z.string().nullable() }),
  defineEffect('creditEmail', { uid: id, about: creditEventSchema }),
  /** Has no `uid`, because items with one are deleted with the account. */
  defineEffect('deletion', { reader: id }),
])

export const outboxItemSchema = z.intersection(
  effectSchema,
  z.object({
    pendingSince: z.date(),
    /** The item doesn't run before this time. */
    dueAt: z.date(),
    attempts: z.int().min(0),
  }),
)
export type OutboxItem = z.infer<typeof outboxItemSchema>

export type OutboxItemOf<Kind extends OutboxItem['kind']> = Extract<OutboxItem, { kind: Kind }>

export type OutboxEffect = z.infer<typeof effectSchema>

export function createOutboxItem<Effect extends OutboxEffect>(
  effect: Effect,
  now: Date,
  dueAt: Date = now,
) {
  return { ...effect, pendingSince: now, dueAt, attempts: 0 }
}

/** Older emails are dropped. Refunds stay due indefinitely. */
export const emailLifetime = 7 * day

const jobByKind = {
  email: 'emails',
  refundConfirmation: 'emails',
  giftTimeEmail: 'emails',
  giftBuyerEmail: 'emails',
  giftCard: 'gifts',
  giftTime: 'gifts',
  giftPayment: 'purchaseChecks',
  finishAccount: 'payPal',
  studentEmail: 'emails',
  refund: 'payPal',
  surplus: 'payPal',
  replaced: 'payPal',
  checkoutPayment: 'purchaseChecks',
  firstPayment: 'payPal',
  reconcile: 'payPal',
  useCredit: 'payPal',
  referralCheck: 'payPal',
  creditEmail: 'emails',
  deletion: 'deletions',
} as const satisfies Record<OutboxItem['kind'], string>

export type OutboxJob = (typeof jobByKind)[OutboxItem['kind']]

export type KindOf<Job extends OutboxJob> = {
  [Kind in OutboxItem['kind']]: (typeof jobByKind)[Kind] extends Job ? Kind : never
}[OutboxItem['kind']]

/** Returns false for a kind that a newer version has written before a rollback to this one. No job runs such items. */
export const isKnownKind = (kind: unknown): boolean =>
  typeof kind === 'string' && Object.hasOwn(jobByKind, kind)

export const outboxKinds = Object.keys(jobByKind) as readonly OutboxItem['kind'][]

export const getKindsOfJob = (job: OutboxJob): readonly OutboxItem['kind'][] =>
  outboxKinds.filter((kind) => jobByKind[kind] === job)

export const getSurplusPath = (provider: string) => `outbox/surplus-${provider}`
export const getReplacedPath = (provider: string, lastDuePaymentAt: Date | null) =>
  `outbox/replaced-${provider}-${lastDuePaymentAt?.getTime() ?? 0}`
export const getUseCreditPath = (provider: string, paymentAt: Date) =>
  `outbox/use-credit-${provider}-${paymentAt.getTime()}`
/** `payment` is PayPal's id for the refunded payment. */
export const getRefundConfirmationPath = (payment: string) =>
  `outbox/refund-confirmation-${payment}`
export const getReferralCheckPath = (provider: string, cause: 'paid' | 'due' | 'disputed') =>
  `outbox/referral-${cause}-${provider}`
export const getCheckoutPaymentPath = (provider: string) => `outbox/checkout-payment-${provider}`
export const getSecondCheckoutPaymentPath = (provider: string) =>
  `outbox/checkout-payment-again-${provider}`
export const getFirstPaymentPath = (provider: string) => `outbox/first-payment-${provider}`
export const getGiftPaymentPath = (gift: string) => `outbox/gift-payment-${gift}`
export const getGiftTimePath = (gift: string) => `outbox/gift-time-${gift}`
export const getReconcilePath = (uid: string) => `outbox/reconcile-${uid}`
export const getDeletionPath = (uid: string) => `outbox/deletion-${uid}`

/** Returns two minutes after the first attempt, and up to an hour after later ones. */
export function getNextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** attempts, 60) * minute)
}
