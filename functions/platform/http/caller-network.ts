/** The caller's network, and the only way to count calls by it. */
import { networksPerWideNetwork } from '../../../src/domain/network.ts'
import type { CountCall, Limit, NetworkLimit, NetworkLimitName } from './rate-limits.ts'

type Caller = { readonly request: Request }

/** The caller's IP address; empty if it isn't known. */
export const getCallerAddress = ({ request }: Caller) =>
  request.headers.get('CF-Connecting-IP') ?? ''

export const countTimes =
  (delta: number): CountCall =>
  async (limit, key) =>
    (await limit.limit({ key, delta })).success

export const countOne = countTimes(1)

/**
 * Counts against the limit of the caller's network, and on IPv6 of the /48 too, which may use as much as `networks` of them. The network is first: what it is refused doesn't count against its neighbours.
 *
 * A binding of Cloudflare has one number. So the /48 has as many counters as it may use networks' limits, and each call is
 * counted by one of them, at random. Close to the ceiling, a call can thus be refused a little early, and pass when it is
 * repeated.
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
 * The /24 of an IPv4 address or the /64 of an IPv6 one: what a caller can choose addresses from, or shares with
 * few others.
 */
export function parseNetworkBlock(address: string): string {
  const network = parseNetwork(address)
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.')
}

/** The /48 of an IPv6 address, which one provider or organisation can choose networks from. Null for an IPv4 address. */
export function parseWideNetwork(address: string): string | null {
  const network = parseNetwork(address)
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : null
}

/** The /24 of an IPv4 address or the /48 of an IPv6 one: where few are refused for what somebody else does. */
export const parseWidestNetwork = (address: string) =>
  parseWideNetwork(address) ?? parseNetworkBlock(address)

/**
 * The /16 of an IPv4 address or the /32 of an IPv6 one, the smallest block that registries assign to providers: whoever
 * reconnects mostly stays in it.
 */
export function parseProviderNetwork(address: string): string {
  const network = parseNetwork(address)
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 2).join(separator)
}

/** An IPv4 address, or the /64 of an IPv6 one, the smallest block that a household has. */
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
