import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import { hashParts } from '../platform/hash-parts.ts'

declare const isInbox: unique symbol

/** The id of a record about an inbox, as a type of its own, so that an address's hash can't be used instead. */
export type InboxHash = string & { readonly [isInbox]: true }

/** Whether the address is the plain spelling of its inbox: without a tag or, at Gmail, dots. */
const isPlain = (email: string) =>
  email.trim().normalize('NFKC').toLowerCase() === normaliseAddress(email)

/**
 * Returns the hash by which emails to a typed address are counted. The plain spelling has one hash, and all other
 * spellings that may lead to the same inbox share another. Some hosts don't support tags, so spellings that reach
 * nobody mustn't use up the emails of the one that does. An inbox therefore gets at most twice what a limit allows.
 * SHA-256, in hex.
 */
export async function hashInbox(email: string): Promise<InboxHash> {
  const inbox = normaliseAddress(email)
  return (await (isPlain(email) ? hashParts(inbox) : hashParts('spelling', inbox))) as InboxHash
}

/** SHA-256 in hex: a key, not a way to keep the address secret, because addresses can be guessed. */
export const hashAddress = (email: string): Promise<string> => hashParts(email)
