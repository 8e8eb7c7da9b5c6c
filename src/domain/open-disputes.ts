/**
 * The open disputes of what was paid. A payment may be disputed again before PayPal closes its earlier dispute, without a
 * decision: nothing is won before the last one is closed.
 */
import { z } from 'zod'

/** Limits the stored list. The oldest is forgotten. */
const maxOpenDisputes = 20

/** Empty in disputed records of an earlier version. */
export const openDisputesSchema = z
  .array(
    z.object({
      /** PayPal's id. */
      id: z.string().max(255),
      /** The time of the payment; null if there is only one. */
      paymentAt: z.date().nullable().default(null),
    }),
  )
  .default([])
export type OpenDisputes = z.infer<typeof openDisputesSchema>

/** Returns null if it's known. */
export const addDispute = (
  open: OpenDisputes,
  id: string,
  paymentAt: Date | null = null,
): OpenDisputes | null =>
  open.some((one) => one.id === id) ? null : [...open, { id, paymentAt }].slice(-maxOpenDisputes)

/** Returns those that are left, or null if it's unknown. An earlier version stored none. */
export function removeDispute(open: OpenDisputes, id: string): OpenDisputes | null {
  const left = open.filter((one) => one.id !== id)
  return open.length > 0 && left.length === open.length ? null : left
}
