/**
 * `outbox/{id}`: what is still owed for something that is kept already, written in the same commit.
 * It goes when it is done. Doing it twice comes to the same, because whoever is asked knows it by its
 * id.
 */
import { z } from 'zod'
import { subscriptionSchema } from './subscription.ts'

/** What readers are written about their subscription. */
export const letters = [
  'started',
  'renewalReminder',
  'cancelled',
  'paused',
  'offerTaken',
  'resumed',
  'paymentFailed',
  'paymentMended',
  'ended',
  /** The payment that it ran on was given back, and so it is over. */
  'refunded',
] as const
export type Letter = (typeof letters)[number]

/** Why a subscription was ended and refunded as soon as it began. */
export const surplusReasons = [
  'alreadySubscribed',
  'studentAddressInUse',
  /** The payer had deleted their account before the payment was confirmed. */
  'accountDeleted',
  /** The first payment was declined, or still pending after days. */
  'notPaid',
] as const
export type SurplusReason = (typeof surplusReasons)[number]

const money = z.object({ minorUnits: z.int(), currency: z.literal('USD') })

const whatIsOwed = z.discriminatedUnion('kind', [
  /** `about`: the subscription as it was after what the letter tells of. It may be another by now. */
  z.object({
    kind: z.literal('letter'),
    letter: z.enum(letters),
    uid: z.string().min(1),
    about: subscriptionSchema,
  }),
  /** That a payment which should not have been taken is on its way back. */
  z.object({
    kind: z.literal('givenBack'),
    uid: z.string().min(1),
    provider: z.string(),
    paidAt: z.date(),
    amount: money,
    /** Why the subscription that it was for has been ended; null if the subscription runs on. */
    surplus: z.enum(surplusReasons).nullable(),
  }),
  /** To whoever has paid as a guest, where nobody has made an account of it by then. */
  z.object({ kind: z.literal('finishAccount'), checkout: z.string().min(1) }),
  /** A payment that must not have been taken: it is found by its time. */
  z.object({
    kind: z.literal('refund'),
    uid: z.string().min(1),
    provider: z.string(),
    paymentAt: z.date(),
  }),
  /** A subscription that may not run: it is ended, and everything paid for it is refunded. */
  z.object({
    kind: z.literal('surplus'),
    uid: z.string().min(1),
    provider: z.string(),
    reason: z.enum(surplusReasons),
  }),
  /** PayPal has activated a subscription and not taken the first payment yet. */
  z.object({ kind: z.literal('firstPayment'), uid: z.string().min(1), provider: z.string() }),
  /** The state at PayPal differs from the one that the record wants (`isAligned`). */
  z.object({ kind: z.literal('reconcile'), uid: z.string().min(1) }),
  /** An account is to be deleted. Without a `uid`, because what has one is deleted with the account. */
  z.object({ kind: z.literal('deletion'), reader: z.string().min(1) }),
])

export const owedSchema = z.intersection(
  whatIsOwed,
  z.object({
    owedSince: z.date(),
    /** Nobody tries before. */
    dueAt: z.date(),
    attempts: z.int().min(0),
  }),
)
export type Owed = z.infer<typeof owedSchema>

/** The one of a kind. */
export type OwedOf<Kind extends Owed['kind']> = Extract<Owed, { kind: Kind }>

/** What is owed from `now` on. */
export function owedNow<What extends z.infer<typeof whatIsOwed>>(what: What, now: Date) {
  return { ...what, owedSince: now, dueAt: now, attempts: 0 }
}

const minute = 60 * 1000
const day = 24 * 60 * minute

/** After so long a letter has no news any more. Money is owed for ever. */
export const letterLife = 7 * day

/** Which cron job runs the items of a kind. */
const jobOf = {
  letter: 'emails',
  givenBack: 'emails',
  finishAccount: 'payPal',
  refund: 'payPal',
  surplus: 'payPal',
  firstPayment: 'payPal',
  reconcile: 'payPal',
  deletion: 'deletions',
} as const satisfies Record<Owed['kind'], string>

export type OutboxJob = (typeof jobOf)[Owed['kind']]

/** The kinds that a job runs. */
export type KindOf<Job extends OutboxJob> = {
  [Kind in Owed['kind']]: (typeof jobOf)[Kind] extends Job ? Kind : never
}[Owed['kind']]

export const kindsOf = (job: OutboxJob): readonly Owed['kind'][] =>
  (Object.keys(jobOf) as Owed['kind'][]).filter((kind) => jobOf[kind] === job)

/** One item for each subscription. */
export const surplusPath = (provider: string) => `outbox/surplus-${provider}`
export const firstPaymentPath = (provider: string) => `outbox/first-payment-${provider}`

/** One item for each account, so that a second request adds none. */
export const reconcilePath = (uid: string) => `outbox/reconcile-${uid}`
export const deletionPath = (uid: string) => `outbox/deletion-${uid}`

/** Ever later: two minutes at first, an hour at most. */
export function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** attempts, 60) * minute)
}
