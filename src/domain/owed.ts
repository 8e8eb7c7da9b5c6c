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
    /** It was for a second subscription, which is ended. */
    isSurplus: z.boolean(),
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
  /** A second subscription of somebody who has one: it ends, and all of it is paid back. */
  z.object({ kind: z.literal('surplus'), uid: z.string().min(1), provider: z.string() }),
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

/** How long whoever has begun may take before somebody else tries. */
export const lease = 2 * minute

/** After so long a letter has no news any more. Money is owed for ever. */
export const letterLife = 7 * day

/** Ever later, an hour apart at most. */
export function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** attempts, 60) * minute)
}
