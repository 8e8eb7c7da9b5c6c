/** Distinguishes public addresses: an import or a check of links must not reach private networks. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const reservedNetworks = new BlockList()
// IANA's registries of special-purpose addresses, without the public ones.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local addresses, including cloud providers' metadata services.
  ['169.254.0.0', 16],
  // Azure's platform, which answers its virtual machines only. Source: "What is IP address 168.63.129.16?"
  ['168.63.129.16', 32],
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
  reservedNetworks.addSubnet(network, prefix, 'ipv4')
}
// Ranges inside 2000::/3: documentation, and addresses that contain an IPv4 address.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reservedNetworks.addSubnet(network, prefix, 'ipv6')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** False for a text that isn't an IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reservedNetworks.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !reservedNetworks.check(address, 'ipv6')
}
