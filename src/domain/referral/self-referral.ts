/** Whether a friend is the referrer themselves, with another account. */
import {
  fastmailDomains,
  googleDomains,
  protonDomains,
  yahooDomains,
} from '../mailbox-providers.ts'

/** The known facts about a person; empty texts are unknown. */
export type Identity = {
  readonly uid: string | null
  /** PayPal's id of the payer. */
  readonly payerId: string
  readonly addresses: readonly string[]
}

/**
 * One inbox has these hosts, and its addresses may contain the ignored characters anywhere: dots at Google; dots, hyphens
 * and underscores at Proton.
 */
const inboxRules: readonly { readonly hosts: readonly string[]; readonly ignored?: RegExp }[] = [
  { hosts: googleDomains, ignored: /\./g },
  { hosts: protonDomains, ignored: /[._-]/g },
  { hosts: ['icloud.com', 'me.com', 'mac.com'] },
  { hosts: ['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru'] },
]

/** Yahoo's disposable addresses are a base, a hyphen and a keyword. No mailbox has a hyphen. */
const yahooTag = /[+-]/

function joinSubdomain(name: string, host: string): readonly [name: string, host: string] {
  const [, subdomain = '', domain = ''] = /^([^.]+)\.(.+)$/.exec(host) ?? []
  return fastmailDomains.includes(domain) ? [subdomain, domain] : [name, host]
}

/** Addresses that lead to the same inbox are equal. Never used to send an email. */
export function normaliseAddress(address: string): string {
  const [typedName = '', typedHost = ''] = address
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const [name, host] = joinSubdomain(typedName, typedHost)
  const [inbox = ''] = name.split(yahooDomains.includes(host) ? yahooTag : '+', 1)
  const rule = inboxRules.find(({ hosts }) => hosts.includes(host))
  const { hosts: [firstHost] = [host], ignored } = rule ?? {}
  return `${ignored ? inbox.replaceAll(ignored, '') : inbox}@${firstHost}`
}

export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.uid !== null && one.uid === other.uid) return true
  if (one.payerId !== '' && one.payerId === other.payerId) return true
  const listInboxes = ({ addresses }: Identity) =>
    addresses.filter((address) => address !== '').map(normaliseAddress)
  const inboxes = new Set(listInboxes(one))
  return listInboxes(other).some((inbox) => inboxes.has(inbox))
}
