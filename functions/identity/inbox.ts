import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import { hashParts } from '../platform/hash-parts.ts'

declare const isInbox: unique symbol

/** The id of a record about an inbox. An address's own hash isn't one. */
export type InboxHash = string & { readonly [isInbox]: true }

/**
 * By this, emails to an address that somebody has typed are counted: all spellings of an address that lead to the same
 * inbox have one hash. SHA-256, in hex.
 */
export const hashInbox = async (email: string): Promise<InboxHash> =>
  (await hashParts(normaliseAddress(email))) as InboxHash

/** SHA-256, in hex: a key, which doesn't keep the address secret, because addresses can be guessed. */
export const hashAddress = (email: string): Promise<string> => hashParts(email)
