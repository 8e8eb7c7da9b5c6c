/** Which addresses on the internet are everybody's: an import must not look around inside a network. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const special = new BlockList()
// The registries of special-purpose addresses of IANA, as far as they are not for everybody.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix, 'ipv4')
}
// Inside 2000::/3: documentation, and ways that carry an address of the older kind within.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6')
}
const everybodys = new BlockList()
everybodys.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address, in its usual form, may be reached by anybody. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return everybodys.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
