/** Determines the caller's network. All limits that count calls by network use these functions. */
import { networksPerWideNetwork } from '../../../src/domain/network.ts'
import type { CountCall, Limit, NetworkLimit, NetworkLimitName } from './rate-limits.ts'

type Caller = { readonly request: Request }

/** Returns the caller's IP address; empty if it's unknown. */
export const getCallerAddress = ({ request }: Caller) =>
  request.headers.get('CF-Connecting-IP') ?? ''

export const countTimes =
  (delta: number): CountCall =>
  async (limit, key) =>
    (await limit.limit({ key, delta })).success

export const countOne = countTimes(1)

/**
 * Counts a call against the limit of the caller's network and, for IPv6, against that of its /48 too, which is
 * `networks` times as high. The network is counted first, so that its refused calls don't count against its neighbours.
 *
 * A Cloudflare binding has one fixed limit, so the /48 has `networks` counters of that size, and a random one counts each
 * call. Close to the limit, a call may thus be refused a little early, and succeed when it's repeated.
 */
export async function isNetworkWithinLimit<Name extends NetworkLimitName>(
  caller: Caller & { readonly env: Readonly<Record<Name, NetworkLimit>> },
  name: Name,
  counter: string,
  count: CountCall = countOne,
  networks = networksPerWideNetwork,
): Promise<boolean> {
  const limit = caller.env[name] as unknown as Limit
  const address = getCallerAddress(caller)
  const wideNetwork = parseWideNetwork(address)
  const part = Math.floor(Math.random() * networks)
  return (
    (await count(limit, `${counter} ${parseNetwork(address)}`)) &&
    (wideNetwork === null || count(limit, `${counter} ${wideNetwork}::/48 ${part}`))
  )
}

/**
 * Returns the /24 of an IPv4 address or the /64 of an IPv6 address: the addresses that a caller can choose from, or
 * shares with a few others.
 */
export function parseNetworkBlock(address: string): string {
  const network = parseNetwork(address)
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.')
}

/**
 * Returns the /48 of an IPv6 address, in which one provider or organisation can choose networks. Null for an IPv4
 * address.
 */
export function parseWideNetwork(address: string): string | null {
  const network = parseNetwork(address)
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : null
}

/**
 * Returns the /24 of an IPv4 address or the /48 of an IPv6 address, where few people are refused because of somebody
 * else.
 */
export const parseWidestNetwork = (address: string) =>
  parseWideNetwork(address) ?? parseNetworkBlock(address)

/**
 * Returns the /16 of an IPv4 address or the /32 of an IPv6 address, the smallest block that registries assign to
 * providers: callers who reconnect usually stay in it.
 */
export function parseProviderNetwork(address: string): string {
  const network = parseNetwork(address)
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 2).join(separator)
}

/** Returns the IPv4 address, or the /64 of an IPv6 address, the smallest block that a household has. */
function parseNetwork(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after] = address.split('::')
  const headGroups = before.split(':').filter(Boolean)
  const tailGroups = after?.split(':').filter(Boolean) ?? []
  const zeroGroups =
    after === undefined
      ? []
      : Array(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill('0')
  return [...headGroups, ...zeroGroups, ...tailGroups].slice(0, 4).join(':').toLowerCase()
}
