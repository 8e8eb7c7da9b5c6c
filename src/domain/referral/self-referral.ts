/** Checks whether a friend is the referrer with another account. */

import {
  fastmailDomains,
  googleDomains,
  icloudDomains,
  protonDomains,
  yahooDomains,
  yandexDomains,
} from '../mailbox-providers.ts'
import { toAsciiDomain } from '../name-and-email.ts'

/** The known facts about a person; unknown texts are empty. */
export type Identity = {
  readonly uid: string | null
  /** PayPal's id for the payer. */
  readonly payerId: string
  readonly addresses: readonly string[]
}

/**
 * Groups of hosts that share their inboxes, and the characters that are ignored in an address: dots at Google; dots,
 * hyphens and underscores at Proton. At Yandex, a dot equals a hyphen.
 */
const inboxRules: readonly {
  readonly hosts: readonly string[]
  readonly equal?: readonly [pattern: RegExp, replacement: string]
}[] = [
  { hosts: googleDomains, equal: [/\./g, ''] },
  { hosts: protonDomains, equal: [/[._-]/g, ''] },
  { hosts: icloudDomains },
  { hosts: yandexDomains, equal: [/\./g, '-'] },
]

/** Yahoo's disposable addresses consist of a base name, a hyphen and a keyword. No mailbox's name contains a hyphen. */
const yahooTag = /[+-]/

function joinSubdomain(name: string, host: string): readonly [name: string, host: string] {
  const [, subdomain = '', domain = ''] = /^([^.]+)\.(.+)$/.exec(host) ?? []
  return fastmailDomains.includes(domain) ? [subdomain, domain] : [name, host]
}

/** Returns equal texts for addresses that lead to the same inbox. The texts are never used to send an email. */
export function normaliseAddress(address: string): string {
  const [typedName = '', typedHost = ''] = address
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const [name, host] = joinSubdomain(typedName, toAsciiDomain(typedHost))
  const [inbox = ''] = name.split(yahooDomains.includes(host) ? yahooTag : '+', 1)
  const rule = inboxRules.find(({ hosts }) => hosts.includes(host))
  const { hosts: [firstHost] = [host], equal } = rule ?? {}
  return `${equal ? inbox.replaceAll(...equal) : inbox}@${firstHost}`
}

export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.uid !== null && one.uid === other.uid) return true
  if (one.payerId !== '' && one.payerId === other.payerId) return true
  const listInboxes = ({ addresses }: Identity) =>
    addresses.filter((address) => address !== '').map(normaliseAddress)
  const inboxes = new Set(listInboxes(one))
  return listInboxes(other).some((inbox) => inboxes.has(inbox))
}
