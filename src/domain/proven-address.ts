import { emailSchema } from './email-schema.ts'
import type { AccountEmail } from './reader.ts'

declare const isProven: unique symbol

/**
 * The address of an account that has verified it, normalised. Only by such an address are records found that an account
 * is shown, that its data copy contains, or that move or are deleted with it.
 */
export type ProvenAddress = string & { readonly [isProven]: true }

/**
 * Null for an address that isn't verified: anyone can create an account with a reader's. Also null for one that
 * normalising turns into somebody else's: it makes ASCII letters of other characters (of the Kelvin sign U+212A a "k").
 */
export function getProvenAddress({ email, emailVerified }: AccountEmail): ProvenAddress | null {
  if (!emailVerified || !/^[\x20-\x7e]*$/.test(email)) return null
  return (emailSchema.safeParse(email).data ?? null) as ProvenAddress | null
}
