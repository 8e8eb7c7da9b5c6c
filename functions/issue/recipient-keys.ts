/**
 * Keyed hashes of an issue's recipients. Their order decides who is sent to first, so nobody can choose an address
 * that is; and the Durable Object stores them in place of domains.
 */
import { createHmac } from 'node:crypto'
import { getRecipientDomain } from '../../src/domain/issue/recipient-domain.ts'
import type { Recipient } from './read-audience.ts'

export type RecipientKeys = {
  readonly order: string
  /** Shared by the addresses of one domain. */
  readonly domain: string
}

/** Hexadecimal digits: too many for two of an issue's domains to share them. */
const keyLength = 16

const hash = (orderKey: string, text: string) =>
  createHmac('sha256', orderKey).update(text).digest('hex').slice(0, keyLength)

export const createRecipientKeys = (
  orderKey: string,
  { hash: addressHash, email }: Recipient,
): RecipientKeys => ({
  order: hash(orderKey, addressHash),
  domain: hash(orderKey, getRecipientDomain(email)),
})

export function sortRecipients(
  orderKey: string,
  recipients: readonly Recipient[],
): readonly Recipient[] {
  const keys = new Map(recipients.map((one) => [one, createRecipientKeys(orderKey, one).order]))
  return recipients.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1))
}
