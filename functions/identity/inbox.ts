import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import { hashParts } from '../platform/hash-parts.ts'

declare const isInbox: unique symbol

/** The id of a record about an inbox. An address's own hash isn't one. */
export type InboxHash = string & { readonly [isInbox]: true }

/** Whether the address is the plain spelling of its inbox: without a tag, or dots at Gmail. */
const isPlain = (email: string) =>
  email.trim().normalize('NFKC').toLowerCase() === normaliseAddress(email)

/**
 * Emails to a typed address are counted by this: the plain spelling has one hash, and all others that
 * may lead to the same inbox have another one. Not every host has tags: spellings that reach nobody must not use up the
 * emails of the one that does. An inbox thus gets twice what a limit allows, at most. SHA-256, in hex.
 */
export async function hashInbox(email: string): Promise<InboxHash> {
  const inbox = normaliseAddress(email)
  return (await (isPlain(email) ? hashParts(inbox) : hashParts('spelling', inbox))) as InboxHash
}

/** SHA-256, in hex: a key, which doesn't keep the address secret, because addresses can be guessed. */
export const hashAddress = (email: string): Promise<string> => hashParts(email)
