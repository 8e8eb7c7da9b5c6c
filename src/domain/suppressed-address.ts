/**
 * `suppressedAddresses/{hash of the address}`: mailboxes that don't exist. Emails about accounts, purchases and gifts
 * aren't sent there again. Neither a complaint nor anything that happens to The Weekly stops those.
 */
import { z } from 'zod'

export const suppressedAddressSchema = z.object({
  /** Null since the reader has opened the link of a later email. */
  hardBouncedAt: z.date().nullable(),
  /** The time of that email. */
  confirmedAt: z.date().nullable(),
})
export type SuppressedAddress = z.infer<typeof suppressedAddressSchema>

/** Null if nothing changes. Events arrive several times, and also after a later confirmation. */
export function recordHardBounce(
  address: SuppressedAddress | null,
  at: Date,
): SuppressedAddress | null {
  const confirmedAt = address?.confirmedAt ?? null
  if (address?.hardBouncedAt || (confirmedAt && at <= confirmedAt)) return null
  return { hardBouncedAt: at, confirmedAt }
}

/** An email of that time has arrived: its link was opened. Null if nothing changes. */
export const recordArrival = (
  address: SuppressedAddress | null,
  at: Date,
): SuppressedAddress | null =>
  address?.hardBouncedAt && at > address.hardBouncedAt
    ? { hardBouncedAt: null, confirmedAt: at }
    : null
