/**
 * Keyed hashes of an issue's recipients. Their order decides who is sent to first, so an early address can't be
 * chosen; and the Durable Object stores them in place of domains and inboxes.
 */
import { createHmac } from 'node:crypto'
import type { Origin } from '../../src/domain/issue/audience.ts'
import { findAliasDomain, findSoleOwnersDomain } from '../../src/domain/mailbox-providers.ts'
import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import type { Recipient } from './read-audience.ts'

export type RecipientKeys = {
  readonly order: string
  /** Shared by the addresses that lead to one mailbox. */
  readonly inbox: string
  /** Shared by the addresses of one domain that may be one person's; null elsewhere. */
  readonly domain: string | null
  readonly origin: Origin
  /** Milliseconds; null unless the reader has joined lately. */
  readonly joinedAt: number | null
}

/** Hexadecimal digits: too many for two of an issue's domains, or inboxes, to share them. */
const keyLength = 16

const hash = (orderKey: string, text: string) =>
  createHmac('sha256', orderKey).update(text).digest('hex').slice(0, keyLength)

const createOrderKey = (orderKey: string, addressHash: string) => hash(orderKey, addressHash)

export const createRecipientKeys = (
  orderKey: string,
  { hash: addressHash, email, origin, joinedAt }: Recipient,
): RecipientKeys => {
  // Only of those who have joined lately may many at one provider be one person's.
  const domain = origin === 'recent' ? findAliasDomain(email) : findSoleOwnersDomain(email)
  return {
    order: createOrderKey(orderKey, addressHash),
    inbox: hash(orderKey, normaliseAddress(email)),
    domain: domain && hash(orderKey, domain),
    origin,
    joinedAt,
  }
}

export function sortRecipients(
  orderKey: string,
  recipients: readonly Recipient[],
): readonly Recipient[] {
  const keys = new Map(recipients.map((one) => [one, createOrderKey(orderKey, one.hash)]))
  return recipients.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1))
}
