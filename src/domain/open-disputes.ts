/**
 * Open disputes of payments. A payment may be disputed again before PayPal closes its earlier dispute without a
 * decision, so nothing is won until the last one is closed.
 */
import { z } from 'zod'

/** Limits the stored list, from which the oldest dispute is dropped. */
const maxOpenDisputes = 20

/** Empty in disputed records from an earlier version. */
export const openDisputesSchema = z
  .array(
    z.object({
      /** PayPal's id for the dispute. */
      id: z.string().max(255),
      /** The time of the payment; null if there is only one payment. */
      paymentAt: z.date().nullable().default(null),
    }),
  )
  .default([])
export type OpenDisputes = z.infer<typeof openDisputesSchema>

/** Returns null if the dispute is already stored. */
export const addDispute = (
  open: OpenDisputes,
  id: string,
  paymentAt: Date | null = null,
): OpenDisputes | null =>
  open.some((one) => one.id === id) ? null : [...open, { id, paymentAt }].slice(-maxOpenDisputes)

/** Returns the remaining disputes; null if the dispute isn't stored. An earlier version stored none. */
export function removeDispute(open: OpenDisputes, id: string): OpenDisputes | null {
  const left = open.filter((one) => one.id !== id)
  return open.length > 0 && left.length === open.length ? null : left
}
