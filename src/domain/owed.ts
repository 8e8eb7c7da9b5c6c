/**
 * `outbox/{id}`: what is still owed for something that is kept already, written in the same commit.
 * It goes when it is done. Doing it twice comes to the same, because whoever is asked knows it by its
 * id.
 */
import { z } from 'zod'

export const letters = [
  'started',
  'cancelled',
  'paused',
  'offerTaken',
  'resumed',
  'paymentFailed',
  'paymentMended',
  'ended',
] as const

/** A letter to a reader about their subscription. */
export type Letter = (typeof letters)[number]

export const owedSchema = z.intersection(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('letter'), letter: z.enum(letters), uid: z.string().min(1) }),
    /** A payment that must not have been taken: it is found by its time. */
    z.object({ kind: z.literal('refund'), provider: z.string(), paymentAt: z.date() }),
    /** A second subscription of somebody who has one: it ends, and all of it is paid back. */
    z.object({ kind: z.literal('surplus'), provider: z.string() }),
  ]),
  z.object({
    owedSince: z.date(),
    /** Nobody tries before. */
    dueAt: z.date(),
    attempts: z.int().min(0),
  }),
)
export type Owed = z.infer<typeof owedSchema>

const minute = 60 * 1000

/** How long whoever has begun may take before somebody else tries. */
export const lease = 2 * minute

/** Ever later, an hour apart at most; what is owed is owed for ever. */
export function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** attempts, 60) * minute)
}
