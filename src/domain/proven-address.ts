import { emailSchema } from './email-schema.ts'
import type { AccountEmail } from './reader.ts'

declare const isProven: unique symbol

/**
 * The normalised address of an account that has verified it. Only such an address may be used to find records that are
 * shown to an account, are part of its data copy, or are moved or deleted with it.
 */
export type ProvenAddress = string & { readonly [isProven]: true }

/**
 * Returns null for an address that isn't verified, because anyone can create an account with a reader's address. Also
 * returns null if normalising turns it into somebody else's: it replaces some characters with ASCII letters (the Kelvin
 * sign U+212A with "k").
 */
export function getProvenAddress({ email, emailVerified }: AccountEmail): ProvenAddress | null {
  if (!emailVerified || !/^[\x20-\x7e]*$/.test(email)) return null
  return (emailSchema.safeParse(email).data ?? null) as ProvenAddress | null
}
