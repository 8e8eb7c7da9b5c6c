/**
 * Keyed hashes of an issue's recipients. The hashes decide the sending order, so nobody can choose an early place, and
 * the Durable Object stores them instead of domains and inboxes.
 */
import { createHmac } from 'node:crypto'
import type { Origin } from '../../src/domain/issue/audience.ts'
import { findAliasDomain, findSoleOwnersDomain } from '../../src/domain/mailbox-providers.ts'
import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import type { Recipient } from './read-audience.ts'

export type RecipientKeys = {
  readonly order: string
  /** Shared by all addresses that lead to one mailbox. */
  readonly inbox: string
  /** Shared by a domain's addresses that may belong to one person; null for other domains. */
  readonly domain: string | null
  readonly origin: Origin
  /** In milliseconds; null unless the reader has joined recently. */
  readonly joinedAt: number | null
}

/** In hexadecimal digits: long enough for an issue's domains and inboxes to have different keys. */
const keyLength = 16

const hash = (orderKey: string, text: string) =>
  createHmac('sha256', orderKey).update(text).digest('hex').slice(0, keyLength)

const createOrderKey = (orderKey: string, addressHash: string) => hash(orderKey, addressHash)

export const createRecipientKeys = (
  orderKey: string,
  { hash: addressHash, email, origin, joinedAt }: Recipient,
): RecipientKeys => {
  // Only recent readers at a large provider may turn out to be one person with many addresses.
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
