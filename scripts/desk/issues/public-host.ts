/** Requests to public hosts only: an address in a text may lead into the network of the machine that checks it. */
import { type LookupAddress, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Source, if no other is named: IANA's registries of special-purpose addresses. */
const reservedBlocks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata of cloud providers.
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
  // Multicast and reserved.
  ['224.0.0.0', 3],
] as const

/** Within IPv6's global addresses: those that contain an IPv4 address, and some that lead nowhere. */
const reservedBlocks6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const reserved = new BlockList()
for (const [network, prefix] of reservedBlocks) reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of reservedBlocks6) reserved.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** False for what isn't an IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
    default:
      return false
  }
}

export class PrivateAddressError extends Error {}

type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const resolveHost: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * Fails if one of the host's addresses isn't public. The connection is made to the addresses that were checked, so that
 * a second answer of the DNS can't change them.
 */
const createPublicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('No address.'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

type HeadOptions = {
  /** Milliseconds. */
  readonly timeout: number
  /** For an address of our own, which may be local. */
  readonly isTrusted?: boolean
  readonly resolve?: Resolve
}

/** The status. Follows no redirect, which may lead anywhere. Throws `PrivateAddressError`, and for any failure. */
export function requestHead(
  url: URL,
  { timeout, isTrusted = false, resolve = resolveHost }: HeadOptions,
): Promise<number> {
  // In brackets for IPv6. Addresses aren't looked up.
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.reject(new PrivateAddressError())
  const request = { 'http:': requestHttp, 'https:': requestHttps }[url.protocol]
  if (!request) return Promise.reject(new Error(`Not a web address: ${url.protocol}`))
  return new Promise((fulfil, reject) => {
    request(url, {
      method: 'HEAD',
      agent: false,
      signal: AbortSignal.timeout(timeout),
      ...(isTrusted ? {} : { lookup: createPublicLookup(resolve) }),
    })
      .on('response', (response) => {
        response.destroy()
        fulfil(response.statusCode ?? 0)
      })
      .on('error', reject)
      .end()
  })
}
