/**
 * Keyed hashes of an issue's recipients. Their order decides who is sent to first, so nobody can choose an address
 * that is; and the Durable Object stores them in place of domains and inboxes.
 */
import { createHmac } from 'node:crypto'
import { getRecipientDomain } from '../../src/domain/issue/recipient-domain.ts'
import { addressesPerAccount } from '../../src/domain/mailbox-providers.ts'
import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import type { Recipient } from './read-audience.ts'

export type RecipientKeys = {
  readonly order: string
  /** Shared by the addresses of one domain, or of one known provider. */
  readonly domain: string
  /** Shared by the addresses that lead to one mailbox. */
  readonly inbox: string
}

/** Hexadecimal digits: too many for two of an issue's domains, or inboxes, to share them. */
const keyLength = 16

const hash = (orderKey: string, text: string) =>
  createHmac('sha256', orderKey).update(text).digest('hex').slice(0, keyLength)

const createOrderKey = (orderKey: string, addressHash: string) => hash(orderKey, addressHash)

export const createRecipientKeys = (
  orderKey: string,
  { hash: addressHash, email }: Recipient,
): RecipientKeys => ({
  order: createOrderKey(orderKey, addressHash),
  domain: hash(orderKey, getRecipientDomain(email)),
  inbox: hash(orderKey, normaliseAddress(email)),
})

/** The addresses of an account at each mailbox provider and alias service, by its domain's key. */
export const createProviderKeys = (orderKey: string): ReadonlyMap<string, number> =>
  new Map([...addressesPerAccount].map(([name, count]) => [hash(orderKey, name), count]))

export function sortRecipients(
  orderKey: string,
  recipients: readonly Recipient[],
): readonly Recipient[] {
  const keys = new Map(recipients.map((one) => [one, createOrderKey(orderKey, one.hash)]))
  return recipients.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1))
}
