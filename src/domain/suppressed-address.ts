/**
 * `suppressedAddresses/{hash of the address}`: mailboxes that don't exist. Emails about accounts, purchases and gifts
 * aren't sent to them again. Neither a complaint nor anything concerning The Weekly stops those emails.
 */
import { z } from 'zod'

export const suppressedAddressSchema = z.object({
  /** Null once the reader has opened the link in a later email. */
  hardBouncedAt: z.date().nullable(),
  /** The time at which the email with the opened link was sent. */
  confirmedAt: z.date().nullable(),
})
export type SuppressedAddress = z.infer<typeof suppressedAddressSchema>

/** Returns null if nothing changes, because events arrive several times, even after a later confirmation. */
export function recordHardBounce(
  address: SuppressedAddress | null,
  at: Date,
): SuppressedAddress | null {
  const confirmedAt = address?.confirmedAt ?? null
  if (address?.hardBouncedAt || (confirmedAt && at <= confirmedAt)) return null
  return { hardBouncedAt: at, confirmedAt }
}

/** Records that an email sent at `at` has arrived, because its link was opened. Returns null if nothing changes. */
export const recordArrival = (
  address: SuppressedAddress | null,
  at: Date,
): SuppressedAddress | null =>
  address?.hardBouncedAt && at > address.hardBouncedAt
    ? { hardBouncedAt: null, confirmedAt: at }
    : null
