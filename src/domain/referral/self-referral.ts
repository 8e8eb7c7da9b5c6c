/** Whether a friend is the referrer themselves, with another account. */

/** What is known of a person; empty texts are unknown. */
export type Identity = {
  readonly uid: string | null
  /** PayPal's id of the payer. */
  readonly payerId: string
  readonly addresses: readonly string[]
}

/** Google delivers these to one inbox, whatever dots they contain. */
const dotlessHosts = new Set(['gmail.com', 'googlemail.com'])

/** Addresses that lead to the same inbox are equal. Never used to send an email. */
export function normaliseAddress(address: string): string {
  const [name = '', host = ''] = address
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const [inbox = ''] = name.split('+', 1)
  return dotlessHosts.has(host) ? `${inbox.replaceAll('.', '')}@gmail.com` : `${inbox}@${host}`
}

export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.uid !== null && one.uid === other.uid) return true
  if (one.payerId !== '' && one.payerId === other.payerId) return true
  const listInboxes = ({ addresses }: Identity) =>
    addresses.filter((address) => address !== '').map(normaliseAddress)
  const inboxes = new Set(listInboxes(one))
  return listInboxes(other).some((inbox) => inboxes.has(inbox))
}
