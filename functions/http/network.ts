/**
 * Whom a limit counts: an IPv4 address, or the /64 of an IPv6 one, which is the least that one home
 * has to itself.
 */
export function callerNetwork(address: string | undefined): string {
  if (!address?.includes(':')) return address ?? 'unknown'
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after?.split(':').filter(Boolean) ?? []
  const zeros =
    after === undefined ? [] : Array(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':').toLowerCase()
}
