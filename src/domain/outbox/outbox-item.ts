/**
 * `outbox/{id}`: a pending effect of a stored change, written in the same commit and deleted afterwards. An interrupted
 * item is repeated. PayPal and the database recognise repeats; an email may arrive twice, if its service doesn't.
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

/** An email about referral credit describes one of these. Amounts are in US cents. */
const creditEventSchema = z.discriminatedUnion('event', [
  /** A friend who has subscribed has paid enough. */
  z.object({ event: z.literal('pending'), amount: z.int(), earnsAt: z.date() }),
  z.object({ event: z.literal('earned'), amount: z.int() }),
  /**
   * A part of a payment of `price` was returned, or all of it: `amount` of credit, `share` for `months` from the bank, and
   * `excess` above the plan's price. Each may be 0. `left`: the credit that remains for the next payment.
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

/** A reader, a gift, a checkout, or PayPal's id of a subscription. */
const id = z.string().min(1)

const purchase = { uid: id, provider: id }

/** Null in items of an earlier version. */
const outlook = outlookSchema.nullable().default(null)

const defineEffect = <const Kind extends string, Fields extends z.ZodRawShape>(
  kind: Kind,
  fields: Fields,
) => z.object({ kind: z.literal(kind), ...fields })

const effectSchema = z.discriminatedUnion('kind', [
  /** `about`: the subscription after the change that the email describes. */
  defineEffect('email', {
    template: z.enum(subscriptionEmails),
    uid: id,
    about: subscriptionSchema,
    outlook,
  }),
  /** `surplus`: why its subscription has been ended; null if it's still running. */
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
  /** Brings the redeemer's time in line with the gift's state. */
  defineEffect('giftTime', { gift: id }),
  defineEffect('finishAccount', { checkout: id }),
  /** Confirms a student address, once the limits allow it. `student`: its hash. `uid`: the reader who asked, if any. */
  defineEffect('studentEmail', { student: id, email: z.string(), uid: id.nullable() }),
  /** An unexpected payment, found by its time. `reason`: why its subscription has been ended too; null if that hasn't changed. */
  defineEffect('refund', {
    ...purchase,
    paymentAt: z.date(),
    reason: z.enum(surplusReasons).nullable().default(null),
  }),
  /** Ends the surplus subscription and refunds its payments. */
  defineEffect('surplus', { ...purchase, reason: z.enum(surplusReasons) }),
  /**
   * Cancels a subscription that isn't current any more, and refunds its later payments. `lastDuePaymentAt`: the last payment
   * that was due; null if there was none.
   */
  defineEffect('replaced', { ...purchase, lastDuePaymentAt: z.date().nullable() }),
  /** Asks PayPal about a purchase that may have been paid even if the buyer didn't come back. */
  defineEffect('checkoutPayment', purchase),
  /** PayPal has activated the subscription, but not taken the first payment yet. */
  defineEffect('firstPayment', purchase),
  /** PayPal's state differs from the desired one (`isReconciled`). */
  defineEffect('reconcile', { uid: id }),
  /**
   * Returns parts of a payment in one refund: the share for months from the bank, the payer's referral credit, and what
   * exceeds the price. The payment is found by its time.
   */
  defineEffect('useCredit', {
    ...purchase,
    paymentAt: z.date(),
    /** Unknown in items of an earlier version, which returned credit alone. */
    plan: z.enum(planIds).nullable().default(null),
    months: z.int().min(0).default(0),
    /** The price that was sold, in US cents; null in items of an earlier version. */
    price: z.int().min(0).nullable().default(null),
  }),
  /**
   * A referrer's ledger may not agree with a friend's payments. Has no `uid`: it outlasts the friend's account.
   * `disputed`: PayPal's id of a disputed payment.
   */
  defineEffect('referralCheck', { provider: id, code: id, disputed: z.string().nullable() }),
  defineEffect('creditEmail', { uid: id, about: creditEventSchema }),
  /** A deletion has no `uid`, because items with one are deleted with the account. */
  defineEffect('deletion', { reader: id }),
])

export const outboxItemSchema = z.intersection(
  effectSchema,
  z.object({
    pendingSince: z.date(),
    /** The time before which the item isn't attempted. */
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

/** Older emails are dropped. Refunds stay due for ever. */
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

/** False for a kind that a newer version has written, before a rollback to this one. No job runs such items. */
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
/** `payment`: PayPal's id of the refunded payment. */
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

/** Waits two minutes after the first attempt, later up to an hour. */
export function getNextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** attempts, 60) * minute)
}
