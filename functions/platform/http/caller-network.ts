/**
 * The /24 of an IPv4 address or the /64 of an IPv6 one: what a caller can choose addresses from, or shares with
 * few others.
 */
export function parseNetworkBlock(address: string): string {
  const network = parseCallerNetwork(address)
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.')
}

/** The /48 of an IPv6 address, which one provider or organisation can choose networks from. Null for an IPv4 address. */
export function parseWideNetwork(address: string): string | null {
  const network = parseCallerNetwork(address)
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : null
}

/** An IPv4 address, or the /64 of an IPv6 one, the smallest block that a household has. */
export function parseCallerNetwork(address: string | undefined): string {
  if (!address?.includes(':')) return address ?? 'unknown'
  const [before = '', after] = address.split('::')
  const headGroups = before.split(':').filter(Boolean)
  const tailGroups = after?.split(':').filter(Boolean) ?? []
  const zeroGroups =
    after === undefined
      ? []
      : Array(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill('0')
  return [...headGroups, ...zeroGroups, ...tailGroups].slice(0, 4).join(':').toLowerCase()
}
