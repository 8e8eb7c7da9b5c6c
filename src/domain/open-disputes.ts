/**
 * The open disputes of what was paid. A payment may be disputed again before PayPal closes its earlier dispute, without a
 * decision: nothing is won before the last one is closed.
 */
import { z } from 'zod'

/** Limits the stored list. The oldest is forgotten. */
export const maxOpenDisputes = 20

export const openDisputeSchema = z.object({
  /** PayPal's id; empty in records of an earlier version, which stored one dispute without it. */
  id: z.string().max(255),
  /** The time of the payment; null if there is only one, or in records of an earlier version. */
  paymentAt: z.date().nullable().default(null),
})
export type OpenDispute = z.infer<typeof openDisputeSchema>

/** One without an id may be any dispute of its payment. */
const isSame = (known: OpenDispute, { id, paymentAt }: OpenDispute) =>
  known.id === id ||
  (known.id === '' &&
    (!known.paymentAt || !paymentAt || known.paymentAt.getTime() === paymentAt.getTime()))

export const removeDispute = (open: readonly OpenDispute[], closed: OpenDispute): OpenDispute[] =>
  open.filter((one) => !isSame(one, closed))

/** Returns null if it's known. */
export const addDispute = (
  open: readonly OpenDispute[],
  dispute: OpenDispute,
): OpenDispute[] | null =>
  open.some(({ id }) => id === dispute.id)
    ? null
    : [...removeDispute(open, dispute), dispute].slice(-maxOpenDisputes)
